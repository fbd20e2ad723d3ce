import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Half } from "./halves.js";

/** The counts that the runner prints at its end. */
export interface Counts {
  readonly total: number;
  readonly passed: number;
}

const built = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const source = (file: string): string => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));

/** The arguments of the runner for one half. */
export function argumentsOf(half: Half): string[] {
  const { client, features, knownFailing, run = [], server } = half;
  const mode = client && server ? "both" : client ? "client" : "server";
  const programs = [
    ...(client ? [process.execPath, built("client.js"), client] : []),
    ...(client && server ? ["----"] : []),
    ...(server ? [process.execPath, built("server.js"), server] : []),
  ];
  return [
    "--mode",
    mode,
    "--conf",
    source(`features/${features}.yaml`),
    ...run.flatMap((pattern) => ["--run", pattern]),
    ...(knownFailing ? ["--known-failing", `@${source(`known-failing/${knownFailing}.txt`)}`] : []),
    // Cases have deadlines of some hundred milliseconds, which a small machine misses under many calls.
    "--max-servers",
    "1",
    ...(client ? [] : ["--parallel", "4"]),
    "--",
    ...programs,
  ];
}

/** Runs all cases of one half, and prints what the runner prints. */
export async function runHalf(runner: string, half: Half): Promise<{ isGood: boolean; counts: Counts }> {
  const child = spawn(runner, argumentsOf(half), { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += String(chunk);
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  process.stdout.write(text);
  return { isGood: code === 0, counts: countsIn(text) };
}

/** Reads the counts at the end of the runner's output. */
export function countsIn(text: string): Counts {
  const [, total, passed] = /Total cases: (\d+)\n(\d+) passed/.exec(text) ?? [];
  return { total: Number(total ?? 0), passed: Number(passed ?? 0) };
}
