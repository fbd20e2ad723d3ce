import { describe, expect, it } from "vitest";
import { printFigure } from "../figures.js";
import { runParameters } from "../mask/random-cases.fixture.js";
import { firstPrograms, promise, runPoolPrograms } from "./programs.fixture.js";
import { openRealPool } from "./real-pool.fixture.js";
import { realSources } from "./real-sources.fixture.js";
import { applyUpdate } from "./seed-engine.fixture.js";
import { memoryServers } from "./server.fixture.js";
import { plainReading } from "./server-reading.fixture.js";
import { ProgramTally } from "./tally.fixture.js";

/** Programs of all sources together. `PROGRAM_COUNT` runs fewer. */
const programCount = Number(process.env["PROGRAM_COUNT"] ?? 40_000);
/** Runs one source alone: `PROGRAM_SOURCE=envoy`. */
const only = process.env["PROGRAM_SOURCE"];
/** Runs one program alone again: `PROGRAM=7301:4711`, with its source. */
const replayed = process.env["PROGRAM"]?.split(":").map(Number);

describe(`on messages of public APIs, at a server that knows only the rules of the mask: ${promise}`, () => {
  const sources = realSources().filter(({ name }) => only === undefined || name === only);
  const seed = replayed?.[0] ?? runParameters().seed;
  const share = Math.ceil(programCount / sources.length);
  const tally = new ProgramTally();

  it.each(sources)("$name", { timeout: 3_600_000 }, async (source) => {
    const programs = replayed ? replayed.slice(1) : firstPrograms(share);
    const pool = await openRealPool(source, seed);
    await runPoolPrograms(pool, { seed, programs, reading: plainReading }, memoryServers(applyUpdate), tally);
  });

  it("few edits are refused", () => {
    console.log(`${tally.losses} wrong`);
    printFigure("public APIs", `${tally.programs.toLocaleString("en-US")} random programs`);
    tally.printAges();
    tally.printRefusals();
    expect(tally.losses).toBe(0);
    expect(tally.refusedPercent("same age")).toBeLessThan(1.5);
    expect(tally.refusedPercent("older")).toBeLessThan(3);
  });
});
