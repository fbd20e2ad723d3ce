import type { GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { isJsonObject, isSecretField, kebabCase, safeLine, type Service } from "@stratus/dynamic-client";
import { shellQuote } from "../text/shell-quote.js";
import { type FieldLine, fieldLines, shortFlag, shortValues } from "./field-lines.js";
import { plausibleText } from "./plausible-text.js";

/** The maximum number of optional flags in an example. */
const maxOptional = 4;

/** A sample command. */
export interface CommandExample {
  /** The command with its arguments, quoted for a shell. */
  readonly line: string;
  /** The field that a sample update changes, by its path with the names of the API, and the value that it sets. */
  readonly change: readonly [path: string, text: string] | undefined;
}

/** Returns a sample command: the arguments, the required flags, and a flag or two if there are none. */
export function exampleCommand(service: Service, method: GuideMethod, command: string): CommandExample {
  const noun = nounOf(service);
  const places = service.positionals(method);
  const values = places.map((field) => shellQuote(sampleText(service, field, noun)));
  const type = service.inputType(method);
  const lines = fieldLines(service, method).filter(
    ({ field }) => field.place !== "path" && !places.some((place) => place.name === field.name),
  );
  const required = lines.filter(({ isRequired }) => isRequired);
  const isUpdate = service.modifyHelper(method) !== undefined;
  const chosen = required.length > 0 ? required : usualLines(service, method, lines, isUpdate);
  const flags = chosen.flatMap(({ path, field, value }) => {
    const flag = shortFlag(service, type, path);
    return value === "" ? [flag] : [flag, shellQuote(sampleText(service, field, noun))];
  });
  const changed = isUpdate ? chosen[0] : undefined;
  return {
    line: safeLine([command, ...values, ...flags].join(" ")),
    change: changed && [changed.path.replaceAll("-", "_"), sampleText(service, changed.field, noun)],
  };
}

/** Returns what a service manages, in the singular. */
export function nounOf(service: Service): string {
  return (service.entry.words.split(" ").at(-1) || "resource").replace(/(?<!s)s$/, "");
}

/** Returns the lines of an example without required fields: those that change a resource, or that the sample request sets. */
function usualLines(
  service: Service,
  method: GuideMethod,
  lines: readonly FieldLine[],
  isUpdate: boolean,
): readonly FieldLine[] {
  const plain = lines.filter(
    ({ field }) => !field.isList && field.mapKey === undefined && !isSecretField(field),
  );
  if (isUpdate) {
    const inSpec = plain.filter(({ path }) => !path.startsWith("metadata."));
    const [line] = [...inSpec.filter(({ value }) => value === "NUMBER"), ...inSpec, ...plain];
    return line ? [line] : [];
  }
  const isList = service.role(method.word) === "list";
  const wanted = isList ? /(?:^|[.-])parent(?:-id)?$/ : /(?:^|\.)(?:parent(?:-id)?|name|title)$/;
  const sampled = isList ? [] : plain.filter(({ path }) => hasPath(method.example, path.split(".")));
  return (sampled.length > 0 ? sampled : plain.filter(({ path }) => wanted.test(path))).slice(0, maxOptional);
}

/** Whether the sample request of a method sets a field, which a path names in the words of flags. */
function hasPath(value: GuideJson | undefined, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return value !== undefined;
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return entries.some(([name, inner]) => kebabCase(name) === first && hasPath(inner, rest));
}

/** Returns a value that looks real: the example of the API, or one made of the name of the field. */
function sampleText(service: Service, field: GuideField, noun: string): string {
  const { example, kind, type, name } = field;
  if (isSecretField(field) || kind === "bytes") return "@FILE";
  if (field.mapKey !== undefined) return "key=value";
  const given = Array.isArray(example) ? (example as readonly GuideJson[])[0] : example;
  const isPlaceholder = typeof given === "string" && /^(?:\.{3}|(.)\1*|)$/.test(given);
  if (given !== undefined && given !== null && !isPlaceholder)
    return isJsonObject(given) ? JSON.stringify(given) : String(given);
  if (kind === "enum") return shortValues(service, type)[0] ?? "0";
  if (kind === "bool") return "true";
  if (kind === "message" && type === "google.protobuf.Duration") return "90s";
  if (kind === "message" && type === "google.protobuf.Timestamp") return "2030-01-01T00:00:00Z";
  if (kind === "message" || kind === "json") return "{}";
  if (kind !== "string") return /(?:^|_)(?:bytes|size)$/.test(name) ? "4096" : "4";
  return plausibleText(field, noun) ?? `my-${kebabCase(name)}`;
}
