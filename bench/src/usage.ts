import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The resources that a program used, in all its threads and child processes. */
export interface Usage {
  readonly wallMs: number;
  /** Processor time, user and system. */
  readonly cpuMs: number;
  /** The peak memory of one process. */
  readonly peakBytes: number;
}

/** How a program is run. */
export interface RunOptions {
  /** File that becomes its standard input; none by default. */
  readonly input?: string;
  /** File that takes its standard output; nowhere by default. */
  readonly output?: string;
}

/** A module that a process loads first: it writes the used resources at the end. */
const witness = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const write = () => appendFileSync(process.env.STRATUS_USAGE, JSON.stringify(process.resourceUsage()) + "\\n");
  if (isMainThread) process.on("exit", write);
`)}`;

/**
 * Runs a program of Node.
 *
 * @param args the program and its arguments
 * @throws if it fails
 */
export async function measureUsage(args: readonly string[], options: RunOptions = {}): Promise<Usage> {
  const usage = await usageWithin(Infinity, args, options);
  if (usage === undefined) throw new Error(`${args[0]} was stopped`);
  return usage;
}

/** Measures a program that is stopped after a timeout. Returns undefined if it was stopped. */
export async function usageWithin(
  limitMs: number,
  args: readonly string[],
  { input = "/dev/null", output = "/dev/null" }: RunOptions = {},
): Promise<Usage | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-usage-"));
  const left = join(folder, "usage");
  const files = [openSync(input, "r"), openSync(output, "w")] as const;
  try {
    const start = performance.now();
    const child = spawn(process.execPath, ["--import", witness, ...args], {
      stdio: [...files, "inherit"],
      env: { ...process.env, STRATUS_USAGE: left },
      ...(Number.isFinite(limitMs) && { timeout: limitMs, killSignal: "SIGKILL" }),
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (...ending) => resolve(ending));
    });
    const wallMs = performance.now() - start;
    if (signal === "SIGKILL" && wallMs >= limitMs) return undefined;
    if (code !== 0) throw new Error(`${args[0]} ended with ${code ?? signal}`);
    return { wallMs, ...sumUsage(await readFile(left, "utf8")) };
  } finally {
    files.forEach(closeSync);
    await rm(folder, { recursive: true });
  }
}

function sumUsage(lines: string): Omit<Usage, "wallMs"> {
  const all = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as NodeJS.ResourceUsage);
  return {
    cpuMs: all.reduce((sum, { userCPUTime, systemCPUTime }) => sum + (userCPUTime + systemCPUTime) / 1000, 0),
    peakBytes: Math.max(...all.map(({ maxRSS }) => maxRSS * 1024)),
  };
}
