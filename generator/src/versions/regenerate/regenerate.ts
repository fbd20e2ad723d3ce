/**
 * A package written again by the generator that runs, from the API that the package carries: what differs then is the
 * generator's doing, and the rest is a change of the API.
 */
import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import { generate } from "../../plugin/plugin.js";
import type { OutputFile } from "../../kit/emit/file.js";
import type { Carried } from "../api/carried.js";

/** Choices of the API and files beside it: the package holds nothing but what was chosen, and what the files say. */
const choices = /^(?:services|exclude|partial|unrouted|service_yaml|grpc_service_config)=/;

/**
 * Writes an SDK again from the descriptors that it carries, by the generator that runs: what is different then is
 * the generator's doing, and none of the API's.
 *
 * @param shown The proto files that had output.
 * @throws Problems where the generator that runs refuses what that one wrote.
 */
export function regenerate(carried: Carried, shown: ReadonlySet<string>): Promise<readonly OutputFile[]> {
  const kept = (carried.generator?.options ?? "")
    .split(",")
    .filter((one) => one !== "" && !choices.test(one));
  const hasClients = !kept.some((one) => one === "clients=false" || one === "codec=none");
  const request = create(CodeGeneratorRequestSchema, {
    parameter: [...kept, "partial=allow", ...(hasClients ? ["unrouted=allow"] : [])].join(","),
    fileToGenerate: carried.files.map(({ name }) => name).filter((name) => shown.has(name)),
    protoFile: [...carried.files],
  });
  return generate(toBinary(CodeGeneratorRequestSchema, request), undefined, carried.configuration);
}
