import { beforeAll, describe, expect, it } from "vitest";
import { diffSdks } from "../../generator/src/versions/diff.js";
import type { KnownModules } from "../../generator/src/surface/read-surface.js";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { changes } from "./changes.fixture.js";
import { spread } from "../runs.js";
import { compileVersions, generateSdk, defaultOptions, type Versions } from "./versions.fixture.js";

/** What each change is judged as and called. `npm run long -- changes` judges all of them, and shows that the verdicts are true. */
describe("a change of the protos", () => {
  let versions: Versions;
  const before = new Map<string, Promise<SdkFiles>>();
  const known: KnownModules = new Map();
  beforeAll(() => {
    versions = compileVersions();
  });

  /** The SDK before is the same for nearly all changes. */
  const beforeBy = (parameter: string): Promise<SdkFiles> => {
    const known = before.get(parameter) ?? generateSdk(versions.base, "before", parameter);
    before.set(parameter, known);
    return known;
  };

  const rows = changes.map((change, index) => ({ ...change, index }));
  it.each(spread(rows, rows.length / 8))(
    "where $name",
    async ({ index, step, words, options = [defaultOptions, defaultOptions] }) => {
      const after = await generateSdk(versions.after[index] ?? [], "after", options[1]);
      const diff = await diffSdks(await beforeBy(options[0]), after, {}, known);
      expect({ step: diff.step, words: diff.changes.map((one) => one.sentences.join(". ")) }).toEqual({
        step,
        words,
      });
    },
  );
});

describe("the table", () => {
  it("has at least eighty changes, and shows of each that breaks how it does", () => {
    expect(changes.length).toBeGreaterThanOrEqual(80);
    const unshown = changes.filter(
      ({ step, breaks, fails }) => (step === "major") !== ((breaks ?? fails) !== undefined),
    );
    expect(unshown.map(({ name }) => name)).toEqual([]);
  });
});
