import { parseArgs } from "node:util";
import { pluginParameter } from "../folder/buf-template.js";
import { bufImage } from "../process/buf-image.js";
import type { Command } from "./command.js";

const usage = "doctor [INPUT]";

const help = `stratus ${usage}

Says which parts of the convention the protos of an API meet, and what it costs programs where they do not, before anything is
generated: each finding with its place, its effect and the way out. INPUT is what \`buf build\` takes; default: this folder.

  --opt OPTIONS         options of the plugin, such as unrouted=allow; default: those in buf.gen.yaml, if it is there
  --json                prints all findings as JSON
  --fail-on SEVERITY    exits with 3 if there is a finding of SEVERITY or worse: error (default), warning, note, never
`;

const limits = ["error", "warning", "note", "never"] as const;

/** `stratus doctor`: what the protos of an API lack for a good SDK. */
export function doctorCommand(build = bufImage): Command {
  return {
    name: "doctor",
    usage,
    help: "says which parts of the convention the protos of an API meet, and what the others cost",
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
      if (values.help || positionals.length > 1) {
        (values.help ? io.out : io.error)(help);
        return values.help ? 0 : 2;
      }
      const wanted = values["fail-on"] ?? "error";
      const limit = limits.findIndex((one) => one === wanted);
      if (limit < 0) {
        io.error(`--fail-on ${JSON.stringify(wanted)} is not one of ${limits.join(", ")}\n`);
        return 2;
      }
      const parameter = values.opt?.join(",") ?? (await pluginParameter());
      const image = await build(positionals[0] ?? ".");
      const { requestOfImage } = await import("../../plugin/read/image.js");
      const { examine } = await import("../../plugin/doctor/examine.js");
      const { formatJson, formatReport } = await import("../../plugin/doctor/report.js");
      const { findingKind } = await import("../../plugin/doctor/finding-kinds.js");
      const examination = await examine(requestOfImage(image, parameter));
      io.out((values.json ? formatJson : formatReport)(examination));
      const worst = Math.min(
        ...examination.findings.map((one) => limits.indexOf(findingKind(one.code).severity)),
      );
      return limit !== limits.indexOf("never") && worst <= limit ? 3 : 0;
    },
  };
}
