import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createFileRegistry, fromBinary, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { codecNames } from "../../generator/src/codecs/names.js";
import { generateCodecs } from "../../generator/src/codecs/codecs.js";
import { emit } from "../../generator/src/emit/emit.js";
import { createRenderer } from "../../generator/src/render/render.js";
import { openFolder, type Folder } from "../compile.fixture.js";

/** A message as our codecs see it. */
export type Plain = Record<string, unknown>;

/** The generated codec of a message. */
export interface Codec {
  encode(message: Plain, writer?: BinaryWriter): BinaryWriter;
  decode(input: BinaryReader | Uint8Array, length?: number, into?: Plain): Plain;
}

/** The generated codecs of some protos, compiled and loaded. */
export interface Codecs extends AsyncDisposable {
  readonly messages: readonly DescMessage[];
  message(typeName: string): DescMessage;
  codec(message: DescMessage): Codec;
}

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Generates codecs for all files of a module, compiles them under the strictest settings, and loads them. */
export async function loadCodecs(module: string): Promise<Codecs> {
  const image = execFileSync(
    join(top, "node_modules/.bin/buf"),
    ["build", module, "--as-file-descriptor-set", "-o", "-"],
    { maxBuffer: 1 << 28 },
  );
  const files = [...createFileRegistry(fromBinary(FileDescriptorSetSchema, image)).files].filter(
    (file) => file.messages.length + file.enums.length > 0,
  );
  const folder = await openFolder();
  await folder.write(await generate(files));
  const complaints = await folder.compile("TypeScript 7");
  if (complaints !== "") throw new Error(complaints);
  return load(files, folder);
}

async function generate(files: readonly DescFile[]): Promise<Record<string, string>> {
  const renames = { files: new Map(), types: new Map(), fields: new Map() };
  const codecs = await generateCodecs({ files, renames, importExtension: ".js", renderer: createRenderer() });
  return Object.fromEntries((await emit(codecs)).map(({ path, text }) => [path, text]));
}

async function load(files: readonly DescFile[], folder: Folder): Promise<Codecs> {
  const codecs = new Map<DescMessage, Codec>();
  for (const file of files) {
    const path = codecNames.fileOf(file.proto.name).replace(/\.ts$/, ".js");
    const loaded: unknown = await import(pathToFileURL(join(folder.path, "dist", path)).href);
    for (const message of file.messages.flatMap(withNested)) {
      codecs.set(message, codecIn(loaded, codecNames.typeName(pathOf(message))));
    }
  }
  const messages = [...codecs.keys()];
  return {
    messages,
    message: (typeName) =>
      found(
        messages.find((message) => message.typeName === typeName),
        typeName,
      ),
    codec: (message) => found(codecs.get(message), message.typeName),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function codecIn(module: unknown, name: string): Codec {
  return found((module as Record<string, Codec | undefined>)[name], name);
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`there is no ${name}`);
  return value;
}

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

function pathOf(message: DescMessage): string[] {
  return [...(message.parent ? pathOf(message.parent) : []), message.name];
}
