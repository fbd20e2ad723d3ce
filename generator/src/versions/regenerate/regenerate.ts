/**
 * Generates a package again with the running generator, from the API that the package contains. This separates changes
 * by the generator from changes of the API.
 */
import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import { generate } from "../../plugin/plugin.js";
import type { OutputFile } from "../../kit/emit/file.js";
import type { SdkDescriptors } from "../api/sdk-descriptors.js";

/** Options that select elements or name configuration files, and `unrouted` of older packages. The package already contains their result. */
const choices = /^(?:services|exclude|partial|unrouted|service_yaml|grpc_service_config)=/;

/**
 * Generates an SDK again with the running generator, from the descriptors that it contains.
 *
 * @param shown The proto files for which code was generated.
 * @throws Problems if the running generator rejects the API.
 */
export function regenerate(
  carried: SdkDescriptors,
  shown: ReadonlySet<string>,
): Promise<readonly OutputFile[]> {
  return generate(toRequest(carried, shown), undefined, carried);
}

/** Returns the request of the run that wrote an SDK, as far as the SDK contains it. */
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
