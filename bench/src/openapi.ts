import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { top } from "./corpus.js";
import type { Row } from "./report.js";
import { createRow } from "./slices.js";
import { measureUsage, type Usage } from "./usage.js";

const peers = join(top, "bench/peers/node_modules");
const description = join(peers, "@octokit/openapi/generated/api.github.com.json");
const runs = 3;

/** Generation of a client for GitHub's 1,223 operations, in a separate process, beside hey-api. */
export async function openapiRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const ours = [join(top, "generator/bin/stratus.js"), "openapi", description, "--package-name", "github"];
    const theirs = [join(peers, "@hey-api/openapi-ts/dist/run.mjs"), "-i", description];
    const costs: { readonly stratus: Usage; readonly "hey-api": Usage }[] = [];
    for (let run = 0; run < runs; run++) {
      costs.push({
        stratus: await measureUsage([...ours, "--out", join(folder, `ours-${run}`)]),
        "hey-api": await measureUsage([...theirs, "-o", join(folder, `theirs-${run}`)]),
      });
    }
    return [
      ...createRows("client of 1,223 operations", "ms CPU", costs, ({ cpuMs }) => cpuMs),
      ...createRows("client of 1,223 operations, memory", "MB", costs, ({ peakBytes }) => peakBytes / 1e6),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function createRows(
  topic: string,
  unit: string,
  costs: readonly { readonly stratus: Usage; readonly "hey-api": Usage }[],
  read: (usage: Usage) => number,
): Row[] {
  const beside = costs.map((cost) => read(cost["hey-api"]));
  return (["hey-api", "stratus"] as const).map((contestant) =>
    createRow(
      { topic, unit, contestant, beside: "hey-api" },
      costs.map((cost) => read(cost[contestant])),
      beside,
    ),
  );
}
