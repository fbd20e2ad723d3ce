import { statSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { readPluginParameter } from "../folder/buf-template.js";
import { buildImage } from "../process/buf-image.js";
import { type Command, createCommand, readChoice } from "./command.js";

const usage = "doctor [INPUT]";

const help = `stratus ${usage}

Checks the protos of an API against the convention, and reports each finding with its place, its effect
and its fix. INPUT is an input of \`buf build\`; default: this folder.

  --opt OPTIONS         options of the plugin, such as kind=grpc; default: those in buf.gen.yaml, if it exists. For a
                        folder outside this one, its own buf.gen.yaml counts
  --json                print all findings as JSON
  --fail-on SEVERITY    exit with 3 for a finding of SEVERITY or worse: error (default), warning, note or never
`;

const limits = ["error", "warning", "note", "never"] as const;

/** `stratus doctor` checks the protos of an API against the convention. */
export function doctorCommand(build = buildImage): Command {
  return createCommand({
    name: "doctor",
    usage,
    help: "checks your protos against the convention and explains what is missing",
    text: help,
    options: {
      opt: { type: "string", multiple: true },
      json: { type: "boolean" },
      "fail-on": { type: "string" },
    },
    onlyPositional: "input",
    async run(values, positionals, io) {
      const limit = limits.indexOf(readChoice("--fail-on", values["fail-on"], limits) ?? "error");
      const parameter = values.opt?.join(",") ?? (await readPluginParameter(configFolder(positionals[0])));
      const image = await build(positionals[0] ?? ".");
      const { imageToRequest } = await import("../../plugin/read/image.js");
      const { examine } = await import("../../plugin/doctor/examine.js");
      const { formatJson, formatReport } = await import("../../plugin/doctor/report.js");
      const { findingKind } = await import("../../plugin/doctor/finding-kinds.js");
      const examination = await examine(imageToRequest(image, parameter));
      io.out((values.json ? formatJson : formatReport)(examination));
      const worst = Math.min(
        ...examination.findings.map((one) => limits.indexOf(findingKind(one.code).severity)),
      );
      return limit !== limits.indexOf("never") && worst <= limit ? 3 : 0;
    },
  });
}

/** The folder whose `buf.gen.yaml` applies: that of protos outside this folder, or else this folder. */
function configFolder(input = "."): string {
  const path = relative(".", input);
  const isOutside = isAbsolute(path) || path.startsWith("..");
  return isOutside && statSync(input, { throwIfNoEntry: false })?.isDirectory() ? input : ".";
}
