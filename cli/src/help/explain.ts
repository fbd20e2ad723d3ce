import type { GuideField } from "@stratus/runtime/guide";
import {
  isUnknownPath,
  kebabCase,
  resourceNoun,
  type Service,
  readPath,
  safeLine,
  unknownNameError,
  UsageError,
  splitServiceWords,
} from "@stratus/dynamic-client";
import { wrapText } from "../text/terminal-text.js";
import { fieldFacts, shortValues } from "./field-lines.js";
import { type HelpScope, rowsText } from "./group-help.js";

/** Describes a resource or one of its fields. */
export async function explain(
  service: Service,
  path: string | undefined,
  { name, columns }: HelpScope,
): Promise<string> {
  const command = [name, ...splitServiceWords(service.entry), "explain"].join(" ");
  const resources = serviceResources(service);
  if (path === undefined && resources.size > 1)
    return resourcesText(service, resources, { name: command, columns });
  const [first = "", ...others] = path?.split(".") ?? [];
  const named = resources.get(first);
  const rest = named === undefined ? path : others.join(".");
  const type =
    named ??
    service.resource ??
    service.guide.methods.find(({ request }) => service.message(request).fields.length > 0)?.request;
  if (type === undefined)
    throw new UsageError("UNSUPPORTED", `${service.entry.words} has no messages to explain`);
  if (path === undefined || rest === undefined || rest === "")
    return typeText(service, type, {
      title: type,
      command,
      columns,
      prefix: named === undefined ? "" : `${first}.`,
    });
  const found = readPath(service, type, rest);
  if (isUnknownPath(found))
    throw await unknownNameError("field", found.missing, found.known, {
      place: path,
      fix: found.reason ?? "",
      shown: (name) => `${found.before}${name}`,
    });
  const { field } = found;
  const head = [
    `${safeLine(path)}  ${kindName(field)}`,
    field.text === "" ? undefined : wrapText(field.text, columns),
    fieldFacts(service, field).join("\n") || undefined,
    (field.behaviors ?? []).includes("OUTPUT_ONLY") ? "Only the server writes it." : undefined,
  ];
  const values = service.enum(field.type)?.values ?? [];
  const short = shortValues(service, field.type);
  const body = service.isDescribed(field)
    ? typeText(service, field.type ?? "", { title: undefined, command, columns, prefix: `${path}.` })
    : values.length > 0
      ? `Values:\n${rowsText(
          values.map(({ name: value, property, text }) => ({
            word: short.includes(kebabCase(property ?? value)) ? kebabCase(property ?? value) : value,
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

/** Returns the resources of a service that has several, by their nouns, such as `instance-config`. */
function serviceResources(service: Service): ReadonlyMap<string, string> {
  const gets = service.guide.methods.filter(({ word }) => service.role(word) === "get");
  const found = gets.flatMap(({ word, response }) =>
    response?.type === undefined ? [] : [[resourceNoun(word), response.type] as const],
  );
  return new Map(found.length > 1 ? found : []);
}

function resourcesText(
  service: Service,
  resources: ReadonlyMap<string, string>,
  { name, columns }: HelpScope,
): string {
  const rows = [...resources].map(([word, type]) => ({ word, text: service.message(type).text }));
  return `Resources:\n${rowsText(rows, columns)}\nMore: ${name} ${rows[0]?.word ?? ""}\n`;
}

interface TypeScope {
  readonly title: string | undefined;
  readonly command: string;
  readonly columns: number;
  readonly prefix: string;
}

function typeText(service: Service, type: string, { title, command, columns, prefix }: TypeScope): string {
  const { fields, text, limits = [] } = service.message(type);
  const widest = Math.max(0, ...fields.map((field) => kebabCase(field.name).length));
  const rows = fields.map((field) => ({
    word: `${kebabCase(field.name).padEnd(widest)}  ${kindName(field)}`,
    text: [field.text.split(/(?<=\.)\s/)[0] ?? "", ...fieldFacts(service, field)].filter(Boolean).join(" "),
  }));
  const deeper = fields.find((field) => service.isDescribed(field));
  const parts = [
    title,
    text === "" ? undefined : wrapText(text, columns),
    limits.length > 0 ? limits.join("\n") : undefined,
    `Fields:\n${rowsText(rows, columns)}`,
    deeper && `More: ${command} ${prefix}${kebabCase(deeper.name)}`,
  ];
  return `${parts.filter((one) => one !== undefined).join("\n\n")}\n`;
}

function kindName({ kind, type, isList, mapKey }: GuideField): string {
  const one = type === undefined ? kind : (type.split(".").at(-1) ?? type);
  if (mapKey !== undefined) return `map of ${one}`;
  return isList ? `list of ${one}` : one;
}
