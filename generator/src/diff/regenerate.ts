import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import { generate } from "../plugin.js";
import { readRelease } from "../release.js";
import { reasonOf } from "../text/reason.js";
import type { Carried } from "./api/carried.js";
import type { SdkFiles } from "../surface/sdk-files.js";

/** An SDK that was written again. */
export interface Regenerated {
  /** Undefined where it could not be. */
  readonly files: SdkFiles | undefined;
  /** Version of the generator that runs. */
  readonly version: string;
  /** Why not. */
  readonly problem: string;
}

/** What was chosen of the API: the descriptors hold nothing else. */
const choices = /^(?:services|exclude|partial|unrouted)=/;

/**
 * Writes an SDK again from the descriptors that it carries, by the generator that runs: what is different then is
 * the generator's doing, and none of the API's.
 *
 * @param shown The proto files that had output.
 */
export async function regenerate(
  sdk: SdkFiles,
  carried: Carried,
  shown: ReadonlySet<string>,
): Promise<Regenerated> {
  const { version } = readRelease();
  const kept = (carried.generator?.options ?? "")
    .split(",")
    .filter((one) => one !== "" && !choices.test(one));
  const hasClients = !kept.some((one) => one === "clients=false" || one === "codec=none");
  const request = create(CodeGeneratorRequestSchema, {
    parameter: [...kept, "partial=allow", ...(hasClients ? ["unrouted=allow"] : [])].join(","),
    fileToGenerate: carried.files.map(({ name }) => name).filter((name) => shown.has(name)),
    protoFile: [...carried.files],
  });
  try {
    const files = await generate(toBinary(CodeGeneratorRequestSchema, request));
    return {
      files: {
        label: `${sdk.label}, written again`,
        files: new Map(files.map(({ path, text }) => [path, text])),
      },
      version,
      problem: "",
    };
  } catch (error) {
    return { files: undefined, version, problem: reasonOf(error).split("\n")[0] ?? "" };
  }
}
