import type { Service } from "@stratus/dynamic-client";
import type { GuideField } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";
import { findListOf } from "../methods/find-list.js";
import { countTokens } from "../text/tokens.js";
import { itemsName } from "../methods/items-name.js";
import { quoteUnlessWord, shortName } from "./type-text.js";

/** How deep types are written, from the first attempt to the last. */
const depths = [3, 2, 1] as const;

/** The maximum number of tokens of a signature. */
const maxTokens = 240;

/**
 * Writes in a line what a call of a method needs: the fields of its request, and for a read those of its answer. Required
 * fields have a `*`. If types do not fit, `…` replaces them.
 */
export function signature(one: OpenMethod, canPlanMany: boolean): string {
  for (const depth of depths) {
    const text = callText(one, new Fields(one.service, depth), canPlanMany);
    if (depth === 1 || countTokens(text) <= maxTokens) return text;
  }
  return "";
}

function callText(one: OpenMethod, fields: Fields, canPlanMany: boolean): string {
  const { service, method, decision } = one;
  const isUpdate = service.modifyHelper(method) !== undefined;
  const names = service.positionals(method).map((field) => quoteUnlessWord(service.jsonName(field)));
  const request = isUpdate
    ? `{${names.join(", ")}}, set and clear: paths of ${fields.input(service.inputType(method))}`
    : fields.input(method.request);
  if (!("tool" in decision)) return `request ${request}`;
  if (decision.tool !== "read")
    return `plan with request ${request}${canPlanMany ? manyText(one, names, fields) : ""}`;
  const { response, pages } = method;
  const items = itemsName(one);
  const item = pages?.type ?? response?.type;
  const place = items === undefined ? "" : ` ${quoteUnlessWord(items)}[] of`;
  const answer = item === undefined ? (response?.kind ?? "nothing") : fields.answer(item);
  return `read with request ${request}; answers${place} ${answer}`;
}

/** Says how to plan the same change of many. */
function manyText({ service, method, listed }: OpenMethod, names: readonly string[], fields: Fields): string {
  if (listed.line.effect === "create" || names.length !== 1) return "";
  const list = findListOf(service, method);
  const request = list && fields.input(list.request);
  return `; for many instead of ${names.join("")}: ids${request === undefined ? "" : `, or list ${request}`}`;
}

/** Names of messages that every client knows. */
const wellKnown = "google.protobuf.";

/** Writes the fields of types, down to a depth. */
class Fields {
  readonly #service: Service;
  readonly #depth: number;

  constructor(service: Service, depth: number) {
    this.#service = service;
    this.#depth = depth;
  }

  /** The fields that a caller can set. */
  input(type: string): string {
    return this.#type(type, "OUTPUT_ONLY", this.#depth, []);
  }

  /** The fields that an answer has. */
  answer(type: string): string {
    return this.#type(type, "INPUT_ONLY", Math.min(2, this.#depth), []);
  }

  #type(type: string, left: string, depth: number, above: readonly string[]): string {
    const { fields } = this.#service.message(type);
    const shown = fields.filter(
      ({ behaviors = [], deprecated }) => deprecated === undefined && !behaviors.includes(left),
    );
    if (type.startsWith(wellKnown)) return shortName(type);
    const isInput = left === "OUTPUT_ONLY";
    const texts = shown.map((field) => {
      const mark = isInput && field.isRequired ? "*" : "";
      return `${quoteUnlessWord(this.#service.jsonName(field))}${mark}${this.#form(field, left, depth, above)}`;
    });
    return `{${texts.join(", ")}}`;
  }

  #form(field: GuideField, left: string, depth: number, above: readonly string[]): string {
    const { kind, type = "", isList, mapKey } = field;
    const many = isList ? "[]" : mapKey === undefined ? "" : ".KEY";
    const named = (name: string): string => (left === "OUTPUT_ONLY" ? `${many} ${name}` : many);
    if (kind === "enum" || kind === "bytes" || kind === "bool") return named(kind);
    if (kind !== "message") return many;
    if (!this.#service.isDescribed(field)) return named(shortName(type));
    if (depth <= 1 || above.includes(type)) return `${many}{…}`;
    return `${many}${this.#type(type, left, depth - 1, [...above, type])}`;
  }
}
