import { createFileRegistry, type FileRegistry } from "@bufbuild/protobuf";
import { describeFile, type ProtoFile } from "./proto-file.js";

/** The health service of gRPC (gRPC core documentation, "Health Checking Protocol"). */
const healthFile: ProtoFile = {
  name: "grpc/health/v1/health.proto",
  package: "grpc.health.v1",
  messages: {
    HealthCheckRequest: { fields: [["service", 1, "string"]] },
    HealthCheckResponse: { fields: [["status", 1, "ServingStatus"]] },
  },
  enums: { ServingStatus: ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"] },
  service: "Health",
  methods: {
    Check: { input: "HealthCheckRequest", output: "HealthCheckResponse", streams: "none" },
    Watch: { input: "HealthCheckRequest", output: "HealthCheckResponse", streams: "server" },
  },
};

/** The reflection service of gRPC (gRPC core documentation, "Server Reflection Protocol"), in one of its versions. */
function reflectionFile(version: "v1" | "v1alpha"): ProtoFile {
  return {
    name: `grpc/reflection/${version}/reflection.proto`,
    package: `grpc.reflection.${version}`,
    messages: {
      ServerReflectionRequest: {
        oneof: "message_request",
        fields: [
          ["host", 1, "string"],
          ["file_by_filename", 3, "string", "oneof"],
          ["file_containing_symbol", 4, "string", "oneof"],
          ["file_containing_extension", 5, "ExtensionRequest", "oneof"],
          ["all_extension_numbers_of_type", 6, "string", "oneof"],
          ["list_services", 7, "string", "oneof"],
        ],
      },
      ExtensionRequest: {
        fields: [
          ["containing_type", 1, "string"],
          ["extension_number", 2, "int32"],
        ],
      },
      ServerReflectionResponse: {
        oneof: "message_response",
        fields: [
          ["valid_host", 1, "string"],
          ["original_request", 2, "ServerReflectionRequest"],
          ["file_descriptor_response", 4, "FileDescriptorResponse", "oneof"],
          ["all_extension_numbers_response", 5, "ExtensionNumberResponse", "oneof"],
          ["list_services_response", 6, "ListServiceResponse", "oneof"],
          ["error_response", 7, "ErrorResponse", "oneof"],
        ],
      },
      FileDescriptorResponse: { fields: [["file_descriptor_proto", 1, "bytes", "repeated"]] },
      ExtensionNumberResponse: {
        fields: [
          ["base_type_name", 1, "string"],
          ["extension_number", 2, "int32", "repeated"],
        ],
      },
      ListServiceResponse: { fields: [["service", 1, "ServiceResponse", "repeated"]] },
      ServiceResponse: { fields: [["name", 1, "string"]] },
      ErrorResponse: {
        fields: [
          ["error_code", 1, "int32"],
          ["error_message", 2, "string"],
        ],
      },
    },
    service: "ServerReflection",
    methods: {
      ServerReflectionInfo: {
        input: "ServerReflectionRequest",
        output: "ServerReflectionResponse",
        streams: "both",
      },
    },
  };
}

/** Descriptors of the services that every gRPC server may have: health, and reflection in both its versions. */
export function standardServices(): FileRegistry {
  const files = [healthFile, reflectionFile("v1"), reflectionFile("v1alpha")];
  return createFileRegistry(...files.map((file) => createFileRegistry(describeFile(file), () => undefined)));
}
