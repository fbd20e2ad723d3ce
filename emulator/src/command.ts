import { commandHelp, type Flags, parseFlags } from "./command/flags.js";
import { listVariables, exportLine, pasteLines, readyJson } from "./command/ready.js";
import { useFiles } from "./command/used-files.js";
import { startUpTable } from "./command/start-up-table.js";
import type { Emulator } from "./emulator.js";
import { errorTextWithCode } from "./text/error-text.js";
import { startEmulator } from "./start-emulator.js";

/** The output streams of a command, and the signal that ends it. */
export interface CommandIo {
  /** Writes output. The text ends with a line break. */
  readonly out: (text: string) => void;
  /** Writes an error message. */
  readonly error: (text: string) => void;
  /** The name of the command in its messages. `stratus-emulator` by default. */
  readonly name?: string;
  /** Whether error messages go to a terminal, so that calls are written there. False by default. */
  readonly isTerminal?: boolean;
  /** Resolves when the emulator must stop. By default on SIGINT and SIGTERM. */
  readonly waitForStop?: () => Promise<void>;
}

/**
 * Runs the command of the emulator: starts an emulator, prints the endpoint of each service and the settings that a program needs,
 * and runs until it is stopped.
 *
 * @param args the arguments after the command's name
 * @returns the exit code: 0 if it was stopped, 1 if it could not start, 2 if the arguments are invalid
 */
export async function runEmulator(args: readonly string[], io: CommandIo): Promise<number> {
  const name = io.name ?? "stratus-emulator";
  const flags = parseFlags(args);
  if (flags.kind === "help") {
    io.out(commandHelp(name));
    return 0;
  }
  if (flags.kind === "error") {
    io.error(`${name}: ${flags.problem}\nRun \`${name} --help\` for all flags.\n`);
    return 2;
  }
  try {
    await using emulator = await startEmulator(withLog(flags, io).options);
    const stopWatching = await useFiles(emulator, flags.command, (line) => io.error(`${name}: ${line}\n`));
    io.out(readyText(emulator, flags));
    await (io.waitForStop ?? stopSignal)();
    stopWatching();
    return 0;
  } catch (error) {
    io.error(`${name}: ${errorTextWithCode(error)}\n`);
    return 1;
  }
}

/** Adds the log of calls, which never mixes with the output for programs. */
function withLog<Run extends Flags & { kind: "run" }>(flags: Run, io: CommandIo): Run {
  const { logLevel } = flags.command;
  const isWanted = io.isTerminal === true || logLevel !== undefined;
  const { log = isWanted ? "text" : "off" } = flags.command;
  if (log === "off") return flags;
  const write = (line: string): void => io.error(`${line}\n`);
  return { ...flags, options: { ...flags.options, log: { format: log, level: logLevel, write } } };
}

function readyText(emulator: Emulator, { command: settings, options }: Flags & { kind: "run" }): string {
  const token = emulator.issueToken(settings.token === undefined ? {} : { token: settings.token });
  if (settings.isJson === true) return `${readyJson(emulator, token, settings)}\n`;
  const line = exportLine(listVariables(emulator, token, settings));
  const lines = pasteLines(emulator, options.sdk).map((one) => `${one}\n`);
  const paste =
    lines.length === 0 ? "" : `There you can use it by one of these lines:\n\n${lines.join("")}\n`;
  return `${startUpTable(emulator)}\nReady. In the shell where your program starts:\n\n${line}\n\n${paste}`;
}

function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });
}
