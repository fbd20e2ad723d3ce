import { expect, it } from "vitest";
import { runParameters } from "../mask/random-cases.fixture.js";
import { openPool, type ApiPool, type PoolApi } from "./api-pool.fixture.js";
import { nameOf, runProgram, type ProgramSeed } from "./program.fixture.js";
import type { Dialect } from "./random-api.fixture.js";
import { memoryServers, type OpenServer } from "./server.fixture.js";
import type { Reading } from "./server-reading.fixture.js";
import { ProgramTally } from "./tally.fixture.js";

/** A run of random programs for the APIs of a pool. */
interface PoolRun {
  readonly seed: number;
  /** The numbers of the programs. */
  readonly programs: Iterable<number>;
  /** How the server reads, if not each program draws it. */
  readonly reading?: Reading;
}

/** A run of random programs for random APIs. */
interface ProgramRun extends PoolRun {
  readonly dialects: readonly Dialect[];
  /** How many APIs the programs are written for, in two versions each. */
  readonly apis: number;
}

/** The numbers of so many programs, from the first. */
export const firstPrograms = (count: number): readonly number[] => [...Array.from({ length: count }).keys()];

/** So many failing programs are told in full. */
const mostTold = 3;
const apis = 12;
/** Programs for each seed, beside as many of the other file. `PROGRAM_COUNT` runs fewer. */
const programCount = Number(process.env["PROGRAM_COUNT"] ?? 10_000);
/** How many seeds are run: `PROGRAM_SEEDS=1 npm run long -- programs` is a tenth of it. `MASK_SEED` is the first of them. */
const seedCount = Number(process.env["PROGRAM_SEEDS"] ?? 10);

/** Runs one alone again, as failures name it: `PROGRAM=7301:4711 npx vitest run --config vitest.long.config.ts test/update/open-enums.long.ts`. */
const replayed = process.env["PROGRAM"]?.split(":").map(Number);

/** Judges ten thousand programs on each seed, for APIs in some dialects, at servers of every reading. */
export function judgePrograms(dialects: readonly Dialect[]): void {
  if (replayed) {
    const [seed = 0, number = 0] = replayed;
    return it(`on seed ${seed}, program ${number}`, async () => {
      await runPrograms({ seed, dialects, apis, programs: [number] }, memoryServers(), new ProgramTally());
    });
  }
  const { seed: first } = runParameters();
  const seeds = Array.from({ length: seedCount }, (_, index) => first + index);
  const tally = new ProgramTally();

  it.each(seeds)("on seed %d", { timeout: 900_000 }, async (seed) => {
    const programs = firstPrograms(programCount);
    await runPrograms({ seed, dialects, apis, programs }, memoryServers(), tally);
  });

  it("in every combination and shape, and few edits are refused", () => {
    tally.print();
    // Of twelve combinations, each has a twentieth at least.
    tally.expectDepth((seedCount * programCount) / 20);
    expect(tally.losses).toBe(0);
    expect(tally.refusedPercent("same age")).toBeLessThan(1.5);
    expect(tally.refusedPercent("older")).toBeLessThan(3);
  });
}

/** What all of them hold. */
export const promise =
  "what a program did not name is as it was, and what it named is as it asked, or the call was refused";

/**
 * Runs programs for random APIs at servers.
 *
 * @throws an Error that tells the first that failed, with what led to it
 */
export async function runPrograms(
  { dialects, apis: apiCount, ...run }: ProgramRun,
  open: OpenServer,
  tally: ProgramTally,
): Promise<void> {
  await runPoolPrograms(await openPool(run.seed, apiCount, dialects), run, open, tally);
}

/** Does the same for the APIs of a pool, which it removes. */
export async function runPoolPrograms(
  pool: ApiPool,
  { seed, programs, reading }: PoolRun,
  open: OpenServer,
  tally: ProgramTally,
): Promise<void> {
  const failures: string[] = [];
  try {
    for (const index of programs) {
      const api = pool.apis[index % pool.apis.length] as PoolApi;
      const one = { seed: Math.imul(seed, 0x9e3779b1) + index, budget: 8 + (index % 53) };
      const found = await runOne(open, api, { one, reading }, tally);
      if (found !== undefined) failures.push(`program ${index}: ${found}\n${api.api.newer}`);
    }
  } finally {
    pool.remove();
  }
  if (failures.length === 0) return;
  throw new Error(
    [`seed ${seed}: ${failures.length} programs failed`, ...failures.slice(0, mostTold)].join("\n"),
  );
}

/** What was wrong with a program. */
async function runOne(
  open: OpenServer,
  api: PoolApi,
  { one, reading }: { readonly one: ProgramSeed; readonly reading: Reading | undefined },
  tally: ProgramTally,
): Promise<string | undefined> {
  const result = await runProgram(open, api, one, reading);
  tally.count(result);
  const wrong = result.writes.find(({ problem }) => problem !== undefined);
  if (!wrong) return undefined;
  const { kind, style, problem, shapes } = wrong;
  const who = `${nameOf(result)}, ${result.server} server`;
  const how = style === undefined ? kind : `${kind} ${style}`;
  return [`${how}: ${problem}`, [...shapes].join(", "), who, ...result.trace()].join("\n");
}
