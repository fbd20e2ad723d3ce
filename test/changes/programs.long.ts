import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { callProgram, type Calls } from "./calls.fixture.js";
import { changes, type ChangeCase } from "./changes.fixture.js";
import { planted } from "./planted.fixture.js";
import { diffSdks, type Diff } from "../../generator/src/versions/diff.js";
import { corpus } from "./corpus.fixture.js";
import { compilePrograms, optionsFor, serve, type Programs } from "./programs.fixture.js";
import { compileVersions, generateSdk, defaultOptions } from "./versions.fixture.js";

/** What a compiled SDK and the corpus export, as far as the tests use it. */
type Codec = {
  create(init: object): object;
  encode(message: object): Uint8Array;
  decode(bytes: Uint8Array): object;
};
type Codecs = Readonly<Record<string, Codec>>;
type Json = { toJson(type: Codec, message: object): unknown; fromJson(type: Codec, json: unknown): object };
type Program = { run(options: object): Promise<string> };

const cases = [...changes, ...planted].map((change, index) => ({
  ...change,
  place: `after-${index}`,
  index,
}));
const optionsOf = ({ options }: ChangeCase): readonly [string, string] =>
  options ?? [defaultOptions, defaultOptions];
const parameters = [...new Set(cases.map((one) => optionsOf(one)[0]))];
const beforeOf = (one: ChangeCase & { readonly index: number }): string =>
  one.from === undefined ? `before-${parameters.indexOf(optionsOf(one)[0])}` : `before-of-${one.index}`;

/** The program that a case says breaks. */
const breaking = ({ breaks = "" }: ChangeCase): string =>
  `import type {} from "./sdk/index.js";\nimport * as acme from "./sdk/acme/v1/index.js";\n${breaks.replaceAll("../SIDE/", "./sdk/")}\nexport type { acme };\n`;

describe("the verdict on a change", { timeout: 120_000 }, () => {
  let programs: Programs;
  const judged = new Map<string, Diff>();

  beforeAll(async () => {
    const versions = compileVersions(cases);
    const sdks = new Map<string, SdkFiles>();
    const sources: Record<string, string> = {};
    for (const [index, parameter] of parameters.entries()) {
      const place = `before-${index}`;
      sdks.set(place, await generateSdk(versions.base, place, parameter));
      sources[`${place}/calls.ts`] = callProgram;
      for (const [name, text] of Object.entries(corpus)) sources[`${place}/${name}`] = text;
    }
    for (const one of cases) {
      sdks.set(one.place, await generateSdk(versions.after[one.index] ?? [], one.place, optionsOf(one)[1]));
      if (one.from !== undefined) {
        const place = beforeOf(one);
        sdks.set(place, await generateSdk(versions.before[one.index] ?? [], place, optionsOf(one)[0]));
        if (one.step !== "major")
          for (const [name, text] of Object.entries(corpus)) sources[`${place}/${name}`] = text;
      }
      if (one.breaks !== undefined) {
        sources[`${beforeOf(one)}/breaks-${one.index}.ts`] = breaking(one);
        sources[`${one.place}/breaks.ts`] = breaking(one);
      }
      if (one.step !== "major")
        for (const [name, text] of Object.entries(corpus)) sources[`${one.place}/${name}`] = text;
    }
    for (const one of cases.filter(({ from }) => from !== undefined)) {
      const [old, now] = [sdks.get(beforeOf(one)), sdks.get(one.place)];
      if (old && now) judged.set(one.name, await diffSdks(old, now));
    }
    programs = await compilePrograms(sdks, sources);
  }, 600_000);
  afterAll(() => programs[Symbol.asyncDispose]());

  const saidOf = (path: string): readonly string[] => programs.said.get(path) ?? [];

  it("is tried with SDKs that compile", () => {
    expect([...programs.said.keys()].filter((path) => path.includes("/sdk/"))).toEqual([]);
    expect([...programs.said].filter(([path]) => path.startsWith("before-"))).toEqual([]);
  });

  it.each(cases.filter(({ from }) => from !== undefined))("is $step where $name", ({ name, step }) => {
    const { changes = [], step: found } = judged.get(name) ?? {};
    const told = changes.map((one) => `${one.step}: ${one.sentences.join(". ")} (${one.reasons.join(". ")})`);
    if (process.env["SHOW"]) console.log([name, ...told].join("\n  "));
    expect({ told, step: found }).toEqual({ told, step });
  });

  it.each(cases.filter(({ breaks }) => breaks !== undefined))(
    "is true where $name: a program does not compile any more",
    ({ place }) => {
      expect(saidOf(`${place}/breaks.ts`)).not.toEqual([]);
    },
  );

  it.each(cases.filter(({ fails }) => fails?.kind === "bytes" || fails?.kind === "json"))(
    "is true where $name: what was written is not read as it was",
    async ({ fails, place, ...one }) => {
      if (fails?.kind !== "bytes" && fails?.kind !== "json") return;
      const [old, now] = [beforeOf(one), place];
      const type = async (side: string): Promise<Codec> => {
        const codec = (await programs.load<Codecs>(`${side}/sdk/acme/v1/index.js`))[fails.type];
        if (!codec) throw new Error(`no ${fails.type}`);
        return codec;
      };
      const { toJson, fromJson } = await programs.load<Json>(`${old}/sdk/index.js`);
      const [writer, reader] = [await type(old), await type(now)];
      const written = writer.create(fails.value);
      const read = (by: Codec): object =>
        fails.kind === "bytes" ? by.decode(writer.encode(written)) : fromJson(by, toJson(writer, written));
      expect(read(writer)).toMatchObject(fails.value);
      let result: object | undefined;
      try {
        result = read(reader);
      } catch {
        // Not read at all is not read as it was.
      }
      if (result) expect(result).not.toMatchObject(fails.value);
    },
  );

  it.each(cases.filter(({ fails }) => fails?.kind === "call"))(
    "is true where $name: a server of the new version does something else",
    async ({ fails, place, ...one }) => {
      if (fails?.kind !== "call") return;
      const { calls } = await programs.load<{ calls: Calls }>(`${beforeOf(one)}/calls.js`);
      const resultAt = async (side: string): Promise<string> => {
        await using emulator = await serve(programs, side);
        return await calls[fails.call](optionsFor(emulator)).catch((error: unknown) => String(error));
      };
      const before = await resultAt(beforeOf(one));
      expect(before).not.toMatch(/Error/);
      expect(await resultAt(place)).not.toBe(before);
    },
  );

  it.each(cases.filter(({ step }) => step !== "major"))(
    "is true where $name: programs compile and run as before",
    async ({ place, ...one }) => {
      for (const name of Object.keys(corpus)) expect(saidOf(`${place}/${name}`)).toEqual([]);
      const resultsAt = async (side: string): Promise<string[]> => {
        await using emulator = await serve(programs, side);
        const names = ["messages.js", "resources.js"];
        const loaded = await Promise.all(names.map((name) => programs.load<Program>(`${side}/${name}`)));
        return await Promise.all(loaded.map(({ run }) => run(optionsFor(emulator))));
      };
      expect(await resultsAt(place)).toEqual(await resultsAt(beforeOf(one)));
    },
  );
});
