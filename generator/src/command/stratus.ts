/**
 * The command `stratus`, and beside it the plugin as a process: arguments in, files and messages out. What they
 * do is done below; this folder reads arguments, writes folders and sets exit codes.
 */
import { readGeneratorPackage } from "../kit/generator-package.js";
import type { Command } from "./subcommand/command.js";
import { runCommand } from "./subcommand/run-command.js";

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./subcommand/init.js")).initCommand(),
  doctor: async () => (await import("./subcommand/doctor.js")).doctorCommand(),
  clean: async () => (await import("./subcommand/clean.js")).cleanCommand(),
  diff: async () => (await import("./subcommand/diff.js")).diffCommand(),
  emulate: async () => (await import("./subcommand/emulate.js")).emulateCommand(),
  release: async () => (await import("./subcommand/release.js")).releaseCommand(),
  openapi: async () => (await import("./subcommand/openapi.js")).openapiCommand(),
};

// A reader that has seen enough, such as `head`, closes the pipe.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

const args = process.argv.slice(2);
const [name = ""] = args;
// What is called is loaded alone: each needs libraries that the others do not. Help names them all.
const needed = Object.hasOwn(commands, name) ? [name] : Object.keys(commands);

process.exitCode = await runCommand(
  await Promise.all(needed.flatMap((one) => commands[one]?.() ?? [])),
  args,
  () => readGeneratorPackage().version,
  {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    // https://no-color.org: any value but an empty one.
    isColoured: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
  },
);
