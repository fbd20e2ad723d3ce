import { sample } from "fast-check";
import { expect, it } from "vitest";
import { diffSdks } from "../../generator/src/versions/diff.js";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { corpus } from "./corpus.fixture.js";
import { anyMutations, mutated } from "./mutations.fixture.js";
import { compilePrograms, optionsFor, serve } from "./programs.fixture.js";
import { compileVersions, generateSdk, defaultOptions } from "./versions.fixture.js";

const seed = Number(process.env["STRATUS_SEED"] ?? Date.now());
const runs = 150;

type Program = { run(options: object): Promise<string> };

it(
  `changes by chance are never "not breaking" where programs break (STRATUS_SEED=${seed})`,
  { timeout: 900_000 },
  async () => {
    const { base: files } = compileVersions([]);
    const old = await generateSdk(files, "before", defaultOptions);
    const sdks = new Map<string, SdkFiles>([["before", old]]);
    const programs: Record<string, string> = {};
    const judged: { place: string; what: string }[] = [];
    let breaking = 0;
    for (const [index, list] of sample(anyMutations, { numRuns: runs, seed }).entries()) {
      const place = `after-${index}`;
      // What the generator refuses is no SDK that anyone could have.
      const sdk = await generateSdk(mutated(files, list), place, defaultOptions).catch(() => undefined);
      if (!sdk) continue;
      const { step, changes } = await diffSdks(old, sdk);
      if (step === "major") {
        breaking++;
        continue;
      }
      sdks.set(place, sdk);
      judged.push({
        place,
        what: JSON.stringify({ list, step, words: changes.map(({ sentences }) => sentences) }),
      });
    }
    for (const place of sdks.keys())
      for (const [name, text] of Object.entries(corpus)) programs[`${place}/${name}`] = text;
    await using compiled = await compilePrograms(sdks, programs);
    const resultsAt = async (place: string): Promise<string> => {
      await using emulator = await serve(compiled, place);
      const loaded = await Promise.all(
        ["messages.js", "resources.js"].map((name) => compiled.load<Program>(`${place}/${name}`)),
      );
      return (await Promise.all(loaded.map(({ run }) => run(optionsFor(emulator))))).join("\n");
    };
    const want = await resultsAt("before");
    for (const { place, what } of judged) {
      const said = [...compiled.said].filter(([path]) => path.startsWith(`${place}/`));
      expect({ what, said }).toEqual({ what, said: [] });
      expect({ what, results: await resultsAt(place) }).toEqual({ what, results: want });
    }
    // Both verdicts come often enough to mean something.
    expect(breaking).toBeGreaterThan(runs / 4);
    expect(judged.length).toBeGreaterThan(runs / 20);
  },
);
