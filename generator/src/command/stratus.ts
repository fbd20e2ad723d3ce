/**
 * The command `stratus`. This folder reads arguments, writes files and sets exit codes; other folders do the work.
 */
import { readGeneratorPackage } from "../kit/generator-package.js";
import type { Command } from "./subcommand/command.js";
import { runCommand } from "./subcommand/run-command.js";

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./subcommand/init.js")).initCommand(),
  doctor: async () => (await import("./subcommand/doctor.js")).doctorCommand(),
  clean: async () => (await import("./subcommand/clean.js")).cleanCommand(),
  docs: async () => (await import("./subcommand/docs.js")).docsCommand(),
  diff: async () => (await import("./subcommand/diff.js")).diffCommand(),
  emulate: async () => (await import("./subcommand/emulate.js")).emulateCommand(),
  names: async () => (await import("./subcommand/names.js")).namesCommand(),
  release: async () => (await import("./subcommand/release.js")).releaseCommand(),
  openapi: async () => (await import("./subcommand/openapi.js")).openapiCommand(),
};

// A reader such as `head` may close the pipe early.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

const args = process.argv.slice(2);
const [name = ""] = args;
// Only the command that runs is loaded, because each needs other libraries. Help loads all of them.
const needed = Object.hasOwn(commands, name) ? [name] : Object.keys(commands);

/** Asks a question on the terminal. */
async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCommand(
  await Promise.all(needed.flatMap((one) => commands[one]?.() ?? [])),
  args,
  () => readGeneratorPackage().version,
  {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    // Any value but an empty one disables colors (https://no-color.org).
    ...(process.stdin.isTTY && process.stdout.isTTY && { ask }),
    isColored: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
  },
);
