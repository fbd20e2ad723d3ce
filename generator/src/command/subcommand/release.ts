import { rename, rm, writeFile } from "node:fs/promises";
import { type News, sinceFile, addVersion } from "../../kit/text/since.js";
import { CommandError, errorText } from "../../kit/problem.js";
import { readTextIfExists } from "../folder/read-text.js";
import { type Command, createCommand } from "./command.js";
import { findOnlyOutput, readApiFacts } from "./diff.js";
import { planRelease, type ReleasePlan } from "./release-plan.js";

const usage = "release [OLD]";

const help = `stratus ${usage}
Proposes the next version of an SDK or a REST client. Writes its entry in CHANGELOG.md, and the version
in package.json and in the source from which the generator takes it. Nothing else changes.
  OLD                   the version that users have, as for \`stratus diff\`; default: the latest version on npm,
                        or the last Git tag that looks like a version, or none for the first release
  --package DIR         folder of the package; default: the output folder in buf.gen.yaml
  --version V           another version than the proposed one, higher than the one that users have
  --pre NAME            a pre-release of the next version: \`--pre rc\` makes 2.0.0-rc.1, then 2.0.0-rc.2
  --rules minor         as for \`stratus diff\`: report tightened rules as a minor change
  --unstable PACKAGE    as for \`stratus diff\`: report breaking changes in it as minor
  --dry-run             print the result, and write nothing
`;

/** A file and its new text. */
interface Written {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** `stratus release` writes the next version and its changelog entry. */
export function releaseCommand(): Command {
  return createCommand({
    name: "release",
    usage,
    help: "proposes the next version of an SDK, and writes it with its changelog",
    text: help,
    options: {
      package: { type: "string" },
      version: { type: "string" },
      pre: { type: "string" },
      rules: { type: "string" },
      unstable: { type: "string", multiple: true },
      "dry-run": { type: "boolean" },
    },
    onlyPositional: "version",
    async run(values, positionals, io) {
      const isDry = values["dry-run"] ?? false;
      const folder = values.package ?? (await findOnlyOutput());
      const plan = await planRelease(positionals[0], folder, values, readApiFacts(values));
      if (plan === undefined) {
        io.out("Nothing changed for users, so there is nothing to release.\n");
        return 0;
      }
      const files = await listFiles(plan, folder);
      if (!isDry) await writeAll(files);
      const from = plan.from === undefined ? "" : `${plan.from} -> `;
      io.out(`${from}${plan.version} (${plan.step})\n\n${plan.body}\n`);
      for (const file of files) io.out(`${isDry ? "would write" : "wrote"} ${file.path}\n`);
      if (!isDry) io.out("Next: generate again, so that the output contains the version, and commit.\n");
      return 0;
    },
  });
}

/** Lists the files with the version, and the changelog. */
async function listFiles(
  { version, body, unpublished, news }: ReleasePlan,
  folder: string,
): Promise<Written[]> {
  const { addEntry, findVersionFiles } = await import("../../versions/release/index.js");
  const path = `${folder}/CHANGELOG.md`;
  const before = await readTextIfExists(path);
  const places = await findVersionFiles(folder, version, readTextIfExists);
  const since = news && (await updateSinceFile(`${folder}/${sinceFile}`, version, news));
  return [
    ...places.filter((one) => one.before !== one.after),
    ...(since && since.before !== since.after ? [since] : []),
    { path, before, after: addEntry(before, version, body, unpublished) },
  ];
}

/** Updates the file that records since which version elements exist. */
async function updateSinceFile(path: string, version: string, news: News): Promise<Written> {
  const before = await readTextIfExists(path);
  try {
    return { path, before, after: addVersion(before, version, news) };
  } catch (cause) {
    const text = `${path} cannot be read: ${errorText(cause)}. Restore it from Git`;
    throw new CommandError("FILE_INVALID", text, { cause });
  }
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
