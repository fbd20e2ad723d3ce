import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Row } from "./report.js";
import { measureUsage } from "./usage.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const peers = join(top, "bench/peers/node_modules");
const description = join(peers, "@octokit/openapi/generated/api.github.com.json");

/** The part of hey-api's time that generation may take, and the memory that it may have. */
const allowedPart = 0.25;
const allowedMegabytes = 500;

interface Cost {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Generation of a client for GitHub's 1,223 operations, in a separate process, beside hey-api. */
export async function openapiRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const ours = [join(top, "generator/bin/stratus.js"), "openapi", description, "--package-name", "github"];
    const theirs = [join(peers, "@hey-api/openapi-ts/dist/run.mjs"), "-i", description];
    const costs: { readonly ours: Cost; readonly theirs: Cost }[] = [];
    for (const round of [1, 2, 3]) {
      costs.push({
        ours: await measureCost([...ours, "--out", join(folder, `ours-${round}`)]),
        theirs: await measureCost([...theirs, "-o", join(folder, `theirs-${round}`)]),
      });
    }
    // The quietest of the rounds: others use the machine at the same time.
    const least = (who: "ours" | "theirs"): Cost => ({
      milliseconds: Math.min(...costs.map((cost) => cost[who].milliseconds)),
      megabytes: Math.max(...costs.map((cost) => cost[who].megabytes)),
    });
    const [stratus, hey] = [least("ours"), least("theirs")];
    const time = "openapi, 1,223 operations";
    const memory = `${time}, of ${allowedMegabytes} MB`;
    return [
      {
        topic: time,
        contestant: "hey-api",
        cost: hey.milliseconds,
        unit: "ms CPU",
        ratio: 1,
        target: undefined,
      },
      row(time, stratus.milliseconds, "ms CPU", stratus.milliseconds / hey.milliseconds, allowedPart),
      {
        topic: memory,
        contestant: "hey-api",
        cost: hey.megabytes,
        unit: "MB",
        ratio: hey.megabytes / allowedMegabytes,
        target: undefined,
      },
      row(memory, stratus.megabytes, "MB", stratus.megabytes / allowedMegabytes, 1),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function row(topic: string, cost: number, unit: string, ratio: number, target: number): Row {
  return { topic, contestant: "stratus", cost, unit, ratio, target };
}

async function measureCost(args: readonly string[]): Promise<Cost> {
  const { cpuMs, peakBytes } = await measureUsage(args);
  return { milliseconds: cpuMs, megabytes: peakBytes / 1e6 };
}
