import { lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { testedBuf } from "../init/package-json.js";
import { planOf, type Plan, type PlannedFile } from "../init/plan.js";
import { readRepository } from "../init/repository.js";
import { readRelease } from "../release.js";
import type { Command } from "./command.js";

const usage = "init [DIR]";

const help = `stratus ${usage}

Writes what a repository lacks for its API to have an SDK: buf.yaml and buf.gen.yaml, the options of the
convention, a sample service where there is none, scripts in package.json, and a workflow that
regenerates, compares, and proposes the change with what it means for users. What is there is never written over, and nothing is asked.

  --package-name NAME   name of the SDK's package; default: from package.json, the protos or the folder
  --session-name NAME   class of a session, such as Cloud; default: likewise
  --dry-run             lists what would be written
`;

/** `stratus init`: a repository that generates an SDK. */
export function initCommand(): Command {
  return {
    name: "init",
    usage,
    help: "writes what a repository lacks for its API to have an SDK",
    async run(args, io) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          "package-name": { type: "string" },
          "session-name": { type: "string" },
          "dry-run": { type: "boolean" },
          help: { type: "boolean", short: "h" },
        },
      });
      if (values.help || positionals.length > 1) {
        (values.help ? io.out : io.error)(help);
        return values.help ? 0 : 2;
      }
      const folder = positionals[0] ?? process.cwd();
      const tools = { stratus: readRelease().version, buf: testedBuf };
      const names = { packageName: values["package-name"], session: values["session-name"] };
      const plan = planOf(folder, await readRepository(folder), names, tools);
      const isDry = values["dry-run"] ?? false;
      if (!isDry) await write(folder, plan.files);
      io.out(report(plan, isDry));
      return 0;
    },
  };
}

/**
 * Writes the files, and none over what is there: a new one only where nothing
 * has come in between, by a link neither.
 */
async function write(folder: string, files: readonly PlannedFile[]): Promise<void> {
  for (const { path } of files) await refuseLinks(folder, path);
  for (const { path, text, adds } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: adds === undefined ? "wx" : "w" });
  }
}

async function refuseLinks(folder: string, path: string): Promise<void> {
  const steps = path.split("/");
  for (let count = 1; count <= steps.length; count++) {
    const part = join(folder, ...steps.slice(0, count));
    const found = await lstat(part).catch(() => undefined);
    if (found?.isSymbolicLink())
      throw new Error(`${part} is a link, which may lead elsewhere: nothing was written`);
    if (found && count < steps.length && !found.isDirectory())
      throw new Error(`${part} is no folder: nothing was written`);
  }
}

function report({ files, kept, advice, names }: Plan, isDry: boolean): string {
  const created = files.filter(({ adds }) => adds === undefined).map(({ path }) => `  ${path}`);
  const changed = files.flatMap(({ path, adds }) => (adds === undefined ? [] : [`  ${path}: ${adds}`]));
  const next = [
    "  npm install",
    "  npm run generate                                writes sdk/",
    "  cd sdk && npm install && npm publish --dry-run  builds and packs it",
    "",
    `Then npx stratus-emulator ${names.packageName} serves the API to programs and tests (@stratus/emulator).`,
    "",
  ];
  return [
    ...part(isDry ? "Would write" : "Wrote", created),
    ...part(isDry ? "Would add" : "Added", changed),
    ...part(
      "Left as they are",
      kept.map((path) => `  ${path}`),
    ),
    ...part(
      "For you to do",
      advice.map((line) => `  ${line}`),
    ),
    ...(isDry ? [] : ["Next", ...next]),
  ].join("\n");
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines, ""];
}
