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
export function emulateCommand(load: Load = (name) => import(name)): Command {
  return {
    name: "emulate",
    usage: "emulate PACKAGE | --protos DIR",
    help: "starts a local cloud that serves the API of a generated package, or of protos",
    async run(args, io) {
      const emulator = await loadEmulator(load, io);
      return emulator ? emulator.runEmulator(args, { ...io, name: "stratus emulate" }) : 1;
    },
  };
}

async function loadEmulator(load: Load, io: CommandIo): Promise<EmulatorModule | undefined> {
  try {
    return (await load(emulatorPackage)) as EmulatorModule;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing || !error.message.includes(emulatorPackage)) throw error;
    io.error(`The emulator is a package of its own. Install it: npm install --save-dev ${emulatorPackage}\n`);
    return undefined;
  }
}
