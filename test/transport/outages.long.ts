import { expect, it, vi } from "vitest";
import {
  callAgainAndAgain,
  callOne,
  Ends,
  simulate,
} from "../../runtime/src/fixture/simulated-client.fixture.js";
import type { Condition } from "../../runtime/src/fixture/simulated-network.fixture.js";

/** What outages cost one to 10,000 callers, by the whole of a session on a simulated network. */

vi.mock(
  "../../runtime/src/network/transport/connection/connect.js",
  () => import("../../runtime/src/fixture/simulated-network.fixture.js"),
);

const callers = [1, 10, 100, 1_000, 10_000];
const outagesMs = [100, 1_000, 3_000, 10_000, 30_000];

it("a connection that is lost with 10,000 calls on it loses none that may be repeated", async () => {
  const { clock, network, things } = await simulate();
  const ends = new Ends();
  for (let n = 0; n < 10_000; n++) ends.add(callOne(things, n));
  await clock.advance(5);
  network.drop();
  await clock.advance(1_000);
  await ends.all;
  expect(ends.ok).toBe(10_000);
  expect(network.requestsMs).toHaveLength(20_000);
});

it.each<Condition>(["refuses connections", "answers UNAVAILABLE"])(
  "a service that %s: the table",
  async (condition) => {
    const rows: string[] = [];
    for (const count of callers) {
      const cells: string[] = [];
      for (const outageMs of outagesMs) {
        const { clock, network, things } = await simulate();
        clock.after(1_000, () => {
          network.condition = condition;
          network.drop();
        });
        clock.after(1_000 + outageMs, () => (network.condition = "answers"));
        const { ok, errors } = await callAgainAndAgain(things, clock, count, outageMs + 3_000, 1_000);
        const calls = ok + errors.length;
        cells.push(`${errors.length} of ${calls}, ${(network.requestsMs.length / calls).toFixed(2)}`);
      }
      rows.push(`| ${count} | ${cells.join(" | ")} |`);
      console.log(rows.at(-1));
    }
    const head = `| callers | ${outagesMs.map((ms) => `${ms / 1_000} s`).join(" | ")} |`;
    console.log([`a service that ${condition}`, head, "|---|---|---|---|---|---|", ...rows].join("\n"));
  },
  1_800_000,
);
