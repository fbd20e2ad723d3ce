import type { GuideField, GuideMethod } from "@stratus/runtime/guide";
import type { Target } from "../argv/find-command.js";
import { ownFlags } from "../argv/flags.js";
import { readArgv, withoutWords } from "../argv/read-argv.js";
import { fieldLines, shortValues } from "../help/field-lines.js";
import { FlagReader } from "../input/read-input.js";
import { isSecretField } from "@stratus/dynamic-client";
import type { Service } from "@stratus/dynamic-client";
import { completeNames } from "./complete-names.js";
import { files, type Suggestion, suggestFlags } from "./suggestion.js";
import type { BuiltinCommand } from "./builtin-command.js";

/** The line to complete. */
interface TypedLine {
  readonly before: readonly string[];
  /** The incomplete word at the end. */
  readonly last: string;
  /** The flag before it, without hyphens. */
  readonly flag: string | undefined;
}

/** Suggests the arguments of a method. The module is loaded only for these. */
export async function suggestForMethod(
  command: BuiltinCommand,
  target: Extract<Target, { readonly kind: "method" }>,
  { before, last, flag }: TypedLine,
): Promise<readonly Suggestion[] | typeof files> {
  const service = await command.sdk.service(target.entry);
  const method = service.method(target.word);
  if (!method) return [];
  const reader = new FlagReader(service, method);
  if (last.startsWith("-")) return [...suggestFields(service, method), ...suggestFlags()];
  if (flag !== undefined) {
    if (reader.naming(flag)) return [];
    if (reader.takesValue(flag) === true) return fieldValues(service, (await reader.find(flag)).field);
  }
  const given = readArgv(withoutWords(before, target.count), reader.takesValue);
  return given.words.length < service.positionals(method).length
    ? completeNames(command, service, method, given)
    : [];
}

function fieldValues(service: Service, field: GuideField): readonly Suggestion[] | typeof files {
  if (isSecretField(field)) return files;
  const short = shortValues(service, field.type);
  const values = service
    .enum(field.type)
    ?.values.filter(({ number, name }) => number !== 0 || !/UNSPECIFIED$|UNKNOWN$/.test(name));
  return field.kind === "enum" ? short.map((value, at) => ({ value, text: values?.[at]?.text ?? "" })) : [];
}

function suggestFields(service: Service, method: GuideMethod): readonly Suggestion[] {
  const lines = fieldLines(service, method).filter(({ field }) => field.place !== "path");
  const fields = lines.map(({ path, field }) => ({
    value: ownFlags.has(path) ? `--field.${path}` : `--${path}`,
    text: field.text,
  }));
  const names = service
    .message(service.findGetByName(method)?.request)
    .fields.map(({ name, text }) => ({ value: `--${name.replaceAll("_", "-")}`, text }));
  return [...fields, ...names.filter(({ value }) => fields.every((one) => one.value !== value))];
}
