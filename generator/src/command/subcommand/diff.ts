import { CommandError } from "../../kit/problem.js";
import { loadOptionalPackage } from "../../kit/optional-package.js";
import type { ApiFacts } from "../../versions/compare/apis.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import type { Diff } from "../../versions/diff.js";
import { readOutputFolders } from "../folder/buf-template.js";
import { type Command, type CommandIo, createCommand, readChoice } from "./command.js";

const usage = "diff OLD [NEW]";

const help = `stratus ${usage}

Compares two versions of an SDK or a REST client. Reports what changed for users, which step the next
version requires, and what users have to do. NEW is by default the output folder in buf.gen.yaml.

  OLD, NEW              a folder, a .tgz, npm:NAME@VERSION, or REF:FOLDER of Git (REF alone: the folder of NEW)
  --format FORMAT       text (default), markdown (for a changelog) or json
  --rules major         report tightened validation rules of requests as breaking changes
  --strict-oneofs       report the second case of a oneof as a breaking change, also in messages that only
                        servers write
  --unstable PACKAGE    report breaking changes in this proto package as minor, as in v1alpha1 or v1beta2;
                        can be repeated
  --fail-on STEP        exit with 3 if the step is STEP or greater: major, minor or patch
  --used-by DIR         only report changes that affect the program with sources in DIR, with its lines.
                        Names are compared, so it may report too many changes
  --protos DIR          folder of the protos, to print their lines; can be repeated
`;

const formats = ["text", "markdown", "json"] as const;
const ruleSteps = ["major", "minor"] as const;
const stepNames = ["patch", "minor", "major"] as const;

/** `stratus diff` compares two versions of an SDK for its users. */
export function diffCommand(): Command {
  return createCommand({
    name: "diff",
    usage,
    help: "compares two versions of an SDK for its users",
    text: help,
    options: {
      format: { type: "string" },
      rules: { type: "string" },
      unstable: { type: "string", multiple: true },
      "fail-on": { type: "string" },
      protos: { type: "string", multiple: true },
      "used-by": { type: "string" },
      "strict-oneofs": { type: "boolean" },
    },
    async run(values, positionals, io) {
      const [old, ...rest] = positionals;
      if (old === undefined || rest.length > 1)
        throw new CommandError("ARGUMENT_INVALID", "Name the old version, and optionally the new one");
      const format = readChoice("--format", values.format, formats) ?? "text";
      const limit = readChoice("--fail-on", values["fail-on"], stepNames);
      const facts = { ...readApiFacts(values), areOneofsStrict: values["strict-oneofs"] === true };
      const all = await compareSides(old, rest[0], values.protos ?? [], facts);
      const program = values["used-by"];
      const diff =
        program === undefined
          ? all
          : await (await import("../../versions/program/filter-by-program.js")).filterByProgram(all, program);
      io.out(await print(diff, format, io));
      const reached =
        diff.step !== undefined && stepNames.indexOf(diff.step) >= stepNames.indexOf(limit ?? "major");
      return limit !== undefined && reached ? 3 : 0;
    },
  });
}

/** Reads `--rules` and `--unstable`, which state facts that descriptors do not contain. */
export function readApiFacts({ rules, unstable }: { rules?: string; unstable?: string[] }): ApiFacts {
  return { areRulesBreaking: readChoice("--rules", rules, ruleSteps) === "major", unstable };
}

/** Compares the two sides that arguments name, or that were read. It loads the TypeScript compiler. */
export async function compareSides(
  old: string | SdkFiles,
  named: string | undefined,
  protos: readonly string[],
  knowledge: ApiFacts = {},
): Promise<Diff> {
  const { isFolder, openSide } = await import("../../versions/package/open-side.js");
  const { diffSdks } = await loadOptionalPackage(
    { name: "ts-morph" },
    () => import("../../versions/diff.js"),
  );
  const { addLines } = await import("../../versions/proto-lines.js");
  const now = named ?? (await findOnlyOutput());
  const [oldFolder, nowFolder] = await Promise.all(
    [old, now].map(async (one) => (typeof one === "string" && (await isFolder(one)) ? one : undefined)),
  );
  const sides = [
    typeof old === "string" ? await openSide(old, nowFolder) : old,
    await openSide(now, oldFolder),
  ] as const;
  const diff = await diffSdks(...sides, knowledge);
  return protos.length === 0 ? diff : addLines(diff, protos);
}

/**
 * Reads the output folder in buf.gen.yaml.
 *
 * @throws Error if it names several.
 */
export async function findOnlyOutput(): Promise<string> {
  const [folder, ...more] = await readOutputFolders();
  if (folder === undefined || more.length > 0)
    throw new CommandError(
      "OPTION_MISSING",
      "buf.gen.yaml contains several output folders. Name one of them",
    );
  return folder;
}

async function print(diff: Diff, format: (typeof formats)[number], io: CommandIo): Promise<string> {
  if (format === "json") return (await import("../../versions/print/json.js")).printJson(diff);
  if (format === "markdown")
    return (await import("../../versions/print/markdown.js")).printMarkdownReport(diff);
  return (await import("../../versions/print/text.js")).printText(diff, io.isColored === true);
}
