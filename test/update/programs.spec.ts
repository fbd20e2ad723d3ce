import { describe, expect, it } from "vitest";
import { runs } from "../runs.js";
import { EmulatorServers } from "./emulator-servers.fixture.js";
import { firstPrograms, promise, runPrograms } from "./programs.fixture.js";
import { memoryServers } from "./server.fixture.js";
import { ProgramTally } from "./tally.fixture.js";

/** A sample, the same each time; `npm run long -- programs` has the rest, on other seeds each time. */
const sample = { seed: 7, dialects: ["proto3", "proto2", "2023"] } as const;

describe(promise, () => {
  it("at servers of every reading", async () => {
    const [tally, count] = [new ProgramTally(), runs(24)];
    await runPrograms({ ...sample, apis: 3, programs: firstPrograms(count) }, memoryServers(), tally);
    expect(tally).toMatchObject({ programs: count, losses: 0 });
  });

  it("at emulators, over sockets", async () => {
    await using emulators = new EmulatorServers();
    const [tally, count] = [new ProgramTally(), runs(8)];
    await runPrograms({ ...sample, apis: 3, programs: firstPrograms(count) }, emulators.open, tally);
    expect(tally).toMatchObject({ programs: count, losses: 0 });
  });
});
