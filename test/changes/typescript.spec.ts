import { describe, expect, it } from "vitest";
import { diffSdks } from "../../generator/src/versions/diff.js";
import { spread } from "../runs.js";
import { filesOf, typeScriptChanges, type Source } from "./typescript.fixture.js";

const sdk = (source: Source): { label: string; files: ReadonlyMap<string, string> } => ({
  label: "sdk",
  files: filesOf(source),
});

/** `npm run long -- changes` tries all of them in both directions, and shows with programs that the steps are true. */
describe("a change of types", () => {
  it.each(spread(typeScriptChanges, 12))("is $step where $name", async ({ before, after, step }) => {
    const diff = await diffSdks(sdk(before), sdk(after));
    const words = diff.changes.map((one) => one.sentences.join(". "));
    expect({ step: diff.step, words }).toEqual({ step, words });
  });
});
