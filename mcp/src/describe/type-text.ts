/**
 * Descriptions of methods and types as text, about half as long as JSON Schema.
 *
 * @module
 */
import type { Service } from "@stratus/dynamic-client";
import type { GuideEnum, GuideField, GuideForm, GuideMessage } from "@stratus/runtime/guide";
import { isLikelySecretField } from "@stratus/dynamic-client";
import { quoteData } from "../text/quote-data.js";

/** How much detail a description has. */
export interface Detail {
  /** The maximum length of a field's comment, in characters. 0 omits comments. */
  readonly comment: number;
  /** Whether to list the fields that a caller can set instead of those that a response has. */
  readonly isInput: boolean;
}

/** Describes types and the types of their fields, each type once. */
export class TypeText {
  readonly #part: Service;
  readonly #detail: Detail;
  readonly #lines: string[] = [];
  readonly #known = new Set<string>();

  constructor(service: Service, detail: Detail) {
    this.#part = service;
    this.#detail = detail;
  }

  /** Returns the lines of a type, followed by those of the types that its fields use. */
  write(type: string): readonly string[] {
    const waiting = [type];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (this.#known.has(next)) continue;
      this.#known.add(next);
      const message = this.#part.message(next);
      this.#lines.push(`${shortName(next)} {`, ...this.#fields(message), ...messageRules(message), "}");
      waiting.push(
        ...message.fields.flatMap((field) => (this.#isShown(field) ? this.#fieldTypes(field) : [])),
      );
    }
    return this.#lines;
  }

  #fieldTypes(field: GuideField): readonly string[] {
    return this.#part.isDescribed(field) && field.type !== undefined ? [field.type] : [];
  }

  #isShown({ behaviors = [], deprecated }: GuideField): boolean {
    if (deprecated !== undefined) return false;
    return this.#detail.isInput ? !behaviors.includes("OUTPUT_ONLY") : !behaviors.includes("INPUT_ONLY");
  }

  #fields({ fields, oneofs = [] }: GuideMessage): readonly string[] {
    const isRequired = new Set(oneofs.filter((one) => one.isRequired).map(({ name }) => name));
    return fields
      .filter((field) => this.#isShown(field))
      .map((field) => {
        const mark = this.#detail.isInput && field.isRequired ? "" : "?";
        const notes = this.#detail.isInput ? fieldNotes(field, isRequired) : [];
        const comment =
          this.#detail.comment > 0 && field.text !== "" ? quoteData(field.text, this.#detail.comment) : "";
        const end = [...notes, comment].filter(Boolean).join(" ");
        const name = this.#part.jsonName(field);
        return `${quoteUnlessWord(name)}${mark}: ${this.#form(field)}${end === "" ? "" : ` ${end}`}`;
      });
  }

  #form({ kind, type, isList, mapKey }: GuideForm): string {
    const one = this.#one(kind, type);
    if (isList) return one.includes("|") ? `(${one})[]` : `${one}[]`;
    return mapKey === undefined ? one : `{[${mapKey}]: ${one}}`;
  }

  #one(kind: GuideForm["kind"], type: string | undefined): string {
    if (kind === "enum") return enumText(this.#part.enum(type));
    return kind === "message" ? shortName(type ?? "json") : (kinds[kind] ?? kind);
  }
}

const kinds: Readonly<Record<string, string>> = {
  fixed64: "int64",
  fixed32: "int32",
  sfixed32: "int32",
  sfixed64: "int64",
  sint32: "int32",
  sint64: "int64",
  uint32: "int32",
  uint64: "int64",
};

/** The maximum number of enum values to list. */
const maxEnumValues = 3;

function enumText(one: GuideEnum | undefined): string {
  const names = one?.values
    .filter(({ deprecated }) => deprecated === undefined)
    .map(({ name }) => quoteUnlessWord(name));
  if (!names) return "string";
  const rest = names.length > maxEnumValues ? [`…${names.length - maxEnumValues} more`] : [];
  return [...names.slice(0, maxEnumValues), ...rest].join("|");
}

function fieldNotes(field: GuideField, required: ReadonlySet<string>): readonly string[] {
  const { oneof, limits = [], behaviors = [], default: usual } = field;
  return [
    oneof === undefined ? "" : `one of ${quoteUnlessWord(oneof)}${required.has(oneof) ? ", required" : ""}`,
    limits.map((limit) => quoteData(limit, 80).slice(1, -1)).join(", "),
    behaviors.includes("IMMUTABLE") ? "immutable" : "",
    usual === undefined ? "" : `default ${quoteData(JSON.stringify(usual), 40)}`,
    isLikelySecretField(field) ? "secret" : "",
  ].filter(Boolean);
}

function messageRules({ limits = [], choices = [] }: GuideMessage): readonly string[] {
  return [
    ...limits.map((limit) => `# ${quoteData(limit, 160)}`),
    ...choices.map(
      ({ fields, isRequired }) => `# ${isRequired ? "exactly" : "at most"} one of ${fields.join(", ")}`,
    ),
  ];
}

/** Returns the last part of a full name. */
export function shortName(type: string): string {
  return quoteUnlessWord(
    type
      .replace(/^google\.protobuf\./, "")
      .split(".")
      .at(-1) ?? type,
  );
}

/** Quotes a name that contains other characters than identifiers do. */
export function quoteUnlessWord(name: string): string {
  return /^[\w.$@[\]-]+$/.test(name) ? name : quoteData(name, 60);
}
