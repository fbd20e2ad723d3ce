import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const plugin = fileURLToPath(new URL("../../generator/bin/protoc-gen-stratus.js", import.meta.url));

/** What a run of the plugin has used. */
export interface Usage {
  /** Milliseconds of processor time. */
  readonly cpuMs: number;
  /** The most memory that it had at one time. */
  readonly peakBytes: number;
}

/** Runs the plugin on a request, in a process of its own, as buf does. */
export function usageOf(request: Uint8Array): Usage {
  const told = `process.on("exit", () => console.error("used", JSON.stringify(process.resourceUsage())))`;
  const hook = `data:text/javascript,${encodeURIComponent(told)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", hook, plugin], {
    input: request,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`the plugin ended with ${status}: ${String(stderr)}`);
  const said = [...String(stderr).matchAll(/^used (.*)$/gm)].map(
    ([, text = ""]) => JSON.parse(text) as NodeJS.ResourceUsage,
  );
  return {
    cpuMs: said.reduce(
      (sum, { userCPUTime, systemCPUTime }) => sum + (userCPUTime + systemCPUTime) / 1000,
      0,
    ),
    peakBytes: Math.max(...said.map(({ maxRSS }) => maxRSS * 1024)),
  };
}
