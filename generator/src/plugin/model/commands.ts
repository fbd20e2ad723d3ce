import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type MethodRole, readEffect, readRole, readStandardMethod } from "@stratus/convention";
import type { Schema } from "../read/schema.js";
import type { Since } from "../../kit/text/names-file.js";
import type { Command } from "./api.js";
import { type CommandWords, decideCommandWords } from "./command-words.js";

/** Services and methods as tools see them. */
export interface Commands {
  /** Words of a service. */
  service(service: DescService): readonly string[];
  method(method: DescMethod): Command;
}

/**
 * Decides the words of services and methods, and says what each method does.
 *
 * @param since The versions of the package in which services came.
 */
export function describeCommands(
  services: Iterable<DescService>,
  { options, types }: Pick<Schema, "options" | "types">,
  since?: Since,
): Commands {
  const words = decideCommandWords(
    [...services].map(({ typeName, name, file, methods }) => ({
      typeName,
      packageName: file.proto.package,
      name,
      rpcs: methods.map((one) => one.name),
      since: since?.since.get(typeName),
    })),
  );
  const wordsOf = ({ typeName }: DescService): CommandWords => words.get(typeName) ?? noWords;
  return {
    service: (service) => wordsOf(service).service,
    method(method) {
      const own = readRole(method, options, types);
      const role = own.kind === "unknown" ? standardRole(method, { options, types }) : own;
      return {
        word: wordsOf(method.parent).methods.get(method.name) ?? method.name,
        role: role.kind,
        effect: readEffect(method, role, options),
        idField: "idField" in role ? role.idField : undefined,
      };
    },
  };
}

/** The role of a standard method of AIP, which names its resource by `name`. */
function standardRole(method: DescMethod, { options, types }: Pick<Schema, "options" | "types">): MethodRole {
  const found = readStandardMethod(method, options, types);
  switch (found?.kind) {
    case "get":
    case "delete":
      return { kind: found.kind, resource: found.message, idField: found.nameField };
    case "list":
      return { kind: "list", resource: found.message, items: found.items };
    case "create":
    case "update":
      return { kind: found.kind, resource: found.message };
    default:
      return { kind: "unknown" };
  }
}

const noWords: CommandWords = { service: [], methods: new Map() };
