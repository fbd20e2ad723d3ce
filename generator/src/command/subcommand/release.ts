import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { errorText } from "../../kit/text/error-text.js";
import { textAt } from "../folder/text-at.js";
import type { Command } from "./command.js";
import { compareSides, onlyOutput, readKnowledge } from "./diff.js";

const usage = "release [OLD]";

const help = `stratus ${usage}

Proposes the next version of an SDK or a REST client, writes its entry in CHANGELOG.md and the version
into package.json and what the generator takes it from. Nothing else is touched.

  OLD                   what users have, as for \`stratus diff\`; default: the version of package.json, from npm
  --package DIR         folder of the package; default: the output folder of buf.gen.yaml
  --version V           another version than the proposed one
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
      const knowledge = readKnowledge(values);
      const isDry = values["dry-run"] ?? false;
      const folder = values.package ?? (await onlyOutput());
      const { nextVersion } = await import("../../versions/release/next-version.js");
      const { versionPlaces } = await import("../../versions/release/version-places.js");
      const diff = await compareSides(positionals[0] ?? (await published(folder)), folder, [], knowledge);
      if (diff.step === undefined && values.version === undefined) {
        io.out(`Nothing changed for users since ${diff.before.label}: there is nothing to release.\n`);
        return 0;
      }
      const version = values.version ?? nextVersion(diff.before.version ?? "0.0.0", diff.step ?? "patch");
      const { withEntry } = await import("../../versions/release/changelog.js");
      const { printMarkdown } = await import("../../versions/print/markdown.js");
      const path = `${folder}/CHANGELOG.md`;
      const before = await textAt(path);
      const body = printMarkdown(diff);
      const places = await versionPlaces(folder, version, textAt);
      const files: Written[] = [
        ...places.filter(({ before, after }) => before !== after),
        { path, before, after: withEntry(before, version, body) },
      ];
      if (!isDry) await writeAll(files);
      const from = diff.before.version === undefined ? "" : `${diff.before.version} -> `;
      io.out(`${from}${version} (${diff.step ?? "no change"})\n\n${body}\n`);
      for (const file of files) io.out(`${isDry ? "would write" : "wrote"} ${file.path}\n`);
      if (!isDry) io.out("Next: generate again, so that the output says the version, and commit.\n");
      return 0;
    },
  };
}

/** The version that package.json names, as npm has it. */
async function published(folder: string): Promise<string> {
  const text = await textAt(join(folder, "package.json"));
  const { name, version } =
    text === undefined ? {} : (JSON.parse(text) as { name?: string; version?: string });
  if (name === undefined || version === undefined)
    throw new Error(
      `${folder}/package.json has no name and version to find at npm: name the version that users have`,
    );
  return `npm:${name}@${version}`;
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
