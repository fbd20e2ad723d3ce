import { rename, rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type News, sinceFile, withNews } from "../../kit/text/since.js";
import { errorText } from "../../kit/problem.js";
import { textAt } from "../folder/text-at.js";
import type { Command } from "./command.js";
import { onlyOutput, readKnowledge } from "./diff.js";
import { planRelease, type ReleasePlan } from "./release-plan.js";

const usage = "release [OLD]";

const help = `stratus ${usage}
Proposes the next version of an SDK or a REST client, writes its entry in CHANGELOG.md and the version
into package.json and what the generator takes it from. Nothing else is touched. An entry that is not
published yet is brought up to date.
  OLD                   what users have, as for \`stratus diff\`; default: the latest version at npm, else the
                        last tag of git that looks like a version, else nothing: the first release
  --package DIR         folder of the package; default: the output folder of buf.gen.yaml
  --version V           another version than the proposed one, behind the one that users have
  --pre NAME            a pre-release of the next version: \`--pre rc\` makes 2.0.0-rc.1, then 2.0.0-rc.2
  --rules minor         as for \`stratus diff\`: rules that tighten take a minor step
  --unstable PACKAGE    as for \`stratus diff\`: what breaks in it takes a minor step
  --dry-run             says what would be written
`;

/** A file and its new text. */
interface Written {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** `stratus release`: the next version, and what the changelog says of it. */
export function releaseCommand(): Command {
  return {
    name: "release",
    usage,
    help: "proposes the next version of an SDK, and writes it with its changelog",
    async run(args, io) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          package: { type: "string" },
          version: { type: "string" },
          pre: { type: "string" },
          rules: { type: "string" },
          unstable: { type: "string", multiple: true },
          "dry-run": { type: "boolean" },
          help: { type: "boolean", short: "h" },
        },
      });
      if (values.help || positionals.length > 1) {
        (values.help ? io.out : io.error)(help);
        return values.help ? 0 : 2;
      }
      const isDry = values["dry-run"] ?? false;
      const folder = values.package ?? (await onlyOutput());
      const plan = await planRelease(positionals[0], folder, values, readKnowledge(values));
      if (plan === undefined) {
        io.out("Nothing changed for users: there is nothing to release.\n");
        return 0;
      }
      const files = await filesOf(plan, folder);
      if (!isDry) await writeAll(files);
      const from = plan.from === undefined ? "" : `${plan.from} -> `;
      io.out(`${from}${plan.version} (${plan.step})\n\n${plan.body}\n`);
      for (const file of files) io.out(`${isDry ? "would write" : "wrote"} ${file.path}\n`);
      if (!isDry) io.out("Next: generate again, so that the output says the version, and commit.\n");
      return 0;
    },
  };
}

/** Every file that says the version, and the changelog. */
async function filesOf(
  { version, body, unpublished, news }: ReleasePlan,
  folder: string,
): Promise<Written[]> {
  const { findVersionFiles } = await import("../../versions/release/version-files.js");
  const { addEntry } = await import("../../versions/release/changelog.js");
  const path = `${folder}/CHANGELOG.md`;
  const before = await textAt(path);
  const places = await findVersionFiles(folder, version, textAt);
  const since = news && (await sincePlace(`${folder}/${sinceFile}`, version, news));
  return [
    ...places.filter((one) => one.before !== one.after),
    ...(since && since.before !== since.after ? [since] : []),
    { path, before, after: addEntry(before, version, body, unpublished) },
  ];
}

/** The file that says since which version things are there. */
async function sincePlace(path: string, version: string, news: News): Promise<Written> {
  const before = await textAt(path);
  return { path, before, after: withNews(before, version, news) };
}

function beside(path: string): string {
  return `${path}.stratus-new`;
}

/** All of the files or none: each is written beside its place, then moved; what was moved goes back where a move fails. */
async function writeAll(files: readonly Written[]): Promise<void> {
  const done: Written[] = [];
  try {
    for (const { path, after } of files) await writeFile(beside(path), after, { flag: "wx" });
    for (const file of files) {
      await rename(beside(file.path), file.path);
      done.push(file);
    }
  } catch (error) {
    for (const { path, before } of done)
      await (before === undefined ? rm(path, { force: true }) : writeFile(path, before));
    throw new Error(`nothing was written (${errorText(error)})`, { cause: error });
  } finally {
    for (const { path } of files) await rm(beside(path), { force: true });
  }
}
