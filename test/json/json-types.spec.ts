import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { toBinary, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { fromJson, toJson, type JsonValue } from "@stratus/runtime/messages";
import type { MessageType } from "@stratus/runtime/generated/wire-v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codecNames } from "../../generator/src/plugin/codecs/names.js";
import { decideNames, type Names } from "../../generator/src/plugin/model/names.js";
import { type Folder, openFolder, triedCompilers } from "../compile.fixture.js";
import { generate, linkModule } from "../oracle/codecs.fixture.js";
import { randomMessage } from "../oracle/random-message.fixture.js";

const module = fileURLToPath(new URL("../corpus/protos", import.meta.url));

/** Protos that use all that the language has, with types of their JSON. */
describe("the types of JSON", () => {
  let folder: Folder;
  let files: readonly DescFile[];
  let names: Names;
  beforeAll(async () => {
    files = linkModule(module);
    names = decideNames(files, codecNames, { stripPrefix: "", sessionName: "Api" });
    folder = await openFolder();
    await folder.write(await generate(files, names, "stratus", true));
    expect(await folder.compile("TypeScript 7")).toBe("");
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  it("are those of all that toJson gives, and fromJson takes it", async () => {
    const pages: Record<string, string> = {};
    for (const [index, file] of files.entries()) {
      const messages = file.messages.flatMap(withNested);
      const [first] = messages;
      if (!first) continue;
      const path = names.type(first).module;
      const loaded: unknown = await import(pathToFileURL(join(folder.path, "dist", `${path}.js`)).href);
      const lines = messages.flatMap((message) => {
        const { name } = names.type(message);
        const type = (loaded as Record<string, MessageType<object>>)[name];
        if (!type) throw new Error(`there is no ${name}`);
        return jsonOf(message, type).map(
          (json, at) => `const ${name}${at}: all.${names.json(message).name} = ${literalOf(json)};
            fromJson(all.${name}, ${name}${at});`,
        );
      });
      // Ten random times may all be none.
      if (lines.length === 0) continue;
      pages[`values${index}.ts`] = `import { fromJson } from "@stratus/runtime/messages";
        import * as all from "./${path}.js";\n${lines.join("\n")}`;
    }
    await folder.write(pages);
    expect(Object.values(pages).join("").length).toBeGreaterThan(10_000);
    for (const compiler of triedCompilers) expect(await folder.check(compiler)).toBe("");
  });

  it("refuse what no JSON of the message is, and are JSON themselves", async () => {
    await using other = await openFolder();
    await other.write(await generate(files, names, "stratus", true));
    await other.write({ "program.ts": program });
    expect(await other.check("TypeScript 7")).toBe("");
  });
});

/** JSON of some random messages of a type, which fromJson reads as the same messages. */
function jsonOf(desc: DescMessage, type: MessageType<object>): JsonValue[] {
  const found: JsonValue[] = [];
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const message = type.decode(toBinary(desc, randomMessage(desc, draw, 2).message));
      let json: JsonValue;
      try {
        json = toJson(type, message);
      } catch {
        // Random seconds are mostly no time, and random paths no field mask.
        return;
      }
      found.push(JSON.parse(JSON.stringify(json)) as JsonValue);
      expect(toJson(type, fromJson(type, json))).toEqual(json);
    }),
    { numRuns: 10 },
  );
  return found;
}

/** Names that every object has: in a literal, the compiler takes them for these, and not for keys of a map. */
const inherited = Object.getOwnPropertyNames(Object.prototype).join("|");

function literalOf(json: JsonValue): string {
  return JSON.stringify(json).replaceAll(new RegExp(`"(${inherited})":`, "g"), '"$1 ":');
}

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

const program = `
import { fromJson, toJson, type JsonValue } from "@stratus/runtime/messages";
import { Three, type ThreeJson } from "./acme/every/v1/three.js";
import { Timestamp } from "./google/protobuf/index.js";

const message = Three.create();
const json: ThreeJson = toJson(Three, message);
export const any: JsonValue = json;
export const at: string = toJson(Timestamp, Timestamp.create());
export const number: number | undefined = json.optionalNumber;
export const named: string | undefined = json.byInt32?.["1"];
fromJson(Three, { byInt64: { "1": { optionalNumber: 4 } } });
// @ts-expect-error -- hidden secrets are no value of their fields
export const redacted: ThreeJson = toJson(Three, message, { redact: true });
// @ts-expect-error -- a number is needed
fromJson(Three, { optionalNumber: "4" });
// @ts-expect-error -- there is no such field
fromJson(Three, { optionalNumbers: 4 });
// @ts-expect-error -- 64-bit integers are text
fromJson(Three, { bySfixed64: { "1": 1n } });
`;
