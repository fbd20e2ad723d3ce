import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EmulatorOptions } from "@stratus/emulator";
import { Cloud, type CloudOptions, staticToken } from "@svc/cloud";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The token that every run of the emulator knows. */
const token = "token-of-the-test";

const emulatorScript = `
import { startEmulator } from "@stratus/emulator";
const { token, ...options } = JSON.parse(process.argv[1]);
const emulator = await startEmulator(options);
emulator.issueToken({ token });
console.log(emulator.address);`;

/** Starts a program in its own process, from its source; gives the process and its first line. */
export async function startProgram(
  script: string,
  argument: unknown,
): Promise<{ readonly child: ChildProcess; readonly line: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, JSON.stringify(argument)], {
    cwd: top,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  for await (const chunk of child.stdout) {
    out += String(chunk);
    const end = out.indexOf("\n");
    if (end >= 0) return { child, line: out.slice(0, end) };
  }
  throw new Error(`the program ended without a line: ${out}`);
}

/** An emulator in its own process, which can be killed and started again where it was, with what it has saved. */
export class EmulatorProcess implements AsyncDisposable {
  readonly #options: Partial<EmulatorOptions>;
  readonly #folder: string;
  #child: ChildProcess;
  address: string;

  private constructor(options: Partial<EmulatorOptions>, folder: string, first: Started) {
    this.#options = options;
    this.#folder = folder;
    this.#child = first.child;
    this.address = first.address;
  }

  static async start(options: Partial<EmulatorOptions> = {}): Promise<EmulatorProcess> {
    const folder = await mkdtemp(join(tmpdir(), "modify-"));
    return new EmulatorProcess(options, folder, await launch(options, folder, 0));
  }

  /** Kills it, whatever it is doing, and starts it again at the same address. */
  async restart(): Promise<void> {
    await this.kill();
    const port = Number(this.address.split(":").at(-1));
    const { child } = await launch(this.#options, this.#folder, port);
    this.#child = child;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** How a session gets there; plain data, so that another process can be told. */
  get access() {
    return { apiDomain: "api.example.com", endpoint: this.address, insecure: true, token };
  }

  openSession(options: Partial<CloudOptions> = {}): Cloud {
    const { token: known, ...access } = this.access;
    return new Cloud({ ...access, credentials: staticToken(known), ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly address: string;
}

async function launch(options: Partial<EmulatorOptions>, folder: string, port: number): Promise<Started> {
  const given = { protos: ".", port, stateFile: join(folder, "state.json"), token, ...options };
  const { child, line } = await startProgram(emulatorScript, given);
  return { child, address: line };
}
