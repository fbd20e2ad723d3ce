import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { findNodes } from "../runtimes/runtimes.js";
import { alarms, openDesk } from "./desk.fixture.js";
import { call, publish } from "./stories.fixture.js";

/** The stories on the other versions of Node, with the time that each command took. */
describe("the first hour", { timeout: 900_000 }, () => {
  it.each(findNodes())("goes well on $title", async ({ title, command }) => {
    await using desk = await openDesk({ nodeFolder: dirname(command) });
    const version = await desk.type(await desk.folder("version"), "node --version");
    expect(`Node ${version.out.trim().slice(1)}`).toBe(title);
    const stories = { "a team publishes": publish, "a developer calls and tests": call };
    const took: string[] = [];
    for (const [story, tell] of Object.entries(stories)) {
      const start = performance.now();
      await tell(desk);
      took.push(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  in all: ${story}`);
    }
    const ended = desk.shown.map((one) => ({ typed: one.typed, code: one.code, alarms: alarms(one) }));
    expect(ended).toEqual(desk.shown.map((one) => ({ typed: one.typed, code: 0, alarms: [] })));
    const times = desk.shown.map(({ typed, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${typed}`);
    console.log([title, ...times, ...took].join("\n"));
  });
});
