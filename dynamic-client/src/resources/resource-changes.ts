import type { GuideJson } from "@stratus/runtime/guide";
import { findField } from "../messages/message-fields.js";
import { isJsonObject, isSameJson } from "../text/json-object.js";
import { UsageError } from "../text/usage-error.js";
import type { ResourceKind } from "./resource-kind.js";

/** The JSON of a resource with its secrets, for comparisons, and as people may see it. */
export interface ResourceForms {
  readonly full: GuideJson;
  readonly shown: GuideJson;
}

/** A value that differs between two states of a resource. */
export interface ResourceDifference {
  /** The JSON names that lead to it. */
  readonly path: readonly string[];
  /** The values as people may see them. Undefined if there is none. */
  readonly from: GuideJson | undefined;
  readonly to: GuideJson | undefined;
  /** The same values with secrets. They must not be printed. */
  readonly full: { readonly from: GuideJson | undefined; readonly to: GuideJson | undefined };
}

/** Returns what differs between two states of a resource. A list is one value. */
export function resourceDifferences(
  before: ResourceForms,
  after: ResourceForms,
): readonly ResourceDifference[] {
  return [...differences([before.full, after.full], [before.shown, after.shown], [])];
}

type Pair = readonly [GuideJson | undefined, GuideJson | undefined];

function* differences(full: Pair, shown: Pair, path: readonly string[]): Generator<ResourceDifference> {
  const [from, to] = full;
  if (isSameJson(from, to)) return;
  if (!isJsonObject(from) || !isJsonObject(to)) {
    yield { path, from: shown[0], to: shown[1], full: { from, to } };
    return;
  }
  for (const name of Object.keys({ ...from, ...to })) {
    const inside = ([one, other]: Pair): Pair => [member(one, name), member(other, name)];
    yield* differences([from[name], to[name]], inside(shown), [...path, name]);
  }
}

function member(value: GuideJson | undefined, name: string): GuideJson | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/**
 * Refuses a change of an IMMUTABLE field (AIP-203), which no Update can make.
 *
 * @throws A UsageError that names the field.
 */
export function requireMutable(
  { service, type, name }: ResourceKind,
  differences: readonly ResourceDifference[],
): void {
  for (const { path } of differences) {
    let message = type;
    for (const step of path) {
      const field = findField(service, message, step);
      if (field?.behaviors?.includes("IMMUTABLE"))
        throw new UsageError(
          "ARGUMENT_INVALID",
          `${path.join(".")} cannot be changed after the ${name} was created; set it to the value on the server, or delete the resource and create it again`,
        );
      message = field?.type ?? "";
    }
  }
}

/**
 * Returns the shown form of the state after a change, in which secrets that change are marked. Otherwise both states would
 * look the same.
 */
export function markSecrets(before: ResourceForms, after: ResourceForms, mark: string): GuideJson {
  if (isSameJson(before.full, after.full)) return after.shown;
  if (isJsonObject(after.full) && isJsonObject(after.shown))
    return Object.fromEntries(
      Object.entries(after.shown).map(([name, shown]) => {
        const inside = (state: ResourceForms): ResourceForms => ({
          full: member(state.full, name) ?? null,
          shown: member(state.shown, name) ?? null,
        });
        return [name, markSecrets(inside(before), { ...inside(after), shown }, mark)];
      }),
    );
  if (Array.isArray(after.full) && Array.isArray(after.shown)) {
    return (after.shown as readonly GuideJson[]).map((shown, at) => {
      const [old, own] = [before, after].map(({ full, shown: all }) => ({
        full: element(full, at),
        shown: element(all, at),
      }));
      return old && own ? markSecrets(old, { ...own, shown }, mark) : shown;
    });
  }
  return isSameJson(after.shown, after.full) ? after.shown : `${String(after.shown)} ${mark}`;
}

function element(list: GuideJson, at: number): GuideJson {
  return (Array.isArray(list) ? (list as readonly GuideJson[])[at] : undefined) ?? null;
}
