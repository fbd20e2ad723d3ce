/** The part of the demo that a person types: commands of `@stratus/cli` for the same cloud. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Narrator } from "./narrator.js";

const program = fileURLToPath(new URL("../../../cli/bin/stratus-cli.js", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Words of commands, after the name of the package. */
const commands = [
  "compute instance list --parent-id project-1",
  "compute instance update --name web-1 --parent-id project-1 --spec.cpu 16 --dry-run",
];

/** Shows the commands and what they print. `env` has the variables that the emulator prints for a shell. */
export async function showCommandLine(
  narrator: Narrator,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  narrator.line(
    "title",
    "5. The same cloud from the command line, which previews a change before it is sent.",
  );
  for (const command of commands) {
    narrator.line("command", `$ npx @stratus/cli @svc/cloud ${command}`);
    const screen = await run([program, "@svc/cloud", ...command.split(" ")], env);
    for (const line of screen.trimEnd().split("\n")) narrator.line("wire", line);
  }
}

/** Runs a program. Returns what it prints on both streams, in the order in which a terminal shows it. */
async function run(words: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-demo-"));
  const screen = await open(join(folder, "screen"), "a");
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env, FORCE_COLOR: "0" },
    stdio: ["ignore", screen.fd, screen.fd],
  });
  await once(child, "exit");
  await screen.close();
  const text = await readFile(join(folder, "screen"), "utf8");
  await rm(folder, { recursive: true });
  return text;
}
