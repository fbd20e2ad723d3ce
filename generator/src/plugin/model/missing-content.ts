import type { DescFile } from "@bufbuild/protobuf";
import type { Problem } from "../../kit/problem.js";
import type { Schema } from "../read/schema.js";
import { isChosen, type Filter, type Selection } from "./selection.js";

/** Finds the problem that there are no clients: the files have no service, or the options select none. */
export function findMissingServices({ generate }: Schema, selection: Selection, filter: Filter): Problem[] {
  // Services that a session uses are selected regardless of the options, and are not an API alone.
  if ([...selection.services].some((service) => isChosen(service, filter.services))) return [];
  if (generate.some((file) => file.services.length > 0)) {
    return [
      {
        code: "NOTHING_TO_GENERATE",
        what: "The options select no service",
        fix: "Check the options services and exclude against the full names of your services",
      },
    ];
  }
  return [noServices(generate)];
}

/** By default, buf sends the files of one folder at a time, so the text names the folder. */
function noServices(generate: readonly DescFile[]): Problem {
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

/** Finds the problem that there are no messages, for output without clients. */
export function findMissingMessages({ files }: Selection): Problem[] {
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
