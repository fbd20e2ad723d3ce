import type { GuideField } from "@stratus/runtime/guide-v1";
import {
  isDeadEnd,
  kebab,
  noun,
  type Part,
  readPath,
  safeLine,
  unknownName,
  UsageError,
  wordsOfService,
} from "@stratus/dynamic-client";
import { wrapped } from "../text/terminal-text.js";
import { factsOf, shortValues } from "./field-lines.js";
import { type HelpScope, rowsText } from "./group-help.js";

/** Says what a resource or one of its fields is, and what is in it. */
export async function explain(
  part: Part,
  path: string | undefined,
  { name, columns }: HelpScope,
): Promise<string> {
  const command = [name, ...wordsOfService(part.entry), "explain"].join(" ");
  const resources = resourcesOf(part);
  if (path === undefined && resources.size > 1)
    return resourcesText(part, resources, { name: command, columns });
  const [first = "", ...others] = path?.split(".") ?? [];
  const named = resources.get(first);
  const rest = named === undefined ? path : others.join(".");
  const type =
    named ??
    part.resource ??
    part.service.methods.find(({ request }) => part.message(request).fields.length > 0)?.request;
  if (type === undefined) throw new UsageError(`there is nothing to explain in ${part.entry.words}`);
  if (path === undefined || rest === undefined || rest === "")
    return typeText(part, type, {
      title: type,
      command,
      columns,
      prefix: named === undefined ? "" : `${first}.`,
    });
  const found = readPath(part, type, rest);
  if (isDeadEnd(found))
    throw await unknownName("field", found.missing, found.known, {
      place: path,
      wayOut: found.reason ?? "",
      shown: (name) => `${found.before}${name}`,
    });
  const { field } = found;
  const head = [
    `${safeLine(path)}  ${kindOf(field)}`,
    field.text === "" ? undefined : wrapped(field.text, columns),
    factsOf(part, field).join("\n") || undefined,
    (field.behaviors ?? []).includes("OUTPUT_ONLY") ? "Only the server writes it." : undefined,
  ];
  const values = part.enum(field.type)?.values ?? [];
  const short = shortValues(part, field.type);
  const body = part.isDescribed(field)
    ? typeText(part, field.type ?? "", { title: undefined, command, columns, prefix: `${path}.` })
    : values.length > 0
      ? `Values:\n${rowsText(
          values.map(({ name: value, property, text }) => ({
            word: short.includes(kebab(property ?? value)) ? kebab(property ?? value) : value,
            text,
          })),
          columns,
        )}`
      : "";
  return `${[...head.filter((one) => one !== undefined), body]
    .filter((one) => one !== "")
    .join("\n\n")
    .trimEnd()}\n`;
}

/** The resources of a service that has several, by their words: `instance-config`. */
function resourcesOf(part: Part): ReadonlyMap<string, string> {
  const gets = part.service.methods.filter(({ word }) => part.roleOf(word) === "get");
  const found = gets.flatMap(({ word, response }) =>
    response?.type === undefined ? [] : [[noun(word), response.type] as const],
  );
  return new Map(found.length > 1 ? found : []);
}

function resourcesText(
  part: Part,
  resources: ReadonlyMap<string, string>,
  { name, columns }: HelpScope,
): string {
  const rows = [...resources].map(([word, type]) => ({ word, text: part.message(type).text }));
  return `Resources:\n${rowsText(rows, columns)}\nMore: ${name} ${rows[0]?.word ?? ""}\n`;
}

interface TypeScope {
  readonly title: string | undefined;
  readonly command: string;
  readonly columns: number;
  readonly prefix: string;
}

function typeText(part: Part, type: string, { title, command, columns, prefix }: TypeScope): string {
  const { fields, text, limits = [] } = part.message(type);
  const widest = Math.max(0, ...fields.map((field) => kebab(field.name).length));
  const rows = fields.map((field) => ({
    word: `${kebab(field.name).padEnd(widest)}  ${kindOf(field)}`,
    text: [field.text.split(/(?<=\.)\s/)[0] ?? "", ...factsOf(part, field)].filter(Boolean).join(" "),
  }));
  const deeper = fields.find((field) => part.isDescribed(field));
  const parts = [
    title,
    text === "" ? undefined : wrapped(text, columns),
    limits.length > 0 ? limits.join("\n") : undefined,
    `Fields:\n${rowsText(rows, columns)}`,
    deeper && `More: ${command} ${prefix}${kebab(deeper.name)}`,
  ];
  return `${parts.filter((one) => one !== undefined).join("\n\n")}\n`;
}

function kindOf({ kind, type, isList, mapKey }: GuideField): string {
  const one = type === undefined ? kind : (type.split(".").at(-1) ?? type);
  if (mapKey !== undefined) return `map of ${one}`;
  return isList ? `list of ${one}` : one;
}
