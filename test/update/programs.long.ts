import { array, assert, asyncProperty, constantFrom, integer, record, type Arbitrary } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runParameters } from "../mask/random-cases.fixture.js";
import { openPool, type ApiPool } from "./api-pool.fixture.js";
import { EmulatorServers } from "./emulator-servers.fixture.js";
import { Programs, type ProgramSeed } from "./program.fixture.js";
import { memoryServers } from "./server.fixture.js";
import { ProgramTally } from "./tally.fixture.js";

/** How many APIs the programs are written for, in two versions each. */
const apiCount = 24;
/** How many programs run, half of them against each server. */
const programCount = 20_000;
const { seed } = runParameters();

interface Case extends ProgramSeed {
  readonly api: number;
}

const programs: Arbitrary<Case> = record({
  api: integer({ min: 0, max: apiCount - 1 }),
  seed: integer(),
  budget: integer({ min: 8, max: 60 }),
  reading: constantFrom("strict" as const, "plain" as const),
});

describe("what a program did not name is as it was, and what it named is as it asked, or the call was refused", () => {
  let pool: ApiPool;

  beforeAll(async () => {
    pool = await openPool(seed, apiCount);
  }, 300_000);
  afterAll(() => pool.remove());

  const run = async (runner: Programs, one: Case, tally: ProgramTally): Promise<void> => {
    const api = pool.apis[one.api];
    if (!api) throw new Error("no such API");
    const result = await runner.run(api, one);
    tally.count(result);
    const wrong = result.writes.find(({ problem }) => problem !== undefined);
    if (!wrong) return;
    const shapes = [...wrong.shapes].join(", ");
    throw new Error([`${wrong.kind}: ${wrong.problem}`, shapes, result.ages, ...result.trace].join("\n"));
  };

  it("at two servers that read the conventions differently", { timeout: 600_000 }, async () => {
    const tally = new ProgramTally();
    const runner = new Programs(memoryServers());
    const check = asyncProperty(programs, (one) => run(runner, one, tally));
    await assert(check, { numRuns: programCount, seed });
    tally.print();
    tally.expectDepth(programCount);
  });

  it("at emulators, over sockets", { timeout: 600_000 }, async () => {
    await using emulators = new EmulatorServers();
    const tally = new ProgramTally();
    const runner = new Programs(emulators.open);
    const some = array(programs, { minLength: 20, maxLength: 20 });
    const check = asyncProperty(some, async (batch) => {
      for (const one of batch) await run(runner, one, tally);
    });
    await assert(check, { numRuns: 15, seed });
    expect(tally.programs).toBe(300);
  });
});
