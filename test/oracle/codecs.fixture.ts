import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createFileRegistry, fromBinary, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createCustomOptions, isSecretField, readAnnotations } from "@stratus/convention";
import { codecNames } from "../../generator/src/plugin/codecs/names.js";
import { decideNames, type Names } from "../../generator/src/plugin/model/names.js";
import { plainRequest } from "../../generator/src/plugin/codecs/codecs.fixture.js";
import { describeRules } from "../../generator/src/plugin/model/rules.js";
import { generateCodecs } from "../../generator/src/plugin/codecs/codecs.js";
import { runTsProto } from "../../generator/src/plugin/ts-proto/ts-proto.js";
import { emit } from "../../generator/src/kit/emit/emit.js";
import { reflect } from "@bufbuild/protobuf/reflect";
import { plainOf } from "./plain-value.fixture.js";
import { openFolder, type Folder } from "../compile.fixture.js";

/** What prints the codecs. */
export type Engine = "stratus" | "ts-proto";

/** A message as our codecs see it. */
export type Plain = Record<string, unknown>;

/** The generated codec of a message. */
export interface Codec {
  encode(message: Plain): Uint8Array;
  decode(input: Uint8Array): Plain;
}

/** The generated codecs of some protos, compiled and loaded. */
export interface Codecs extends AsyncDisposable {
  readonly messages: readonly DescMessage[];
  message(typeName: string): DescMessage;
  codec(message: DescMessage): Codec;
  /** What the codec must read from bytes, by way of protobuf-es. */
  expected(message: DescMessage, bytes: Uint8Array): Plain;
}

const top = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Generates codecs for all files of a module, or for those below some of its
 * folders, compiles them under the strictest settings, and loads them.
 */
export function loadCodecs(
  module: string,
  folders: readonly string[] = [],
  engine: Engine = "stratus",
): Promise<Codecs> {
  return loadCodecsOf(linkModule(module, folders), engine);
}

/** The codecs of files that are linked. */
export async function loadCodecsOf(files: readonly DescFile[], engine: Engine = "stratus"): Promise<Codecs> {
  const folder = await openFolder();
  const names = decideNames(files, codecNames, { stripPrefix: "", sessionName: "Api" });
  await folder.write(await generate(files, names, engine));
  const complaints = await folder.compile("TypeScript 7");
  if (complaints !== "") throw new Error(complaints);
  return load(files, names, folder);
}

/** The files of a module, or those below some of its folders, that have messages or enums. */
export function linkModule(module: string, folders: readonly string[] = []): DescFile[] {
  const image = execFileSync(
    join(top, "node_modules/.bin/buf"),
    [
      "build",
      ".",
      // Below the folder, since buf takes a comma in a path for the end of it.
      ...folders.flatMap((folder) => ["--path", folder]),
      "--as-file-descriptor-set",
      "-o",
      "-",
    ],
    { cwd: module, maxBuffer: 1 << 28 },
  );
  return [...createFileRegistry(fromBinary(FileDescriptorSetSchema, image)).files].filter(
    (file) => file.messages.length + file.enums.length > 0,
  );
}

/** What an SDK has for the types that the runtime has. */
const sharedEntry = { "google/protobuf/index.ts": 'export * from "@stratus/runtime/generated/wire-v1";\n' };

/** The codecs of files, formatted, by path; each type is where its name says. */
export async function generate(
  files: readonly DescFile[],
  names: Names,
  engine: Engine = "stratus",
  hasJsonTypes = false,
): Promise<Record<string, string>> {
  const options = createCustomOptions(files);
  const foreign = engine === "ts-proto" ? await runTsProto(files, names, ".js") : undefined;
  const codecs = generateCodecs({
    ...plainRequest(files),
    names,
    annotationsOf: (field) => ({ behaviors: [], isSecret: isSecretField(field, options) }),
    rulesOf: describeRules(files, readAnnotations(options)),
    hasJsonTypes,
    foreignCodec: foreign?.codec,
  });
  const emitted = await emit([...codecs, ...(foreign?.files ?? [])]);
  return { ...sharedEntry, ...Object.fromEntries(emitted.map(({ path, text }) => [path, text])) };
}

async function load(files: readonly DescFile[], names: Names, folder: Folder): Promise<Codecs> {
  const codecs = new Map<DescMessage, Codec>();
  for (const message of files.flatMap((file) => file.messages.flatMap(withNested))) {
    const { name, module } = names.type(message);
    const loaded: unknown = await import(pathToFileURL(join(folder.path, "dist", `${module}.js`)).href);
    codecs.set(message, codecIn(loaded, name));
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
    expected: (message, bytes) => plainOf(reflect(message, fromBinary(message, bytes)), names.property),
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
