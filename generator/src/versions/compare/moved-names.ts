/**
 * Finds names in TypeScript that stand for another element than before, such as a client that gave its name to a new
 * message. Names are compared by the elements that they were given to, and not by their spelling.
 */
import type { CurrentNames } from "../../kit/text/names-file.js";
import { createPackageOf, nameRoles, type NameRole } from "../../plugin/model/name-roles.js";
import type { Surface } from "../../surface/surface.js";
import type { Api } from "../api/api.js";
import type { Finding, Subject } from "../finding/finding.js";
import { toRpcTitle } from "../finding/titles.js";

/** A name of an element that both versions have. */
export interface MovedName {
  /** Full proto name. */
  readonly element: string;
  readonly role: NameRole;
  readonly before: string;
  readonly after: string;
  /** The element that now has the old name; undefined if no element has it. */
  readonly owner: string | undefined;
}

/** Returns whether names are those of a proto package, whose entry points are compared by their paths. */
function isPackage(names: ReadonlyMap<string, string> | undefined): boolean {
  return names?.has("folder") === true;
}

/** Returns the names of the old version, with those that the new one has for packages. */
export function keepNames(before: CurrentNames, after: CurrentNames): CurrentNames {
  return new Map([
    ...[...before].filter(([, names]) => !isPackage(names)),
    ...[...after].filter(([, names]) => isPackage(names)),
  ]);
}

/** Finds the elements of both versions that have another name now. */
export function findMovedNames(before: CurrentNames, after: CurrentNames): MovedName[] {
  const moved = [...before].flatMap(([element, names]) =>
    (isPackage(names) ? [] : [...names]).flatMap(([role, name]) => {
      const now = after.get(element)?.get(role);
      return now === undefined || now === name
        ? []
        : [{ element, role: role as NameRole, before: name, after: now }];
    }),
  );
  if (moved.length === 0) return [];
  const scopeOf = createScopeOf([...before.keys(), ...after.keys()], [before, after]);
  const owners = new Map(
    [...after].flatMap(([element, names]) =>
      [...names].map(([role, name]) => [`${scopeOf(element, role as NameRole, name)} ${name}`, element]),
    ),
  );
  return moved.map((one) => ({
    ...one,
    owner: owners.get(`${scopeOf(one.element, one.role, one.before)} ${one.before}`),
  }));
}

/** Returns a function that finds the scope of a name. */
function createScopeOf(
  elements: readonly string[],
  sides: readonly CurrentNames[],
): (element: string, role: NameRole, name: string) => string {
  const packageOf = createPackageOf(
    elements.filter((element) => sides.some((side) => isPackage(side.get(element)))),
  );
  return (element, role, name) => nameRoles[role].scopeOf(element, name, packageOf);
}

/** The sides of a comparison. */
interface NamedSides {
  /** The surface of the old version. */
  readonly surface: Surface;
  /** The API of the new version. */
  readonly api: Api;
}

/** Reports moved names that the old surface exports. */
export function toNameFindings(moved: readonly MovedName[], sides: NamedSides): Finding[] {
  const exported = listExports(sides.surface);
  return moved.flatMap((one): Finding[] => {
    const subject = findSubject(one, sides.api);
    if (subject === undefined || !exported.has(one.before)) return [];
    const owner = one.owner === undefined ? undefined : describeElement(one.owner, sides.api);
    const { before, after } = one;
    return [{ subject, difference: { kind: "name", before, after, isCall: subject.role === "rpc", owner } }];
  });
}

/** Lists the exported names, and those of their members. */
function listExports({ entries }: Surface): ReadonlySet<string> {
  const names = new Set<string>();
  for (const entry of entries.values())
    for (const [name, { type, value }] of entry.names) {
      names.add(name);
      for (const shape of [type?.shape, value?.shape])
        if (shape?.kind === "object") for (const member of shape.members) names.add(member.name);
    }
  return names;
}

/** Roles that no program can name. */
const internalRoles: ReadonlySet<NameRole> = new Set(["wiring", "module", "serverFolder"]);

function findSubject({ element, role, before }: MovedName, api: Api): Subject | undefined {
  const found = findElement(element, api);
  if (found === undefined || internalRoles.has(role)) return undefined;
  const { kind, file, owner } = found;
  const key = `${kind} ${element}`;
  const title =
    kind === "rpc" ? toRpcTitle(key) : owner === undefined ? before : `${toLastName(owner)}.${before}`;
  return { key, title, role: kind, place: { file, element: key } };
}

/** `message acme.v1.Disk`, for people. */
function describeElement(element: string, api: Api): string {
  const found = findElement(element, api);
  return found === undefined ? element : `${found.kind} ${element}`;
}

interface FoundElement {
  readonly kind: "message" | "enum" | "service" | "field" | "oneof" | "value" | "rpc";
  readonly file: string;
  /** Full name of the element that contains it; undefined for types and services. */
  readonly owner?: string;
}

function findElement(element: string, { messages, enums, services }: Api): FoundElement | undefined {
  const top = { message: messages.get(element), enum: enums.get(element), service: services.get(element) };
  for (const kind of ["message", "enum", "service"] as const) {
    const found = top[kind];
    if (found) return { kind, file: found.file };
  }
  const dot = Math.max(0, element.lastIndexOf("."));
  const [owner, name] = [element.slice(0, dot), element.slice(dot + 1)];
  const [message, one, service] = [messages.get(owner), enums.get(owner), services.get(owner)];
  if (message) return { kind: message.fields.has(name) ? "field" : "oneof", file: message.file, owner };
  if (one) return { kind: "value", file: one.file, owner };
  return service && { kind: "rpc", file: service.file, owner };
}

function toLastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Replaces names in findings about a side that was generated with the names of the old version by those that the new
 * version has.
 *
 * @param kept The names of that side.
 */
export function restoreNames(
  findings: readonly Finding[],
  before: CurrentNames,
  kept: CurrentNames,
  after: CurrentNames,
): Finding[] {
  const actual = new Map(
    [...kept].flatMap(([element, names]) =>
      before.has(element)
        ? []
        : [...names].flatMap(([role, name]) => {
            const now = after.get(element)?.get(role);
            return now === undefined || now === name ? [] : [[name, now] as const];
          }),
    ),
  );
  if (actual.size === 0) return [...findings];
  const restore = (text: string): string => text.replaceAll(/[\w$]+/g, (word) => actual.get(word) ?? word);
  return findings.map((one) => ({
    ...one,
    subject: { ...one.subject, title: restore(one.subject.title) },
  }));
}
