import { codecParameter } from "./settings.js";
import type { generateFile } from "ts-proto/build/src/main.js";
import type { createTypeMap } from "ts-proto/build/src/types.js";
import type { PlainFile } from "./plain.js";

/** ts-proto, loaded and told of all files. */
export interface Engine {
  /** The codecs of one file as unformatted source text, below a comment. */
  codecsOf(file: PlainFile, header: string): { readonly path: string; readonly text: string };
}

/**
 * Loads ts-proto. That takes about as long as reading a request, so it is done
 * only when there is nothing to complain about.
 *
 * @param files All files that types can come from.
 * @param importExtension What an import of a generated file ends in: `.js`.
 * @param hasCodecs False for types alone.
 */
export async function startEngine(
  files: readonly PlainFile[],
  importExtension: string,
  hasCodecs = true,
): Promise<Engine> {
  const [{ generateFile, makeUtils }, { createTypeMap }, { optionsFromParameter }] = await Promise.all([
    import("ts-proto/build/src/main.js"),
    import("ts-proto/build/src/types.js"),
    import("ts-proto/build/src/options.js"),
  ]);
  const options = optionsFromParameter(codecParameter(importExtension, hasCodecs));
  const typeMap = createTypeMap(asRequest(files), options);
  const utils = makeUtils(options);
  const currentFile = { isProto3Syntax: true, isEdition: false, edition: undefined };
  return {
    codecsOf(file, header) {
      const [path, code] = generateFile({ options, typeMap, utils, currentFile }, asDescriptor(file));
      // Its own formatter takes two thirds of its time; ours formats every file at the end.
      return { path, text: code.toString({ path, prefix: header, format: false }) };
    },
  };
}

type TsProtoFile = Parameters<typeof generateFile>[1];
type TsProtoRequest = Parameters<typeof createTypeMap>[0];

/** ts-proto's types ask for every field of a descriptor; its code reads what a plain file holds. */
function asDescriptor(file: PlainFile): TsProtoFile {
  return file as unknown as TsProtoFile;
}

function asRequest(files: readonly PlainFile[]): TsProtoRequest {
  return { protoFile: files } as unknown as TsProtoRequest;
}
