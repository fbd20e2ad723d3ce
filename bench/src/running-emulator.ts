import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What an emulator has used so far. */
export interface EmulatorUsage {
  /** Processor time, user and system. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** The command of an emulator in a process of its own. */
export interface RunningEmulator extends AsyncDisposable {
  /** The host and port of its gRPC server. */
  readonly address: string;
  usage(): Promise<EmulatorUsage>;
}

/** A module that the command loads first: it answers messages, also of versions that know nothing of a bench. */
const witness = `data:text/javascript,${encodeURIComponent(`
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() });
  });
  process.channel.unref();
`)}`;

/**
 * Starts the command of the emulator for the sample SDK, and waits until it is ready.
 *
 * @param root a checkout whose packages are built
 * @param flags more flags of the command. What it writes to standard error is dropped
 */
export async function startEmulator(root: string, flags: readonly string[]): Promise<RunningEmulator> {
  const command = join(root, "emulator/bin/stratus-emulator.js");
  const sdk = join(root, "generated/cloud");
  const args = ["--import", witness, command, sdk, "--json", "--token", "bench", ...flags];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "ignore", "ipc"] });
  const ended = once(child, "exit");
  let out = "";
  for await (const chunk of child.stdout ?? []) {
    out += String(chunk);
    if (out.includes("\n")) break;
  }
  if (!out.includes("\n")) throw new Error(`the emulator of ${root} did not start`);
  const { endpoint } = JSON.parse(out) as { readonly endpoint: string };
  return {
    address: endpoint,
    async usage() {
      child.send({});
      const [usage] = (await once(child, "message")) as [EmulatorUsage];
      return usage;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
