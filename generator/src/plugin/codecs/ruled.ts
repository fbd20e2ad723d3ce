import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import type { StatedField, Statements, ValueRules } from "@stratus/convention";
import { code, identifier, relativeImport, string, type Code } from "../../kit/code/code.js";
import { isSharedType } from "../source/shared-types.js";
import type { ModuleNames, ModuleSettings } from "./module.js";

/** What the API states, and the messages about which it states something that clients can check. */
export interface RuledApi {
  readonly statements: Statements;
  readonly ruled: ReadonlySet<DescMessage>;
}

/** The API, with what it states about the messages of some files. */
export function findRules(files: readonly DescFile[], statements: Statements): RuledApi {
  return { statements, ruled: findRuled(files, statements) };
}

/** Name of the function that loads the rules of a module; no name of an API has this form. */
export const rulesLoader: Code = identifier("rules$");

/** The module of a file's rules, beside that of its messages, without extension. No proto file has a module of such a name. */
export function rulesModule(file: DescFile, names: Pick<ModuleNames, "module">): string {
  return `${names.module(file)}.rules`;
}

/** Loads the rules of a module's messages when the first of them is checked. */
export function printRulesLoader(
  file: DescFile,
  { names, importExtension }: Pick<ModuleSettings, "names" | "importExtension">,
): Code {
  const path = relativeImport(names.module(file), rulesModule(file, names), importExtension);
  return code`const ${rulesLoader} = () => import(${string(path)});\n`;
}

/** Messages about which something is stated that clients can check, or that hold one. */
function findRuled(files: readonly DescFile[], statements: Statements): ReadonlySet<DescMessage> {
  const messages = files
    .flatMap((file) => [...nestedTypes(file)])
    .filter((one) => one.kind === "message")
    .filter((one) => !isSharedType(one));
  const holders = new Map<DescMessage, DescMessage[]>();
  for (const message of messages) {
    for (const { message: held } of message.fields) {
      if (!held) continue;
      const known = holders.get(held);
      if (known) known.push(message);
      else holders.set(held, [message]);
    }
  }
  const ruled = new Set(messages.filter((message) => hasRules(message, statements)));
  // What is added while the set is gone through is gone through too.
  for (const message of ruled) for (const holder of holders.get(message) ?? []) ruled.add(holder);
  return ruled;
}

/** Something is stated about a message itself that clients can check. */
function hasRules(message: DescMessage, statements: Statements): boolean {
  return (
    statements.message(message).choices.length > 0 ||
    message.oneofs.some((oneof) => statements.oneof(oneof).isRequired) ||
    message.fields.some((field) => isRuled(statements.field(field)))
  );
}

/** Something is stated about a field that clients can check. */
export function isRuled({ requiredBy, rules }: StatedField): boolean {
  return requiredBy.length > 0 || hasChecks(rules);
}

/** Rules that clients can check, or that say which others do not count. */
export function hasChecks({ rules, ignore, items, keys, values }: ValueRules): boolean {
  const inside = [items, keys, values].some((one) => one !== undefined && hasChecks(one));
  return inside || ignore === "always" || rules.some(({ whyLeft }) => whyLeft === undefined);
}
