import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { printFigure } from "../figures.js";
import { firstSteps, type FirstSteps } from "./first-answer.fixture.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const top = join(here, "../..");
const rounds = 3;
const bins = [join(here, "node_modules/.bin"), join(top, "node_modules/.bin"), process.env["PATH"]];

/** Makes a repository with the protos of a server, and with the packages of a client as they are after its installation. */
function clone(tool: string): string {
  const folder = mkdtempSync(join(tmpdir(), "first-answer-"));
  cpSync(join(here, "node_modules/grpc-health-check/proto/health"), join(folder, "protos/health"), {
    recursive: true,
  });
  if (tool === "Stratus") {
    mkdirSync(join(folder, "node_modules"));
    // One by one, since the program's own package comes beside them.
    for (const name of readdirSync(join(top, "node_modules")))
      symlinkSync(join(top, "node_modules", name), join(folder, "node_modules", name));
  } else {
    symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  }
  return folder;
}

/** Types everything but the installation, and returns the answer and the seconds that the commands took. */
async function firstAnswer(
  { tool, files, commands }: FirstSteps,
  address: string,
): Promise<{ readonly answer: string; readonly seconds: number }> {
  const folder = clone(tool);
  const env = { ...process.env, PATH: bins.join(delimiter), ADDRESS: address };
  const type = (line: string) => promisify(execFile)("sh", ["-c", line], { cwd: folder, env });
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    let answer = "";
    const startMs = performance.now();
    if (tool === "Stratus") await type("stratus init");
    for (const line of commands) {
      // The package is beside the program, without a registry.
      if (line === "npm install ./sdk")
        symlinkSync(join(folder, "sdk"), join(folder, "node_modules/grpc-sdk"));
      else answer = (await type(line.replaceAll("npx ", ""))).stdout;
    }
    return { answer: answer.trim().split("\n").at(-1) ?? "", seconds: (performance.now() - startMs) / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The characters that are typed, with a return after each command. */
function keystrokes({ install, files, commands }: FirstSteps): number {
  const lines = [...install, ...commands].map((line) => line.length + 1);
  return [...lines, ...Object.values(files).map((text) => text.length)].reduce((sum, one) => sum + one, 0);
}

it(
  "the table of first answers is what it takes with each client",
  async () => {
    const program = "src/server.ts";
    const bundle = join(here, ".generated/first-answer/server.js");
    mkdirSync(dirname(bundle), { recursive: true });
    await promisify(execFile)(
      "esbuild",
      [program, "--bundle", "--platform=node", "--format=esm", "--packages=external", `--outfile=${bundle}`],
      { cwd: here, env: { ...process.env, PATH: bins.join(delimiter) } },
    );
    const server = spawn(process.execPath, [bundle], { stdio: ["pipe", "pipe", "inherit"] });
    try {
      const [address] = await once(server.stdout, "data");
      const times = new Map<string, number[]>();
      // Interleaved, so that the load of the machine falls on all of them.
      for (let round = 0; round < rounds; round++)
        for (const steps of firstSteps) {
          const { answer, seconds } = await firstAnswer(steps, String(address).trim());
          expect({ tool: steps.tool, answer }).toEqual({ tool: steps.tool, answer: "1" });
          times.set(steps.tool, [...(times.get(steps.tool) ?? []), seconds]);
        }
      const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
      const rows = firstSteps.map((steps) => {
        const commands = steps.install.length + steps.commands.length;
        const typed = Object.keys(steps.files).length;
        const seconds = median(times.get(steps.tool) ?? []).toFixed(1);
        return `| ${steps.tool} | ${commands} | ${typed} | ${keystrokes(steps)} | ${seconds} |`;
      });
      const head = "| client | commands | files typed | keystrokes | seconds |\n|---|---|---|---|---|";
      printFigure("first answer", [head, ...rows].join("\n"));
    } finally {
      server.kill();
    }
  },
  15 * 60_000,
);
