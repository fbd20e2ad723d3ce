import { mkdtempSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, type Ended } from "./test-host.fixture.js";
import { zooProtos } from "../../emulator/src/emulator.fixture.js";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";

let built: BuiltPackage;
let emulator: Emulator;
let acme: (argv: string | readonly string[], world?: Parameters<Acme>[1]) => Promise<Ended>;
type Acme = ReturnType<typeof commandLine>;

/** An API with other words than the sample's, whose JSON has names of its own. */
async function protosOfZoo(): Promise<Record<string, string>> {
  const names = (await readdir(zooProtos, { recursive: true })).filter((name) => name.endsWith(".proto"));
  const texts = await Promise.all(names.map((name) => readFile(join(zooProtos, name), "utf8")));
  const more = `optional int32 weight_grams = 5 [json_name = "@mass"];\n  // What follows.\n  string constructor = 6;`;
  return Object.fromEntries(
    names.map((name, at) => [name, texts[at]!.replace("optional int32 weight_grams = 5;", more)]),
  );
}

beforeAll(async () => {
  const parameter = "package_name=@acme/zoo,session_name=Zoo,guide=true,strip_prefix=acme";
  const { files, error } = await generateFrom(await protosOfZoo(), { parameter });
  expect(error).toBe("");
  built = await buildPackage(files);
  emulator = await startEmulator({ sdk: built.path, cwd: built.path });
  const env = {
    ZOO_TOKEN: emulator.issueToken(),
    ZOO_ENDPOINT: emulator.address,
    ZOO_INSECURE: "true",
    ZOO_API_DOMAIN: emulator.apiDomain,
  };
  acme = commandLine(built.path, { env });
});
afterAll(async () => {
  await emulator.close();
  await built[Symbol.asyncDispose]();
});

describe("a command line of an API with names of its own in JSON", () => {
  it("creates, shows and changes by them", async () => {
    const created = await acme(
      "zoo animal create --metadata.name leo --spec.species lion --spec.weight-grams 7 --spec.constructor sleep -o json",
    );
    expect(created).toMatchObject({ code: 0 });
    const { metadata, spec } = JSON.parse(created.out);
    expect(spec).toMatchObject({ "@mass": 7, constructor: "sleep" });
    const edited = await acme(["zoo", "animal", "edit", metadata.id], {
      terminals: { in: true, out: true, err: true },
      edit: async (text) => ({ text: text.replace('"@mass": 7', '"@mass": 9'), file: "nowhere" }),
    });
    expect(edited.said).not.toContain("error");
    const read = await acme(["zoo", "animal", "get", metadata.id, "-o", "json"]);
    expect(JSON.parse(read.out).spec).toMatchObject({ "@mass": 9, constructor: "sleep", species: "lion" });
    expect((await acme("zoo animal create --skeleton")).out).toContain('"@mass": ');
  });

  it("reads files with the names of the proto and of JSON", async () => {
    for (const name of ["@mass", "weight_grams"]) {
      const stdin = JSON.stringify({ metadata: { name }, spec: { species: "owl", [name]: 3 } });
      const { out, said } = await acme("zoo animal create -f - -o json", { stdin });
      expect(said).toBe("");
      expect(JSON.parse(out).spec["@mass"]).toBe(3);
    }
  });
});

describe("a method that takes a stream", () => {
  it("reads its messages from lines, and answers once", async () => {
    emulator.handle<AsyncIterable<{ readonly grams: number }>>("AnimalService/Weigh", async (requests) => {
      let grams = 0n;
      for await (const request of requests) grams += BigInt(request.grams);
      return { grams };
    });
    const { code, out } = await acme("zoo animal weigh -f - -o json", {
      stdin: '{"grams":5}\n{"grams":37}\n',
    });
    expect({ code, sum: JSON.parse(out) }).toEqual({ code: 0, sum: { grams: "42" } });
  });

  it("prints what comes back as JSON lines", async () => {
    emulator.handle<AsyncIterable<{ readonly word: string }>>("AnimalService/Talk", async function* (words) {
      for await (const { word } of words) yield { echo: `${word}!` };
    });
    const { code, out, said } = await acme("zoo animal talk -f -", {
      stdin: '{"word":"hey"}\n{"word":"you"}\n',
    });
    expect({ code, out, said }).toEqual({ code: 0, said: "", out: '{"echo":"hey!"}\n{"echo":"you!"}\n' });
  });

  it("says which line it cannot read, and sends nothing", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "lines-")), "lines.json");
    writeFileSync(file, '{"grams":5}\n{"gram":37}\n');
    const before = emulator.calls().length;
    const wrong = await acme(`zoo animal weigh -f ${file}`);
    expect(wrong.code).toBe(2);
    expect(wrong.said).toContain(`${file}:2`);
    expect(emulator.calls().length).toBe(before);
  });
});
