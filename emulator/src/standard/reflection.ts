import { type DescFile, type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { build, type FieldValues } from "../messages/assign.js";
import { readInteger, readMessage, readString } from "../messages/read.js";
import { status } from "@grpc/grpc-js";
import { type DescriptorIndex, encodeWithImports } from "./descriptor-index.js";
import type { ResponderMaker } from "./health.js";

/** Answers ServerReflectionInfo of one version: each request of the stream with one response. */
export function reflectionResponder(index: DescriptorIndex): ResponderMaker {
  return (input, output) =>
    async function* respond({ requests }) {
      for await (const bytes of requests) {
        const request = fromBinary(input, bytes);
        const response = build(output, {
          valid_host: readString(reflect(input, request), "host"),
          original_request: request,
          ...answer(index, input, request),
        });
        yield toBinary(output, response.message);
      }
    };
}

function answer(index: DescriptorIndex, desc: DescMessage, message: Message): FieldValues {
  const request = reflect(desc, message);
  const [oneof] = desc.oneofs;
  const asked = oneof === undefined ? undefined : request.oneofCase(oneof)?.name;
  const text = asked === undefined ? "" : readString(request, asked);
  switch (asked) {
    case "list_services":
      return { list_services_response: { service: index.services().map((name) => ({ name })) } };
    case "file_by_filename":
      return fileAnswer(index.byName(text), text);
    case "file_containing_symbol":
      return fileAnswer(index.bySymbol(text), text);
    case "file_containing_extension": {
      const extension = readMessage(request, "file_containing_extension");
      const typeName = readString(extension, "containing_type");
      const number = Number(readInteger(extension, "extension_number"));
      return fileAnswer(index.byExtension(typeName, number), `extension ${number} of ${typeName}`);
    }
    case "all_extension_numbers_of_type":
      if (findField(desc, asked) === undefined || index.bySymbol(text) === undefined) return notFound(text);
      return {
        all_extension_numbers_response: {
          base_type_name: text,
          extension_number: index.extensionNumbers(text),
        },
      };
    default:
      return {
        error_response: {
          error_code: status.INVALID_ARGUMENT,
          error_message: "the request asks for nothing",
        },
      };
  }
}

function fileAnswer(file: DescFile | undefined, asked: string): FieldValues {
  if (file === undefined) return notFound(asked);
  return { file_descriptor_response: { file_descriptor_proto: encodeWithImports(file) } };
}

function notFound(asked: string): FieldValues {
  return {
    error_response: {
      error_code: status.NOT_FOUND,
      error_message: `${asked.slice(0, 300)} is not known`,
    },
  };
}
