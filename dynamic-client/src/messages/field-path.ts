import type { GuideField, GuideMessage } from "@stratus/runtime/guide";
import { kebabCase } from "../text/name-case.js";
import type { Service } from "../sdk/service.js";

/** A step of a path: a field, an index of a list or a key of a map. */
export type PathStep = { readonly field: GuideField } | { readonly index: number } | { readonly key: string };

/** A path into a message. */
export interface FieldPath {
  readonly steps: readonly PathStep[];
  /** The last field of the path. */
  readonly field: GuideField;
  /** Whether the path ends at an element of that field instead of the field itself. */
  readonly isElement: boolean;
}

/** A path that does not exist, with facts for an error message. */
export interface UnknownPath {
  /** The part of the path that does not exist. */
  readonly missing: string;
  /** The part before it, including the dot. */
  readonly before: string;
  /** The field names that are possible there. */
  readonly known: readonly string[];
  /** Why the path does not exist, if the reason is not an unknown name. */
  readonly reason?: string;
}

/** Whether a path does not exist. */
export function isUnknownPath(found: FieldPath | UnknownPath): found is UnknownPath {
  return "missing" in found;
}

/**
 * Reads a path such as `spec.boot-disk.size`, with the names of the proto in kebab or as they are, indexes of lists
 * (`disks.0.size`, also `disks[0].size`) and keys of maps. A key of a map whose values have no fields is all of the rest.
 */
export function readPath(service: Service, type: string, text: string): FieldPath | UnknownPath {
  const steps: PathStep[] = [];
  const whole = text.replace(/\[(\d+)\]/g, ".$1");
  let rest = whole;
  const deadEnd = (missing: string, known: readonly string[], reason?: string): UnknownPath => {
    const before = whole.slice(0, whole.length - rest.length);
    return { missing, before, known, ...(reason !== undefined && { reason }) };
  };
  let message = service.message(type);
  for (;;) {
    const found = fieldAt(message, rest);
    if (!found) {
      const names = message.fields.map(({ name }) => kebabCase(name));
      return deadEnd(rest.split(".", 1)[0] ?? "", names);
    }
    const { field } = found;
    ({ rest } = found);
    steps.push({ field });
    if (rest === "") return { steps, field, isElement: false };
    if (field.isList || field.mapKey !== undefined) {
      const step = elementAt(service, field, rest);
      if (typeof step === "string") return deadEnd(rest, [], step);
      steps.push(step.step);
      ({ rest } = step);
      if (rest === "") return { steps, field, isElement: true };
    }
    if (!service.isDescribed(field))
      return deadEnd(rest, [], `${kebabCase(field.name)} has no fields; set it as a whole`);
    message = service.message(field.type);
  }
}

interface Found {
  readonly field: GuideField;
  readonly rest: string;
}

/** Finds the field that a path begins with. The longest name wins, because names of REST APIs may contain dots. */
function fieldAt({ fields }: GuideMessage, path: string): Found | undefined {
  const fits = fields
    .filter(({ name }) => path === name || path.startsWith(`${name}.`))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  if (fits) return { field: fits, rest: path.slice(fits.name.length + 1) };
  const [first = ""] = path.split(".", 1);
  const field = fields.find(
    ({ name, property }) =>
      kebabCase(name) === first.toLowerCase() || property === first || kebabCase(name) === kebabCase(first),
  );
  return field && { field, rest: path.slice(first.length + 1) };
}

function elementAt(
  service: Service,
  field: GuideField,
  path: string,
): { readonly step: PathStep; readonly rest: string } | string {
  const [first = ""] = path.split(".", 1);
  if (field.isList) {
    if (!/^\d{1,6}$/.test(first))
      return `${kebabCase(field.name)} is a list; use an index, such as ${kebabCase(field.name)}.0`;
    return { step: { index: Number(first) }, rest: path.slice(first.length + 1) };
  }
  if (!service.isDescribed(field)) return { step: { key: path }, rest: "" };
  return { step: { key: first }, rest: path.slice(first.length + 1) };
}

/**
 * Finds the path of a field by its last name: the field of that name that is nearest to the top, reached through singular
 * messages only. Returns several paths if they are equally near.
 */
export function findByShortName(service: Service, type: string, name: string): readonly string[] {
  for (const fields of fieldLevels(service, type)) {
    const hits = fields.filter(({ field }) => kebabCase(field.name) === name).map(({ path }) => path);
    if (hits.length > 0) return hits;
  }
  return [];
}

/** Returns the names that `findByShortName` accepts, in kebab case. */
export function shortNames(service: Service, type: string): readonly string[] {
  return [...fieldLevels(service, type)].flatMap((fields) =>
    fields.map(({ field }) => kebabCase(field.name)),
  );
}

/** Yields the fields of a message level by level, through singular messages, each message type once. */
function* fieldLevels(
  service: Service,
  type: string,
): Generator<readonly { readonly path: string; readonly field: GuideField }[]> {
  let level: readonly (readonly [string, string])[] = [["", type]];
  const seen = new Set<string>([type]);
  while (level.length > 0) {
    const fields = level.flatMap(([path, one]) =>
      service
        .message(one)
        .fields.map((field) => ({ path: path === "" ? field.name : `${path}.${field.name}`, field })),
    );
    yield fields;
    const next: (readonly [string, string])[] = [];
    for (const { path, field } of fields) {
      const { type: inner = "" } = field;
      if (!service.isStructure(field) || seen.has(inner)) continue;
      seen.add(inner);
      next.push([path, inner]);
    }
    level = next;
  }
}

/** A path in the words of masks and violations: `spec.disks.0.size`; keys of maps that are not plain names are quoted. */
export function maskPath({ steps }: Pick<FieldPath, "steps">): string {
  return steps
    .map((step) => {
      if ("field" in step) return step.field.name;
      if ("index" in step) return String(step.index);
      return /^\w+$/.test(step.key) ? step.key : JSON.stringify(step.key);
    })
    .join(".");
}
