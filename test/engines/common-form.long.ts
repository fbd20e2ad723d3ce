import {
  create,
  fromBinary,
  toBinary,
  type DescEnum,
  type DescFile,
  type DescMessage,
} from "@bufbuild/protobuf";
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  FeatureSet_FieldPresence,
} from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import { corpusSmall, googleProtos } from "../../bench/src/corpus.js";
import { codecNames } from "../../generator/src/plugin/codecs/names.js";
import { decideNames, type Names } from "../../generator/src/plugin/model/names.js";
import { findPeer, runPeer } from "../../generator/src/plugin/ts-proto/peer.js";
import { openFolder } from "../compile.fixture.js";
import { generate, linkModule } from "../oracle/codecs.fixture.js";
import { reachable } from "./same-bytes.fixture.js";

/** The options of ts-proto that docs/how-to/migrate.md names. */
const documented =
  "forceLong=bigint,useDate=false,oneof=unions-value,useOptionals=messages,removeEnumPrefix=true,unrecognizedEnum=false,outputServices=none,importSuffix=.js";

/** About 200 files of real APIs, by ts-proto as people run it, and by us. */
describe("types of ts-proto under the documented options", { timeout: 600_000 }, () => {
  let files: readonly DescFile[];
  let names: Names;
  beforeAll(() => {
    files = linkModule(googleProtos, corpusSmall);
    names = decideNames(files, codecNames, { stripPrefix: "", sessionName: "Api" });
  }, 60_000);

  it("are ours: what is written for one compiles with the other, but for what the page lists", async () => {
    await using folder = await openFolder();
    await folder.write(below("ours", await generate(files, names)));
    await folder.write(below("theirs", await byTsProto(files)));
    const pages = files.map((file, index) => [`form${index}.ts`, formOf(file, names)] as const);
    await folder.write(Object.fromEntries(pages));
    // Enums of TypeScript are no erasable syntax.
    const settings = { target: "es2023", module: "nodenext", types: [], strict: true, skipLibCheck: true };
    await folder.write({
      "tsconfig.json": JSON.stringify({ compilerOptions: settings, include: ["form*.ts"] }),
    });
    expect(await folder.check("TypeScript 7")).toBe("");
  });
});

function below(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

async function byTsProto(files: readonly DescFile[]): Promise<Record<string, string>> {
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: files.map(({ proto }) => proto.name),
    parameter: documented,
    protoFile: [...all(files)].map(({ proto }) => proto),
  });
  const response = await runPeer(findPeer(), toBinary(CodeGeneratorRequestSchema, request));
  const { file, error } = fromBinary(CodeGeneratorResponseSchema, response);
  expect(error).toBe("");
  return Object.fromEntries(file.map(({ name, content }) => [name, content]));
}

function all(files: readonly DescFile[], seen = new Set<DescFile>()): Set<DescFile> {
  for (const file of files) {
    if (seen.has(file)) continue;
    all(file.dependencies, seen);
    seen.add(file);
  }
  return seen;
}

/** A module that takes each type for the other, wherever the page lists no exception. */
function formOf(file: DescFile, names: Names): string {
  const types = [...file.enums, ...file.messages.flatMap(withNested)];
  const modules = new Set(types.map((type) => names.type(type).module));
  const lines = types.flatMap((type, index) => {
    const ours = `ours.${names.type(type).name}`;
    const theirs = `theirs.${codecNames.typeName(pathOf(type))}`;
    const to = `export const to${index} = (value: ${theirs}): ${ours} => value;`;
    const from = `export const from${index} = (value: ${ours}): ${theirs} => value;`;
    if (type.kind === "message") {
      const inside = [...reachable(type)];
      return [...(inside.some(hasEmptyMember) ? [] : [to]), ...(inside.some(hasRequired) ? [] : [from])];
    }
    const namesOfTheirs = `{ readonly [Name in Extract<keyof typeof ${theirs}, string>]: number }`;
    const values = `export const values${index} = (value: typeof ${ours}): ${namesOfTheirs} => value;`;
    return [to, from, ...(isNamedAlike(type) ? [values] : [])];
  });
  return [
    `import type * as ours from "./ours/${[...modules].join()}.js";`,
    `import type * as theirs from "./theirs/${file.name}.js";`,
    ...lines,
  ].join("\n");
}

/** A field that must be there to ts-proto, and may be absent to us. */
function hasRequired({ fields }: DescMessage): boolean {
  return fields.some(({ presence }) => presence === FeatureSet_FieldPresence.LEGACY_REQUIRED);
}

/** A member of a oneof whose value may be undefined to ts-proto: it is set, and has no value. */
function hasEmptyMember({ fields }: DescMessage): boolean {
  return fields.some(({ oneof, message }) => oneof && message && plain.test(message.typeName));
}

const plain = /^google\.protobuf\.(\w+Value|Struct)$/;

/** An enum of which ts-proto takes the same name from all values: none would begin with a digit, and none has it in its middle. */
function isNamedAlike({ name, values }: DescEnum): boolean {
  const start = `${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toUpperCase()}_`;
  return values.every((value) => value.name.startsWith(start) && !/^\d/.test(value.name.slice(start.length)));
}

function withNested(message: DescMessage): (DescEnum | DescMessage)[] {
  return [message, ...message.nestedEnums, ...message.nestedMessages.flatMap(withNested)];
}

function pathOf(desc: DescMessage | DescEnum): string[] {
  return [...(desc.parent ? pathOf(desc.parent) : []), desc.name];
}
