/**
 * Runs the subcommands of `stratus`, each of which is in a separate file of this folder.
 */
import { nearestName } from "../../kit/text/casing.js";
import { describeError, isUsageError } from "../process/error-report.js";
import type { ErrorCode } from "../../error-codes.js";
import type { Command, CommandIo } from "./command.js";

/**
 * Runs the command that the arguments name.
 *
 * @returns The exit code of the command, 1 if it throws, or 2 if it does not exist or its arguments are wrong.
 */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  version: () => string,
  io: CommandIo,
): Promise<number> {
  const [name, ...rest] = args;
  const [first = ""] = rest;
  if (name === "help" && commands.some((one) => one.name === first))
    return runCommand(commands, [first, "--help"], version, io);
  if (name === "--help" || name === "-h" || name === "help") {
    io.out(helpText(commands));
    return 0;
  }
  if (name === "--version" || name === "-v") {
    io.out(`${version()}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const what = name === undefined ? "Name a command." : describeUnknown(name, commands);
    io.error(`${what} [${"COMMAND_UNKNOWN" satisfies ErrorCode}]\n\n${helpText(commands)}`);
    return 2;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    io.error(`stratus ${command.name}: ${describeError(error)}\n`);
    if (!isUsageError(error)) return 1;
    io.error(`\nUsage: stratus ${command.usage}\nRun \`stratus ${command.name} --help\` for all options.\n`);
    return 2;
  }
}

/** Describes an unknown command, with the nearest one. */
function describeUnknown(name: string, commands: readonly Command[]): string {
  const known = [...commands.map((one) => one.name), "--help", "--version"];
  const nearest = nearestName(name, known);
  const isOption = name.startsWith("-");
  const what = `Unknown ${isOption ? "option" : "command"} ${JSON.stringify(name.slice(0, 100))}.`;
  return nearest === undefined ? what : `${what} Did you mean ${nearest}?`;
}

function helpText(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, help }) => `  stratus ${usage.padEnd(width)}  ${help}`);
  return [
    "Commands:",
    "",
    ...lines,
    "",
    "Each command has --help. `npx buf generate` generates SDKs.",
    "",
  ].join("\n");
}
