import { describe, expect, it } from "vitest";
import { cleanCommand } from "./clean.js";
import { diffCommand } from "./diff.js";
import { doctorCommand } from "./doctor.js";
import { emulateCommand } from "./emulate.js";
import { initCommand } from "./init.js";
import { namesCommand } from "./names.js";
import { openapiCommand } from "./openapi.js";
import { releaseCommand } from "./release.js";
import { runCommand } from "./run-command.js";

const commands = [
  initCommand(),
  doctorCommand(),
  cleanCommand(),
  diffCommand(),
  emulateCommand(),
  namesCommand(),
  releaseCommand(),
  openapiCommand(),
];

/** Runs a command line, and returns its exit code and the first line of its error. */
async function run(line: string): Promise<[code: number, error: string]> {
  let error = "";
  const io = { out: () => undefined, error: (text: string) => void (error += text) };
  const code = await runCommand(commands, line.split(" "), () => "1.0.0", io);
  return [code, error.split("\n")[0] ?? ""];
}

describe("an option that a command does not have", () => {
  it.each([
    ["init --dryrun", "--dry-run"],
    ["init --sesion-name=A", "--session-name"],
    ["doctor --jsn", "--json"],
    ["doctor x --failon error", "--fail-on"],
    ["clean --dryrun", "--dry-run"],
    ["diff a b --foramt x", "--format"],
    ["diff a --used_by x", "--used-by"],
    ["names --fil x", "--file"],
    ["release --dryrun", "--dry-run"],
    ["release --pree rc", "--pre"],
    ["openapi x.yaml --output y", "--out"],
    ["openapi x.yaml --int46 text", "--int64"],
    ["openapi x.yaml --out y --apipage", "--api-page"],
    ["emulate --sesion x", "--session"],
  ])("ends with 2 and the nearest one: stratus %s", async (line, nearest) => {
    const [code, error] = await run(line);
    expect([code, error.toLowerCase()]).toEqual([2, expect.stringContaining(`did you mean ${nearest}?`)]);
  });

  it.each(["init -x", "diff a b --zzzzzz"])(
    "is answered with all options if none is near: stratus %s",
    async (line) => {
      const [code, error] = await run(line);
      expect([code, error]).toEqual([2, expect.stringContaining("The options are --")]);
    },
  );

  it("may be the value of an option, and what follows `--` is none", async () => {
    const [, error] = await run("diff a b --format --foramt");
    expect(error).not.toContain("There is no option");
    expect((await run("release -- --dryrun"))[1]).not.toContain("There is no option");
  });
});
