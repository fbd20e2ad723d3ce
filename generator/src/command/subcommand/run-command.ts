/**
 * Runs the subcommands of `stratus`, each of which is in a separate file of this folder.
 */
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
  if (name === "--help" || name === "-h") {
    io.out(helpText(commands));
    return 0;
  }
  if (name === "--version") {
    io.out(`${version()}\n`);
    return 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    const what = name === undefined ? "Name a command." : `Unknown command ${JSON.stringify(name)}.`;
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
