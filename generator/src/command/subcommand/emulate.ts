import { loadWith } from "../../kit/optional-package.js";
import type { Command, CommandIo } from "./command.js";

/** What we call of the emulator, which is an optional package. */
interface EmulatorModule {
  readonly runEmulator: (
    args: readonly string[],
    io: CommandIo & { readonly name: string },
  ) => Promise<number>;
}

const emulatorPackage = "@stratus/emulator";

/** Loads the package; another loader in tests. */
export type Load = (name: string) => Promise<unknown>;

/** `stratus emulate`: a local cloud for the protos of an API. */
export function emulateCommand(
  load: Load = (name) => import(name),
  isThere?: (name: string) => boolean,
): Command {
  return {
    name: "emulate",
    usage: "emulate PACKAGE | --protos DIR",
    help: "starts a local cloud that serves the API of a generated package, or of protos",
    async run(args, io) {
      const emulator = await loadWith({ name: emulatorPackage }, () => load(emulatorPackage), isThere);
      return (emulator as EmulatorModule).runEmulator(args, { ...io, name: "stratus emulate" });
    },
  };
}
