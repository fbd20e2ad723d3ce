import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffSdks } from "../../generator/src/versions/diff.js";
import { openFolder, type Folder } from "../compile.fixture.js";
import { programSettings } from "./programs.fixture.js";
import { filesOf, typeScriptChanges, type TypeScriptChange } from "./typescript.fixture.js";
import { writeUses } from "./uses.fixture.js";

/** Each change, and the change back, whose step only the programs know. */
const cases = [
  ...typeScriptChanges,
  ...typeScriptChanges.map(({ name, before, after }) => ({
    name: `back from where ${name}`,
    before: after,
    after: before,
  })),
].map((change, index) => ({ ...change, index }));

const stepOf = async ({ before, after }: (typeof cases)[number]): Promise<string | undefined> => {
  const [old, now] = [before, after].map((source) => ({ label: "sdk", files: filesOf(source) }));
  return old && now ? (await diffSdks(old, now)).step : undefined;
};

/** The steps of the table, held against programs that a generator writes and the compiler checks. */
describe("the step of a change of types", { timeout: 300_000 }, () => {
  let folder: Folder;
  const errors = new Map<string, string[]>();

  beforeAll(async () => {
    folder = await openFolder();
    const files = cases.flatMap(({ index, before, after }) => {
      const uses = writeUses(filesOf(before));
      return [
        ["before", before],
        ["after", after],
      ].flatMap(([side, source]) => [
        ...[...filesOf(source as TypeScriptChange["before"])].map(
          ([path, text]) => [`${side as string}-${index}/${path}`, text] as const,
        ),
        [`${side as string}-${index}/uses.ts`, uses] as const,
      ]);
    });
    await folder.write({
      ...Object.fromEntries(files),
      "package.json": '{ "type": "module" }',
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...programSettings, noImplicitOverride: true },
        include: ["**/uses.ts"],
      }),
    });
    for (const line of (await folder.check("TypeScript 7")).split("\n")) {
      const [, place, text] = /^([^\s(/]+)\/uses\.ts\(\d+,\d+\): (.*)$/.exec(line) ?? [];
      if (place !== undefined && text !== undefined) errors.set(place, [...(errors.get(place) ?? []), text]);
    }
  }, 300_000);
  afterAll(() => folder[Symbol.asyncDispose]());

  it("is tried with programs that compile before", () => {
    expect([...errors].filter(([place]) => place.startsWith("before-"))).toEqual([]);
  });

  it.each(cases)("is major if programs break: $name", async (one) => {
    const broken = errors.get(`after-${one.index}`) ?? [];
    const isMajor = (await stepOf(one)) === "major";
    expect({ isMajor, broken }).toEqual({ isMajor: broken.length > 0, broken });
  });
});
