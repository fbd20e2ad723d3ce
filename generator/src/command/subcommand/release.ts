import { rename, rm, writeFile } from "node:fs/promises";
import { CommandError, errorText } from "../../kit/problem.js";
import { formatCount } from "../../kit/text/format-count.js";
import { findNamesFile, updateNames } from "../folder/names-file.js";
import { readTextIfExists } from "../folder/read-text.js";
import { type Command, type CommandIo, createCommand } from "./command.js";
import { findOnlyOutput, readApiFacts } from "./diff.js";
import { planRelease, type ReleasePlan } from "./release-plan.js";

const usage = "release [OLD]";

const help = `stratus ${usage}

Proposes the next version of an SDK or a REST client. Writes its entry in CHANGELOG.md, the version in
package.json and in the source from which the generator takes it, and the names file of the option
\`since\`. Nothing else changes.

  OLD                   the version that users have, as for \`stratus diff\`; default: the newest entry of the
                        changelog that was released, else the latest version on npm or the last Git tag
  --package DIR         folder of the package; default: the output folder in buf.gen.yaml
  --version V           another version than the proposed one, higher than the one that users have
  --pre NAME            a pre-release of the next version: \`--pre rc\` makes 2.0.0-rc.1, then 2.0.0-rc.2
  --date DATE           the day in the changelog, such as 2026-01-31; default: today
  --rules major         as for \`stratus diff\`: report tightened rules as a breaking change
  --unstable PACKAGE    as for \`stratus diff\`: report breaking changes in it as minor
  --yes                 remove lines of an unpublished entry without asking
  --dry-run             print the result, and write nothing
`;

/** A file and its new text. */
interface Written {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** `stratus release` writes the next version and its changelog entry. */
export function releaseCommand(now: () => Date = () => new Date()): Command {
  return createCommand({
    name: "release",
    usage,
    help: "proposes the next version of an SDK, and writes it with its changelog",
    text: help,
    options: {
      package: { type: "string" },
      version: { type: "string" },
      pre: { type: "string" },
      date: { type: "string" },
      rules: { type: "string" },
      unstable: { type: "string", multiple: true },
      yes: { type: "boolean" },
      "dry-run": { type: "boolean" },
    },
    onlyPositional: "version",
    async run(values, positionals, io) {
      const isDry = values["dry-run"] ?? false;
      const date = readDate(values.date) ?? now().toISOString().slice(0, 10);
      const folder = values.package ?? (await findOnlyOutput());
      const plan = await planRelease(positionals[0], folder, values, readApiFacts(values));
      if (plan === undefined) {
        io.out("Nothing changed for users, so there is nothing to release.\n");
        return 0;
      }
      const { files, lost, hints } = await listFiles(plan, folder, date);
      const from = plan.from === undefined ? "" : `${plan.from} -> `;
      io.out(`${from}${plan.version} (${plan.step})\n`);
      for (const reason of plan.reasons) io.out(`${reason}\n`);
      io.out(`\n${plan.body}\n`);
      if (lost.length > 0) io.out(describeLost(plan, lost));
      if (!isDry && lost.length > 0 && values.yes !== true) await confirm(io);
      if (!isDry) await writeAll(files);
      for (const { path } of files) io.out(`${isDry ? "would write" : "wrote"} ${path}\n`);
      for (const hint of hints) io.out(`${hint}\n`);
      if (!isDry) io.out(nextSteps(folder, plan.version));
      return 0;
    },
  });
}

/** The steps that remain after the files are written. */
function nextSteps(folder: string, version: string): string {
  const steps = [
    "generate again, so that the output contains the version",
    `in ${folder}: npm install --package-lock-only`,
    `commit, and tag the commit, such as sdk-v${version}`,
  ];
  return `Next:\n${steps.map((step) => `  ${step}\n`).join("")}`;
}

function readDate(given: string | undefined): string | undefined {
  if (given !== undefined && (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(Date.parse(given))))
    throw new CommandError(
      "OPTION_INVALID",
      `--date ${JSON.stringify(given)} is not a day such as 2026-01-31`,
    );
  return given;
}

/** The files of a release. */
interface ReleaseFiles {
  readonly files: readonly Written[];
  /** The lines that the changelog would lose. */
  readonly lost: readonly string[];
  /** Advice, as sentences. */
  readonly hints: readonly string[];
}

/** Lists the files with the version and the names, and the changelog. */
async function listFiles(plan: ReleasePlan, folder: string, date: string): Promise<ReleaseFiles> {
  const { addEntry, findLostLines, findVersionFiles } = await import("../../versions/release/index.js");
  const path = `${folder}/CHANGELOG.md`;
  const before = await readTextIfExists(path);
  const places = await findVersionFiles(folder, plan.version, readTextIfExists);
  const after = addEntry(before, { ...plan, date });
  const { names, hints } = await listNames(plan, folder);
  return {
    files: [...[...places, ...names].filter((one) => one.before !== one.after), { path, before, after }],
    lost: findLostLines(before, after),
    hints,
  };
}

/** Returns the names file of an SDK with the release. */
async function listNames(
  { version, news, isMajor }: ReleasePlan,
  folder: string,
): Promise<{ readonly names: readonly Written[]; readonly hints: readonly string[] }> {
  const { path, isPossible } = await findNamesFile(folder);
  const recorded = news ?? { since: [], deprecated: [] };
  if (path !== undefined) {
    const updated = await updateNames(path, folder, { version, news: recorded, dropsRemoved: isMajor });
    return { names: updated === undefined ? [] : [updated], hints: [] };
  }
  const hint =
    "buf.gen.yaml names no file for the names of the SDK, so a new element can take the name of an old one. Add since=sdk.names.json to opt, and run `stratus names`.";
  return { names: [], hints: isPossible ? [hint] : [] };
}

const maxShownLines = 200;

function describeLost({ unpublished = "" }: ReleasePlan, lost: readonly string[]): string {
  const rest = lost.length - maxShownLines;
  return [
    `The entry ${unpublished} was not published, and is written again. ${formatCount(lost.length, "line")} of CHANGELOG.md would be removed:`,
    ...lost.slice(0, maxShownLines).map((line) => `- ${line}`),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    "Text above the first heading of the entry stays.",
    "",
    "",
  ].join("\n");
}

async function confirm(io: CommandIo): Promise<void> {
  if (await io.ask?.("Remove these lines?")) return;
  throw new CommandError(
    "CHANGELOG_LINES_LOST",
    "Nothing was written. Move the lines above the first heading of the entry, or confirm with --yes",
  );
}

function toTemporaryPath(path: string): string {
  return `${path}.stratus-new`;
}

/** Writes all files or none. Each is written to a temporary file first; if a move fails, the previous files are restored. */
async function writeAll(files: readonly Written[]): Promise<void> {
  const done: Written[] = [];
  try {
    for (const { path, after } of files) await writeFile(toTemporaryPath(path), after, { flag: "wx" });
    for (const file of files) {
      await rename(toTemporaryPath(file.path), file.path);
      done.push(file);
    }
  } catch (error) {
    for (const { path, before } of done)
      await (before === undefined ? rm(path, { force: true }) : writeFile(path, before));
    throw new CommandError("WRITE_FAILED", `Nothing was written: ${errorText(error)}`, { cause: error });
  } finally {
    for (const { path } of files) await rm(toTemporaryPath(path), { force: true });
  }
}
