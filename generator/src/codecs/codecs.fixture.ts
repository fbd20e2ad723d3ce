import { create, createFileRegistry, type DescFile } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { emit } from "../emit/emit.js";
import { createRenderer } from "../render/render.js";
import { compileProtos, type Protos } from "../request.fixture.js";
import { generateCodecs, type CodecRequest } from "./codecs.js";

/** The files of some protos that have messages or enums, with all that they import. */
export function linkProtos(protos: Protos): DescFile[] {
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: compileProtos(protos) }));
  return [...registry.files].filter((file) => file.messages.length + file.enums.length > 0);
}

/** The codecs of files under their own names, formatted, by path. */
export async function writeCodecs(
  files: readonly DescFile[],
  more: Partial<CodecRequest> = {},
): Promise<Readonly<Record<string, string>>> {
  const renames = { files: new Map(), types: new Map(), fields: new Map() };
  const request = { files, renames, importExtension: ".js", renderer: createRenderer(), ...more };
  const codecs = await emit(await generateCodecs(request));
  return Object.fromEntries(codecs.map(({ path, text }) => [path, text]));
}

/** The codecs of protos, by path. */
export function codecsOf(
  protos: Protos,
  more?: Partial<CodecRequest>,
): Promise<Readonly<Record<string, string>>> {
  return writeCodecs(linkProtos(protos), more);
}
