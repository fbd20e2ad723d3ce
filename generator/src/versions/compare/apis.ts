/**
 * Compares two versions of an API. `surfaces.ts` compares their TypeScript surfaces. Comparison only finds differences;
 * `verdict` judges them and `words` describes them.
 */
import type { Api, ApiEnum, ApiMessage, ApiMethod, ApiService } from "../api/api.js";
import type { Subject, Finding, Role, Difference } from "../finding/finding.js";
import { compareCalls, compareResources, compareScopes } from "./aip.js";
import { compareDeprecation } from "./deprecation.js";
import { findReachableTypes } from "../api/reachable-types.js";
import { compareMessageRules } from "./message-rules.js";
import { compareFields, isWider } from "./fields.js";
import { findRenames, haveSameNames } from "./renames.js";
import { compareStability } from "./stability.js";
import { toSimpleName, toTypeTitle } from "../finding/titles.js";
import { classifyWireChange, type WireSides } from "./wire.js";

/** Returns whether the SDK exports the elements of a proto file. Other files only define options. */
export type Shown = (file: string) => boolean;

/** Facts about an API that descriptors do not contain. */
export interface ApiFacts {
  /** Tighter validation rules are breaking changes. By default they are minor. */
  readonly areRulesBreaking?: boolean | undefined;
  /** The second case of a oneof is a breaking change also in messages that only servers write. */
  readonly areOneofsStrict?: boolean | undefined;
  /** Packages to treat as unstable in addition to those with an unstable version: `acme.profiles.v1development`. */
  readonly unstable?: readonly string[] | undefined;
}

/** Compares descriptors: names, numbers and types on the wire, behaviors, endpoints, deprecations. */
export function compareApis(
  before: Api,
  after: Api,
  isShown: Shown,
  { areRulesBreaking = false, areOneofsStrict = false }: ApiFacts = {},
): Finding[] {
  const requests = findReachableTypes("request", before);
  const shown = <T extends { readonly file: string }>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...map].filter(([, { file }]) => isShown(file)));
  const [messages, enums] = [shown(before.messages), shown(before.enums)];
  const [newMessages, newEnums] = [shown(after.messages), shown(after.enums)];
  const [services, newServices] = [shown(before.services), shown(after.services)];
  const versions = { before, after };
  const renames = new Map([
    ...findRenames(messages, newMessages, versions),
    ...findRenames(enums, newEnums, versions),
  ]);
  const sides = { ...versions, renames };
  const renamedServices = findRenames(services, newServices, versions);
  const inMessages = (old: ApiMessage, now: ApiMessage): Finding[] => [
    ...compareFields(old, now, sides, areOneofsStrict || requests.has(old.name)),
    ...(requests.has(old.name) ? compareMessageRules(old, now, areRulesBreaking) : []),
  ];
  const inServices = (old: ApiService, now: ApiService): Finding[] => compareServices(old, now, sides);
  return [
    ...compareElements(messages, newMessages, "message", inMessages, sides),
    ...compareElements(enums, newEnums, "enum", compareEnums, sides),
    ...compareElements(services, newServices, "service", inServices, {
      ...sides,
      renames: renamedServices,
    }),
    ...compareResources(shown(before.resources), shown(after.resources)),
    ...compareDomains(before.domain, after.domain),
    ...compareStability(
      [...services.values(), ...messages.values()],
      [...newServices.values(), ...newMessages.values()],
    ),
  ];
}

type Named = ApiMessage | ApiEnum | ApiService;

function compareElements<T extends Named>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  role: Role,
  inside: (before: T, after: T) => Finding[],
  sides: WireSides,
): Finding[] {
  const subject = ({ name, file, deprecated }: T): Subject => {
    const element = `${role} ${name}`;
    return { key: element, title: toTypeTitle(name), role, place: { file, element }, deprecated };
  };
  return [
    ...[...before].flatMap(([name, one]): Finding[] => {
      const other = after.get(name);
      const renamed = after.get(sides.renames.get(name) ?? "");
      if (renamed) {
        const [isSame, newKey] = [haveSameNames(name, renamed.name, sides), subject(renamed).key];
        const whats: Difference[] = isSame
          ? [{ kind: "proto-name", before: name, after: renamed.name, newKey }]
          : [{ kind: "renamed", before: toTypeTitle(name), after: toTypeTitle(renamed.name), newKey }];
        if ("values" in one && "values" in renamed) whats.push(...findRenamedValue(one, renamed));
        const title = isSame ? sides.after.names?.get(renamed.name)?.get("type") : undefined;
        const own = { ...subject(one), ...(title !== undefined && { title }) };
        return whats.map((difference) => ({ subject: own, difference }));
      }
      if (!other) return [{ subject: subject(one), difference: { kind: "removed", ...listCovered(one) } }];
      const whats = compareDeprecation(one.deprecated, other.deprecated);
      if (one.file !== other.file) whats.push({ kind: "moved", before: one.file, after: other.file });
      return [...whats.map((difference) => ({ subject: subject(other), difference })), ...inside(one, other)];
    }),
    ...[...after].flatMap(([name, one]): Finding[] =>
      before.has(name)
        ? []
        : [{ subject: subject(one), difference: { kind: "added", use: "both", ...listCovered(one) } }],
    ),
  ];
}

/** Lists the messages that are added or removed with a service. */
function listCovered(one: Named): { readonly covers?: readonly string[] } {
  return "methods" in one ? { covers: [...one.methods.values()].flatMap(listMessages) } : {};
}

/** Returns the first enum value whose name changed, because JSON contains the name. */
function findRenamedValue(before: ApiEnum, after: ApiEnum): Difference[] {
  const numbered = new Map([...after.values.values()].map(({ name, number }) => [number, name]));
  const old = [...before.values.values()].find(({ name }) => !after.values.has(name));
  return old ? [{ kind: "json-name", before: old.name, after: numbered.get(old.number) ?? "" }] : [];
}

function compareEnums(before: ApiEnum, after: ApiEnum): Finding[] {
  const subject = (name: string, deprecated?: string): Subject => {
    const element = `value ${after.name}.${name}`;
    const title = `${toTypeTitle(after.name)}.${name}`;
    return { key: element, title, role: "value", place: { file: after.file, element }, deprecated };
  };
  const removed = [...before.values.values()].filter(({ name }) => !after.values.has(name));
  const come = [...after.values.values()].filter(({ name }) => !before.values.has(name));
  return [
    ...removed.flatMap(({ name, local, number, deprecated }): Finding[] => {
      const now = come.find((one) => one.number === number) ?? come.find((one) => one.local === local);
      const texts = now && { before: name, after: now.name, newKey: subject(now.name).key };
      const inJson = texts ? [{ kind: "json-name" as const, ...texts }] : [];
      const renamed = texts && { kind: "renamed" as const, ...texts };
      const moved = now &&
        now.number !== number && {
          kind: "number" as const,
          before: String(number),
          after: String(now.number),
        };
      // The name in TypeScript may be the same.
      const own = now?.local === local ? (moved ? [moved] : []) : [renamed ?? { kind: "removed" as const }];
      return [...own, ...inJson].map((difference) => ({ subject: subject(name, deprecated), difference }));
    }),
    ...come.map(({ name }): Finding => ({ subject: subject(name), difference: { kind: "added" } })),
    ...[...before.values.values()].flatMap((old): Finding[] => {
      const now = after.values.get(old.name);
      if (!now) return [];
      const whats = compareDeprecation(old.deprecated, now.deprecated);
      if (old.number !== now.number)
        whats.push({ kind: "number", before: String(old.number), after: String(now.number) });
      return whats.map((difference) => ({ subject: subject(old.name), difference }));
    }),
  ];
}

function compareServices(before: ApiService, after: ApiService, sides: WireSides): Finding[] {
  const element = `service ${after.name}`;
  const subject: Subject = {
    key: element,
    title: toSimpleName(after.name),
    role: "service",
    place: { file: after.file, element },
  };
  const endpoint: Finding[] =
    before.endpoint === after.endpoint
      ? []
      : [
          {
            subject,
            difference: { kind: "endpoint", before: before.endpoint ?? "", after: after.endpoint ?? "" },
          },
        ];
  const methods = [...new Set([...before.methods.keys(), ...after.methods.keys()])];
  return [
    ...endpoint,
    ...compareScopes(subject, before, after),
    ...methods.flatMap((name) => {
      const [old, now] = [before.methods.get(name), after.methods.get(name)];
      const key = (one: string): string => `rpc ${after.name}.${one}`;
      const more = { deprecated: old?.deprecated, place: { file: after.file, element: key(name) } };
      const own: Subject = { key: key(name), title: `${subject.title}.${name}`, role: "rpc", ...more };
      const isSame = (one: ApiMethod): boolean =>
        haveSameNames(`${before.name}.${name}`, `${after.name}.${one.name}`, sides);
      const renamed = old && !now ? findRenamedMethod(old, before, after, isSame) : undefined;
      const texts = renamed && { before: name, after: renamed.name, newKey: key(renamed.name) };
      const whats: Difference[] = texts
        ? [{ kind: isSame(renamed) ? "proto-name" : "renamed", ...texts }]
        : compareMethods(old, now, sides);
      return whats.map((difference): Finding => ({ subject: own, difference }));
    }),
  ];
}

/** Returns the new method with the same types and name in TypeScript, or the only new one with the same types. */
function findRenamedMethod(
  old: ApiMethod,
  before: ApiService,
  after: ApiService,
  isSame: (one: ApiMethod) => boolean,
): ApiMethod | undefined {
  const like = (one: ApiMethod): boolean =>
    one.request === old.request && one.response === old.response && one.kind === old.kind;
  const come = [...after.methods.values()].filter((one) => !before.methods.has(one.name) && like(one));
  const removed = [...before.methods.values()].filter((one) => !after.methods.has(one.name) && like(one));
  return come.find(isSame) ?? (come.length === 1 && removed.length === 1 ? come[0] : undefined);
}

function compareMethods(
  old: ApiMethod | undefined,
  now: ApiMethod | undefined,
  sides: WireSides,
): Difference[] {
  if (!old) return now ? [{ kind: "added", use: "read", covers: listMessages(now) }] : [];
  if (!now) return [{ kind: "removed", covers: listMessages(old) }];
  const whats = compareDeprecation(old.deprecated, now.deprecated);
  if (old.kind !== now.kind) whats.push({ kind: "streaming", before: old.kind, after: now.kind });
  for (const kind of ["request", "response"] as const) {
    const before = sides.renames.get(old[kind]) ?? old[kind];
    const wire = classifyWireChange(old[kind], now[kind], sides);
    const isNowWider = wire !== "same" && isWider(old[kind], now[kind], sides);
    if (before !== now[kind])
      whats.push({ kind, before, after: now[kind], wire, ...(isNowWider && { isWider: true }) });
  }
  if (old.isReadOnly !== now.isReadOnly) whats.push({ kind: now.isReadOnly ? "read-only" : "writing" });
  else if (!now.isReadOnly && old.isIdempotent !== now.isIdempotent)
    whats.push({ kind: now.isIdempotent ? "idempotent" : "not-idempotent" });
  if (old.isUpdate !== now.isUpdate) whats.push({ kind: now.isUpdate ? "masked" : "unmasked" });
  if (old.isPaged !== now.isPaged) whats.push({ kind: now.isPaged ? "paged" : "unpaged" });
  return [...whats, ...compareCalls(old, now)];
}

function listMessages({ request, response }: ApiMethod): string[] {
  return [request, response].map((name) => `message ${name}`);
}

function compareDomains(before: string | undefined, after: string | undefined): Finding[] {
  if (before === after) return [];
  const none = "none";
  return [
    {
      subject: { key: "session", title: "apiDomain", role: "session", place: undefined },
      difference: { kind: "domain", before: before ?? none, after: after ?? none },
    },
  ];
}
