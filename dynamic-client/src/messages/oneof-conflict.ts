import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import type { Service } from "../sdk/service.js";
import { isJsonObject } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import type { Change } from "./change.js";
import type { PathStep } from "./field-path.js";
import { findField } from "./message-fields.js";

/**
 * Refuses changes that set two members of a oneof, or a field under two of its names, as parsers of proto3 JSON do. Otherwise
 * the last one would win silently.
 * A member that a later change clears does not count.
 *
 * @throws A UsageError that names both members and where they come from, or the field.
 */
export function requireOneMember(service: Service, type: string, changes: readonly Change[]): void {
  const choices = new OneofChoices(service);
  for (const { path, value, from } of changes) choices.add(type, path.steps, value, from);
}

/** A member that has been set. */
interface Choice {
  readonly field: GuideField;
  readonly from: string | undefined;
}

class OneofChoices {
  readonly #service: Service;
  /** The members by the path of their message and the name of the oneof. */
  readonly #chosen = new Map<string, Choice>();

  constructor(service: Service) {
    this.#service = service;
  }

  add(type: string, steps: readonly PathStep[], value: GuideJson, from: string | undefined): void {
    this.#message(type, "", steps, { value, from });
  }

  #message(
    type: string,
    place: string,
    [step, ...rest]: readonly PathStep[],
    given: { readonly value: GuideJson; readonly from: string | undefined },
  ): void {
    if (step) {
      if ("field" in step) this.#field(place, step.field, rest, given);
      return;
    }
    if (!isJsonObject(given.value)) return;
    const found = new Set<GuideField>();
    for (const [name, value] of Object.entries(given.value)) {
      const field = findField(this.#service, type, name);
      if (!field) continue;
      if (found.has(field))
        throw new UsageError(
          "ARGUMENT_CONFLICT",
          `${place}${field.name} is set twice, under two of its names; remove one of them`,
        );
      found.add(field);
      this.#field(place, field, [], { ...given, value });
    }
  }

  #field(
    place: string,
    field: GuideField,
    steps: readonly PathStep[],
    given: { readonly value: GuideJson; readonly from: string | undefined },
  ): void {
    const path = `${place}${field.name}.`;
    const { type = "" } = field;
    if (given.value === null && steps.length === 0) {
      const key = oneofKey(place, field);
      if (this.#chosen.get(key)?.field.name === field.name) this.#chosen.delete(key);
      this.#forget(path);
      return;
    }
    this.#choose(place, field, given.from);
    if (!this.#service.isDescribed(field)) return;
    const [step, ...rest] = steps;
    if (step && ("index" in step || "key" in step)) {
      const isRemoved = given.value === null && rest.length === 0;
      // The elements after a removed one move.
      if (isRemoved) this.#forget("key" in step ? `${path}${step.key}.` : path);
      else this.#message(type, `${path}${"index" in step ? step.index : step.key}.`, rest, given);
    } else if (field.isList && Array.isArray(given.value)) {
      this.#forget(path);
      for (const [at, value] of (given.value as readonly GuideJson[]).entries())
        this.#message(type, `${path}${at}.`, [], { ...given, value });
    } else if (field.mapKey !== undefined && isJsonObject(given.value)) {
      for (const [key, value] of Object.entries(given.value))
        if (value === null) this.#forget(`${path}${key}.`);
        else this.#message(type, `${path}${key}.`, [], { ...given, value });
    } else if (this.#service.isStructure(field)) this.#message(type, path, steps, given);
  }

  /** Forgets the members inside a value that is cleared or replaced. */
  #forget(path: string): void {
    for (const key of this.#chosen.keys()) if (key.startsWith(path)) this.#chosen.delete(key);
  }

  #choose(place: string, field: GuideField, from: string | undefined): void {
    if (field.oneof === undefined || this.#service.isRest) return;
    const key = oneofKey(place, field);
    const before = this.#chosen.get(key);
    if (before && before.field.name !== field.name) {
      const [first, second] = [before, { field, from }].map(
        (one) => `${place}${one.field.name}${one.from === undefined ? "" : ` (${one.from})`}`,
      );
      throw new UsageError(
        "ARGUMENT_CONFLICT",
        `${first} and ${second} are members of the oneof ${field.oneof}, of which only one can be set; remove one of them`,
      );
    }
    this.#chosen.set(key, { field, from });
  }
}

function oneofKey(place: string, { oneof }: GuideField): string {
  return `${place}\u0000${oneof ?? ""}`;
}
