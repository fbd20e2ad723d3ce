import { afterAll, describe, expect, it, vi } from "vitest";
import {
  callAgainAndAgain,
  callOne,
  Ends,
  simulate,
} from "../../runtime/src/fixture/simulated-client.fixture.js";
import { printFigure } from "../figures.js";
import type { Condition } from "../../runtime/src/fixture/simulated-network.fixture.js";

/** What outages cost one to 10,000 callers, by the whole of a session on a simulated network. */

vi.mock(
  "../../runtime/src/network/transport/connection/dial.js",
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

describe.each<Condition>(["refuses connections", "answers UNAVAILABLE"])("a service that %s", (condition) => {
  const rows = callers.map((count) => ({ count, cells: [] as string[] }));

  describe.each(rows)("under $count callers", ({ count, cells }) => {
    it.each(outagesMs)(
      "for %i ms costs no more calls and requests than it must",
      async (outageMs) => {
        const { clock, network, things } = await simulate();
        clock.after(1_000, () => {
          network.condition = condition;
          network.drop();
        });
        clock.after(1_000 + outageMs, () => (network.condition = "answers"));
        const { ok, errors } = await callAgainAndAgain(things, clock, count, outageMs + 3_000, 1_000);
        const requests = network.requestsMs.length;
        const calls = ok + errors.length;
        cells.push(`${errors.length} of ${calls}, ${(requests / calls).toFixed(2)}`);
        if (condition === "refuses connections")
          expect({ lost: errors.length, requests }).toEqual({ lost: 0, requests: calls });
        // The bucket of retries, and the tenth of a retry that each success adds to it.
        else expect(requests - calls).toBeLessThanOrEqual(500 + ok / 10);
      },
      1_800_000,
    );
  });

  afterAll(() => {
    const head = `| callers | ${outagesMs.map((ms) => `${ms / 1_000} s`).join(" | ")} |`;
    const lines = rows.map(({ count, cells }) => `| ${count} | ${cells.join(" | ")} |`);
    printFigure(condition, [head, "|---|---|---|---|---|---|", ...lines].join("\n"));
  });
});
