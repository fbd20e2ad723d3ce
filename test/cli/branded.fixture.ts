import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "@stratus/emulator";
import { writeBranded } from "../../cli/src/init/branded-package.js";
import { findSdk } from "@stratus/dynamic-client";
import { root } from "../repository.fixture.js";

/** What a process did. */
export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
}

/** The branded command `acme` on the PATH of a folder, with an emulator that it calls. */
export interface Branded extends AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly emulator: Emulator;
  /** Runs a line of a shell. */
  sh(line: string, onStart?: (kill: (signal: NodeJS.Signals) => void) => void): Promise<Finished>;
}

/** Writes the command and starts the emulator. */
export async function openBranded(options: Partial<EmulatorOptions> = {}): Promise<Branded> {
  const emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root, ...options });
  const folder = await mkdtemp(join(tmpdir(), "acme-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeBranded(
    { name: "acme", sdk: await findSdk("@svc/cloud", root), version: "1.0.0" },
    join(folder, "acme-cli"),
  );
  mkdirSync(join(folder, "path"));
  const script = `#!/bin/sh\nexec ${process.execPath} ${join(folder, "acme-cli/bin/acme.js")} "$@"\n`;
  writeFileSync(join(folder, "path/acme"), script, { mode: 0o755 });
  const env = {
    PATH: `${join(folder, "path")}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  const sh: Branded["sh"] = (line, onStart) =>
    new Promise((resolve) => {
      const child = spawn("bash", ["-c", line], { cwd: folder, env });
      let [out, said] = ["", ""];
      child.stdout.on("data", (data) => (out += String(data)));
      child.stderr.on("data", (data) => (said += String(data)));
      child.on("close", (code) => resolve({ code, out, said }));
      onStart?.((signal) => child.kill(signal));
    });
  const dispose = async (): Promise<void> => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, env, emulator, sh, [Symbol.asyncDispose]: dispose };
}
