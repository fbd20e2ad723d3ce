import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { CommandSettings } from "./command/flag-table.js";
import { commandHelp, type Flags, parseFlags } from "./command/flags.js";
import { listVariables, exportLine, readyJson } from "./command/ready.js";
import { startUpTable } from "./command/start-up-table.js";
import type { Emulator } from "./emulator.js";
import { parseScript } from "./faults/parse-script.js";
import { errorTextWithCode, explained } from "./text/error-text.js";
import { startEmulator } from "./start-emulator.js";
import { EmulatorError } from "./text/emulator-error.js";

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
    await using emulator = await openEmulator(withLog(flags, io));
    io.out(readyText(emulator, flags.command));
    await (io.waitForStop ?? stopSignal)();
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

function readyText(emulator: Emulator, settings: CommandSettings): string {
  const token = emulator.issueToken(settings.token === undefined ? {} : { token: settings.token });
  if (settings.isJson === true) return `${readyJson(emulator, token, settings)}\n`;
  const line = exportLine(listVariables(emulator, token, settings));
  return `${startUpTable(emulator)}\nReady. In the shell where your program starts:\n\n${line}\n\n`;
}

async function openEmulator({ options, command }: Flags & { kind: "run" }): Promise<Emulator> {
  const emulator = await startEmulator(options);
  try {
    await useFiles(emulator, command);
    return emulator;
  } catch (error) {
    await emulator.close();
    throw error;
  }
}

async function useFiles(emulator: Emulator, files: CommandSettings): Promise<void> {
  const { certificate } = files;
  const { certificatePem } = emulator;
  if (certificate !== undefined && certificatePem !== undefined) {
    await explained("FILE_UNREADABLE", `certificate ${certificate} cannot be written`, () =>
      writeFile(certificate, certificatePem),
    );
  }
  const { script } = files;
  if (script !== undefined) {
    const steps = await explained("FILE_UNREADABLE", `script ${script}`, async () =>
      parseScript(await readFile(script, "utf8")),
    );
    for (const [method, own] of steps) emulator.script(method, own);
  }
  if (files.handlers !== undefined) await addHandlers(emulator, files.handlers);
}

async function addHandlers(emulator: Emulator, path: string): Promise<void> {
  const module = await explained(
    "HANDLER_INVALID",
    `handlers ${path} cannot be loaded`,
    async () => (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown },
  );
  if (typeof module.default !== "function") {
    throw new EmulatorError(
      "HANDLER_INVALID",
      `handlers ${path}: its default export must be a function that takes the emulator`,
    );
  }
  await (module.default as (emulator: Emulator) => unknown)(emulator);
}

function stopSignal(): Promise<void> {
  return new Promise((stop) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  });
}
