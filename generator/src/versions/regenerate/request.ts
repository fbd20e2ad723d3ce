import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import type { SdkDescriptors } from "../api/sdk-descriptors.js";

/** Options that select elements or name configuration files, and `unrouted` of older packages. The package already contains their result. */
const choices = /^(?:services|exclude|partial|unrouted|service_yaml|grpc_service_config)=/;

/**
 * Returns the request of the run that wrote an SDK, as far as the SDK contains it.
 *
 * @param shown The proto files for which code was generated.
 */
export function toRequest(carried: SdkDescriptors, shown: ReadonlySet<string>): Uint8Array {
  const options = (carried.generator?.options ?? "")
    .split(",")
    .filter((one) => one !== "" && !choices.test(one));
  const request = create(CodeGeneratorRequestSchema, {
    parameter: [...options, "partial=allow"].join(","),
    fileToGenerate: carried.files.map(({ name }) => name).filter((name) => shown.has(name)),
    protoFile: [...carried.files],
  });
  return toBinary(CodeGeneratorRequestSchema, request);
}
