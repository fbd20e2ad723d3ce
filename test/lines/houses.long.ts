import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("lines of code are counted in every house, and shown beside those of the last release", () => {
  const table = execFileSync(process.execPath, ["tools/lines.mjs"], { encoding: "utf8" });
  console.log(table);
  const rows = [...table.matchAll(/^(\S+) +\d+ +(\d+)/gm)].map(([, house, now]) => [house, Number(now)]);
  expect(rows.map(([house]) => house)).toEqual(
    expect.arrayContaining(["runtime", "generator/kit", "templates", "emulator", "convention", "all"]),
  );
  expect(rows.filter(([house, now]) => (house === "elsewhere") !== (now === 0))).toEqual([]);
});
