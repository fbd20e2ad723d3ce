import { describe, expect, it } from "vitest";
import { diffSdks } from "../../generator/src/versions/diff.js";
import { filesOf, typeScriptChanges, type Source } from "./typescript.fixture.js";

const sdk = (source: Source): { label: string; files: ReadonlyMap<string, string> } => ({
  label: "sdk",
  files: filesOf(source),
});

/** `npm run long -- changes` compiles programs with both versions, which shows that the steps are true. */
describe("a change of types", () => {
  it.each(typeScriptChanges)("is $step where $name", async ({ before, after, step }) => {
    const diff = await diffSdks(sdk(before), sdk(after));
    const words = diff.changes.map((one) => one.sentences.join(". "));
    expect({ step: diff.step, words }).toEqual({ step, words });
  });
});
