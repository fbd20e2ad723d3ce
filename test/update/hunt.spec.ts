import { afterAll, beforeAll, it } from "vitest";
import { openPool, type ApiPool } from "./api-pool.fixture.js";
import { memoryServers } from "./server.fixture.js";
import { Programs, type ProgramResult } from "./program.fixture.js";

let pool: ApiPool;
const seed = Number(process.env["UPDATE_SEED"] ?? 1);
beforeAll(async () => {
  const t = performance.now();
  pool = await openPool(seed, Number(process.env["APIS"] ?? 6));
  console.log("pool ms", performance.now() - t);
}, 120_000);
afterAll(() => (process.env["KEEP"] ? undefined : pool.remove()));
it("hunts", async () => {
  const programs = new Programs(memoryServers());
  const n = Number(process.env["N"] ?? 500);
  const t = performance.now();
  const cpu = process.cpuUsage();
  const only = process.env["ONLY"] ? Number(process.env["ONLY"]) : undefined;
  const tally = new Map<string, { count: number; first: string }>();
  const count = (k: string, f = "") => {
    const h = tally.get(k) ?? { count: 0, first: f };
    h.count++;
    tally.set(k, h);
  };
  for (let i = 0; i < n; i++)
    for (const reading of ["strict", "plain"] as const) {
      if (only !== undefined && i !== only) continue;
      const api = pool.apis[i % pool.apis.length]!;
      let r: ProgramResult;
      try {
        r = await programs.run(api, { seed: seed * 1000003 + i, budget: 10 + (i % 50), reading });
      } catch (e) {
        count("CRASH " + String((e as Error).stack).slice(0, 400), String(i));
        continue;
      }
      count(`rival ${r.hasRival}`);
      count("ages " + r.ages);
      for (const w of r.writes) {
        count("kind " + w.kind);
        for (const s of w.shapes) count("shape " + w.kind.slice(0, 6) + " " + s);
        if (w.refusal)
          count(
            `refusal ${w.isTrap ? "trap" : ""} ${w.kind} ${w.refusal.by} ${w.refusal.text.replace(/[a-z_]+[0-9]*(\.[\w"*]+)+/g, "PATH").slice(0, 200)}`,
          );
        if (w.problem) {
          const shape = w.problem
            .replace(/^\S+: /, "")
            .replace(/is gone, want.*/, "GONE")
            .replace(/is .*want nothing/, "STAYS")
            .replace(/is .*/s, "OTHER")
            .replace(/the engine.*/s, "ENGINE")
            .slice(0, 80);
          count(
            `PROBLEM ${reading} ${w.kind} ${shape}`,
            `#${i} ${api.api.packageName} rival=${r.hasRival} ${r.ages} [${[...w.shapes].join()}]\n   ${w.problem.slice(0, 1500)}\n   ${only !== undefined ? r.trace.join("\n") : ""}`,
          );
        }
      }
    }
  for (const [k, v] of [...tally].sort())
    console.log(v.count, k, k.startsWith("PROBLEM") || k.startsWith("CRASH") ? v.first : "");
  console.log("ms", performance.now() - t, "cpu", process.cpuUsage(cpu));
}, 600_000);
