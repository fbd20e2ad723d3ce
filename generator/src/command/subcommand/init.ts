import { CommandError } from "../../kit/problem.js";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findBlockingEntry } from "../folder/package-folder.js";
import { testedBuf } from "../init/package-json.js";
import { describeStyle } from "../init/api-style.js";
import { makePlan, type Plan, type PlannedFile } from "../init/plan.js";
import { readRepository } from "../init/repository.js";
import { readPeerVersion, readGeneratorPackage } from "../../kit/generator-package.js";
import { type Command, createCommand } from "./command.js";

const usage = "init [DIR]";

const help = `stratus ${usage}

Writes the files that a repository needs to generate an SDK: buf.yaml and buf.gen.yaml, a sample service
if there is none, scripts in package.json, .gitignore, and a workflow that regenerates the SDK and
proposes the change with a report. It recognizes the convention, AIP, plain gRPC, Connect and OpenAPI.
Existing files are never overwritten, and existing protos stay as they are.

  --package-name NAME   name of the SDK's package; default: from package.json, the protos or the folder
  --session-name NAME   name of the session class, such as Cloud; default: from the same sources
  --dry-run             list the files, and write nothing
`;

/** `stratus init` prepares a repository to generate an SDK. */
export function initCommand(): Command {
  return createCommand({
    name: "init",
    usage,
    help: "writes the files that a repository needs to generate an SDK",
    text: help,
    options: {
      "package-name": { type: "string" },
      "session-name": { type: "string" },
      "dry-run": { type: "boolean" },
    },
    onlyPositional: "folder",
    async run(values, positionals, io) {
      const folder = positionals[0] ?? process.cwd();
      const tools = {
        stratus: readGeneratorPackage().version,
        buf: testedBuf,
        tsMorph: readPeerVersion("ts-morph") ?? "*",
      };
      const names = { packageName: values["package-name"], session: values["session-name"] };
      const repository = await readRepository(folder);
      const plan = makePlan(folder, repository, names, tools);
      const isDry = values["dry-run"] ?? false;
      if (!isDry) await write(folder, plan.files);
      io.out(`${describeStyle(plan.style, repository)}\n\n${report(plan, isDry)}`);
      return 0;
    },
  });
}

/**
 * Writes the files. A new file is only written if nothing exists at its path and no part of the path is a link.
 */
async function write(folder: string, files: readonly PlannedFile[]): Promise<void> {
  for (const { path } of files) {
    const detour = await findBlockingEntry(folder, path);
    if (detour !== undefined) throw new CommandError("OUTPUT_BLOCKED", `${detour}. Nothing was written`);
  }
  for (const { path, text, adds } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: adds === undefined ? "wx" : "w" });
  }
}

function report({ style, files, unchanged, advice, manager, needsRegistry }: Plan, isDry: boolean): string {
  const created = files.filter(({ adds }) => adds === undefined).map(({ path }) => `  ${path}`);
  const changed = files.flatMap(({ path, adds }) => (adds === undefined ? [] : [`  ${path}: ${adds}`]));
  const { install, run, exec, pack } = manager;
  const next = [
    ...formatCommands([
      [install, ""],
      ...(needsRegistry ? [[`${exec} buf dep update`, "locks modules of the registry"] as const] : []),
      [`${run} sdk:generate`, "writes sdk/"],
      [`cd sdk && ${install} && ${pack}`, "builds and packs it"],
    ]),
    "",
    "Then npx @stratus/emulator ./sdk serves the API to programs and tests.",
    "",
  ];
  return [
    ...formatPart(isDry ? "Would write" : "Wrote", created),
    ...formatPart(isDry ? "Would add" : "Added", changed),
    ...formatPart(
      "Unchanged",
      unchanged.map((path) => `  ${path}`),
    ),
    ...formatPart(
      "For you to do",
      advice.map((line) => `  ${line}`),
    ),
    ...(isDry || style === "openapi" ? [] : ["Next", ...next]),
  ].join("\n");
}

/** Formats commands with a column of descriptions. */
function formatCommands(lines: readonly (readonly [command: string, does: string])[]): readonly string[] {
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, does]) => `  ${command.padEnd(width)}  ${does}`.trimEnd());
}

function formatPart(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ""];
}
