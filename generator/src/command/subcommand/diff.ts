import { realpath } from "node:fs/promises";
import { parseArgs } from "node:util";
import { loadWith } from "../../kit/optional-package.js";
import type { ApiFacts } from "../../versions/compare/apis.js";
import type { Diff } from "../../versions/diff.js";
import { readOutputFolders } from "../folder/buf-template.js";
import type { Command, CommandIo } from "./command.js";

const usage = "diff OLD [NEW]";

const help = `stratus ${usage}

Says what changed between two versions of an SDK or a REST client for those who use it, which step the
version has to take, and what to write instead. NEW is by default the output folder of buf.gen.yaml.

  OLD, NEW              a folder, a .tgz, npm:NAME@VERSION, or REF:FOLDER of git (REF: NEW's folder there)
  --format FORMAT       text (default), markdown for a changelog, json
  --rules minor         rules that tighten take a minor step: the servers refused such requests before
  --unstable PACKAGE    what breaks in it takes a minor step, as in v1alpha1 or v1beta2; may be given several times
  --fail-on STEP        exits with 3 if the step is STEP or greater: major, minor, patch
  --used-by DIR         only what touches the program whose sources are there, with its lines; by names, so that it
                        tells too much rather than too little
  --prove               holds a program that uses all of OLD against NEW, and quotes the lines that do not compile any
                        more with what the compiler says; the packages that the SDKs import have to be installed
  --protos DIR          folder of the protos, to name their lines; may be given several times
`;

const formats = ["text", "markdown", "json"] as const;
const ruleSteps = ["major", "minor"] as const;
const stepNames = ["patch", "minor", "major"] as const;

/** `stratus diff`: what a regeneration means for users. */
export function diffCommand(): Command {
  return {
    name: "diff",
    usage,
    help: "says what changed between two versions of an SDK, and which version comes next",
    async run(args, io) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          format: { type: "string" },
          rules: { type: "string" },
          unstable: { type: "string", multiple: true },
          "fail-on": { type: "string" },
          protos: { type: "string", multiple: true },
          "used-by": { type: "string" },
          prove: { type: "boolean" },
          help: { type: "boolean", short: "h" },
        },
      });
      if (values.help) {
        io.out(help);
        return 0;
      }
      const [old, ...rest] = positionals;
      if (old === undefined || rest.length > 1) {
        io.error(`Name the old version, and the new one or none.\n\n${help}`);
        return 2;
      }
      const format = readChoice(formats, values.format ?? "text", "--format");
      const limit =
        values["fail-on"] === undefined ? undefined : readChoice(stepNames, values["fail-on"], "--fail-on");
      const all = await compareSides(old, rest[0], values.protos ?? [], {
        ...readKnowledge(values),
        prove: values.prove === true,
      });
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
  };
}

/** Reads the options that say what no descriptor does: `--rules` and `--unstable`. */
export function readKnowledge({ rules, unstable }: { rules?: string; unstable?: string[] }): ApiFacts {
  return { rulesWereEnforced: readChoice(ruleSteps, rules ?? "major", "--rules") === "minor", unstable };
}

/** Compares what two arguments name. The compiler is loaded for it, and not before. */
export async function compareSides(
  old: string,
  named: string | undefined,
  protos: readonly string[],
  { prove = false, ...knowledge }: ApiFacts & { readonly prove?: boolean } = {},
): Promise<Diff> {
  const { isFolder, openSide } = await import("../../versions/package/open-side.js");
  const { diffSdks } = await loadWith({ name: "ts-morph" }, () => import("../../versions/diff.js"));
  const { addLines } = await import("../../versions/proto-lines.js");
  const now = named ?? (await onlyOutput());
  const [oldFolder, nowFolder] = await Promise.all(
    [old, now].map(async (one) => ((await isFolder(one)) ? one : undefined)),
  );
  const sides = [await openSide(old, nowFolder), await openSide(now, oldFolder)] as const;
  const found = await diffSdks(...sides, knowledge);
  const diff = prove
    ? (await import("../../versions/prove/proof.js")).addProof(found, sides, await realpath(nowFolder ?? "."))
    : found;
  return protos.length === 0 ? diff : addLines(diff, protos);
}

/** The output folder of buf.gen.yaml. */
export async function onlyOutput(): Promise<string> {
  const [folder, ...more] = await readOutputFolders();
  if (folder === undefined || more.length > 0)
    throw new Error("buf.gen.yaml names several output folders: name one of them");
  return folder;
}

async function print(diff: Diff, format: (typeof formats)[number], io: CommandIo): Promise<string> {
  if (format === "json") return (await import("../../versions/print/json.js")).printJson(diff);
  if (format === "markdown")
    return (await import("../../versions/print/markdown.js")).printMarkdownReport(diff);
  return (await import("../../versions/print/text.js")).printText(diff, io.isColoured === true);
}

function readChoice<const T extends readonly string[]>(list: T, value: string, option: string): T[number] {
  const found = list.find((one) => one === value);
  if (found === undefined)
    throw new Error(`${option} ${JSON.stringify(value)} is not one of ${list.join(", ")}`);
  return found;
}
