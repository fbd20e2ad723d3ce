import type { DescFile } from "@bufbuild/protobuf";
import type { Problem } from "../../kit/problem.js";
import type { Schema } from "../read/schema.js";
import { isChosen, type Filter, type Selection } from "./selection.js";

/** That there is nobody to call: no service in the files, or none that the options leave. */
export function findEmptiness({ generate }: Schema, selection: Selection, filter: Filter): Problem[] {
  // What a session is wired to stays whatever is chosen, and is no API on its own.
  if ([...selection.services].some((service) => isChosen(service, filter.services))) return [];
  if (generate.some((file) => file.services.length > 0)) {
    return [
      {
        code: "NOTHING_TO_GENERATE",
        what: "No service is left to write a client for",
        fix: "Check the options services and exclude against the full names of your services",
      },
    ];
  }
  return [lackOfServices(generate)];
}

/** The files of one folder are what buf sends where it was not told to send all. */
function lackOfServices(generate: readonly DescFile[]): Problem {
  const folders = new Set(generate.map(({ proto }) => proto.name.split("/").slice(0, -1).join("/")));
  const [folder = ""] = folders;
  const where = folders.size === 1 && folder !== "" ? `, which are all in ${folder}` : "";
  return {
    code: "NOTHING_TO_GENERATE",
    what: `The files to generate have no service${where}`,
    fix:
      "Set `strategy: all` for the plugin in buf.gen.yaml, or check its inputs and the modules in buf.yaml; " +
      "for messages alone set `opt: clients=false` (with codecs) or `opt: codec=none`",
  };
}

/** That there is nothing to write where messages alone are wanted. */
export function findLackOfMessages({ files }: Selection): Problem[] {
  if (files.some(hasCodecs)) return [];
  return [
    {
      code: "NOTHING_TO_GENERATE",
      what: "The files to generate have no message and no enum",
      fix: "Check the modules in buf.yaml, the inputs in buf.gen.yaml, and the options services and exclude",
    },
  ];
}

/** Whether the file has a module of messages. */
export function hasCodecs(file: DescFile): boolean {
  return file.messages.length > 0 || file.enums.length > 0;
}
