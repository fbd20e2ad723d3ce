import { parseArgs } from "node:util";
import { CommandError } from "../../kit/problem.js";
import { readPluginParameter } from "../folder/buf-template.js";
import { buildImage } from "../process/buf-image.js";
import type { Command } from "./command.js";

const usage = "doctor [INPUT]";

const help = `stratus ${usage}

Checks the protos of an API against the convention, and reports each finding with its place, its effect
and its fix. INPUT is an input of \`buf build\`; default: this folder.

  --opt OPTIONS         options of the plugin, such as unrouted=allow; default: those in buf.gen.yaml, if it exists
  --json                print all findings as JSON
  --fail-on SEVERITY    exit with 3 for a finding of SEVERITY or worse: error (default), warning, note or never
`;

const limits = ["error", "warning", "note", "never"] as const;

/** `stratus doctor` checks the protos of an API against the convention. */
export function doctorCommand(build = buildImage): Command {
  return {
    name: "doctor",
    usage,
    help: "checks your protos against the convention and explains what is missing",
    async run(args, io) {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          opt: { type: "string", multiple: true },
          json: { type: "boolean" },
          "fail-on": { type: "string" },
          help: { type: "boolean", short: "h" },
        },
      });
      if (values.help) {
        io.out(help);
        return 0;
      }
      if (positionals.length > 1) throw new CommandError("ARGUMENT_INVALID", "Name at most one input");
      const wanted = values["fail-on"] ?? "error";
      const limit = limits.findIndex((one) => one === wanted);
      if (limit < 0) {
        const text = `--fail-on ${JSON.stringify(wanted)} is not one of ${limits.join(", ")}`;
        throw new CommandError("OPTION_INVALID", text);
      }
      const parameter = values.opt?.join(",") ?? (await readPluginParameter());
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
  };
}
