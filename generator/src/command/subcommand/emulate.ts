import { loadOptionalPackage } from "../../kit/optional-package.js";
import type { Command, CommandIo } from "./command.js";

/** The function of the emulator, an optional package, that this command calls. */
interface EmulatorModule {
  readonly runEmulator: (
    args: readonly string[],
    io: CommandIo & { readonly name: string; readonly isTerminal: boolean },
  ) => Promise<number>;
}

const emulatorPackage = "@stratus/emulator";

/** Loads a package. Tests pass another loader. */
export type Load = (name: string) => Promise<unknown>;

/** `stratus emulate` starts an emulator of an API. */
export function emulateCommand(
  load: Load = (name) => import(name),
  isThere?: (name: string) => boolean,
): Command {
  return {
    name: "emulate",
    usage: "emulate PACKAGE | --protos DIR",
    help: "starts an emulator that serves the API of a generated package or of protos",
    async run(args, io) {
      const emulator = await loadOptionalPackage(
        { name: emulatorPackage },
        () => load(emulatorPackage),
        isThere,
      );
      return (emulator as EmulatorModule).runEmulator(args, {
        ...io,
        name: "stratus emulate",
        isTerminal: process.stderr.isTTY === true,
      });
    },
  };
}
