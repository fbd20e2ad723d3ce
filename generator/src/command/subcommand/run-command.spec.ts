import { describe, expect, it } from "vitest";
import type { Command } from "./command.js";
import { emulateCommand, type Load } from "./emulate.js";
import { runCommand } from "./run-command.js";

const echo: Command = {
  name: "echo",
  usage: "echo WORDS",
  help: "says them again",
  run: async (args, io) => {
    if (args[0] === "fail") throw new Error("it broke");
    io.out(args.join(" "));
    return 7;
  },
};

async function call(
  args: readonly string[],
  commands: readonly Command[] = [echo],
): Promise<{ code: number; out: string; error: string }> {
  const texts = { out: "", error: "" };
  const code = await runCommand(commands, args, () => "1.2.3", {
    out: (text) => void (texts.out += text),
    error: (text) => void (texts.error += text),
  });
  return { code, ...texts };
}

describe("stratus", () => {
  it("gives a command the rest of its arguments, and its exit code back", async () => {
    expect(await call(["echo", "a", "--help"])).toEqual({ code: 7, out: "a --help", error: "" });
  });

  it.each([["--help"], ["-h"]])("%s lists the commands", async (flag) => {
    expect(await call([flag])).toMatchObject({
      code: 0,
      out: expect.stringContaining("  stratus echo WORDS  says them again"),
    });
  });

  it.each(["--version", "-v"])("%s says which", async (flag) => {
    expect(await call([flag])).toEqual({ code: 0, out: "1.2.3\n", error: "" });
  });

  it("help is --help, of a command too", async () => {
    expect((await call(["help"])).out).toContain("stratus echo WORDS");
    expect((await call(["help", "echo"])).out).toBe("--help");
  });

  it.each([
    [[], "Name a command. [COMMAND_UNKNOWN]"],
    [["ehco"], 'Unknown command "ehco". Did you mean echo? [COMMAND_UNKNOWN]'],
    [["--versoin"], 'Unknown option "--versoin". Did you mean --version? [COMMAND_UNKNOWN]'],
    [["unlike"], 'Unknown command "unlike". [COMMAND_UNKNOWN]'],
  ])("with %j shows the way", async (args, want) => {
    expect(await call(args)).toMatchObject({ code: 2, out: "", error: expect.stringContaining(want) });
  });

  it("reports a failure in one line, under the name of the command", async () => {
    expect(await call(["echo", "fail"])).toEqual({
      code: 1,
      out: "",
      error: "stratus echo: it broke [INTERNAL_ERROR]\n",
    });
  });
});

describe("stratus emulate", () => {
  const missing = (name: string): Error =>
    Object.assign(new Error(`Cannot find package '${name}' imported from here`), {
      code: "ERR_MODULE_NOT_FOUND",
    });

  it("runs the emulator where it is installed", async () => {
    const load: Load = async () => ({ runEmulator: async (args: readonly string[]) => args.length });
    expect(await call(["emulate", "--protos", "x"], [emulateCommand(load)])).toMatchObject({ code: 2 });
  });

  it("says how to install it where it is not", async () => {
    const load: Load = (name) => Promise.reject(missing(name));
    expect(await call(["emulate"], [emulateCommand(load, () => false)])).toEqual({
      code: 1,
      out: "",
      error:
        "stratus emulate: The package @stratus/emulator is needed and not installed. " +
        "Run `npm install --save-dev @stratus/emulator`. [PACKAGE_MISSING]\n",
    });
  });

  it("does not blame the emulator for a package that the emulator misses", async () => {
    const load: Load = () => Promise.reject(missing("jose"));
    expect(await call(["emulate"], [emulateCommand(load)])).toMatchObject({
      error: expect.stringContaining("'jose'"),
    });
  });
});
