import type { Api } from "../api/api.js";
import type { Subject, Finding } from "../finding/finding.js";
import {
  isForeign,
  type Declared,
  type Entry,
  type Member,
  type Origin,
  type Surface,
} from "../../surface/surface.js";
import { toPackage } from "../finding/titles.js";
import { compareDeprecation } from "./deprecation.js";
import { ElementFinder } from "./element-finder.js";
import { descriptionPath, type SdkFiles } from "../../surface/sdk-files.js";
import { Modules, type KnownModules } from "../../surface/read-surface.js";
import { judge, type Judgement } from "../judge/judge.js";
import { findNewlyRequired, withoutRequestInputs } from "../judge/request-inputs.js";
import { findUses, type Uses } from "../judge/type-uses.js";
import { confirmDifferences } from "./confirm-differences.js";
import { compareShapes, type ShapeDifference } from "./shapes.js";
import { compareDeclarations, findChangedMembers, isChanged, type SurfacePair } from "./surface-pairs.js";

/** A side of a comparison: its files, its TypeScript surface, and its API if it contains descriptors. */
export interface Side {
  readonly files: SdkFiles;
  readonly surface: Surface;
  readonly api: Api | undefined;
}

/** The result of a comparison of two surfaces. */
export interface SurfaceFindings {
  readonly findings: readonly Finding[];
  /** Packages that are not installed. Their types were compared by text. */
  readonly missingPackages: readonly string[];
}

/**
 * Compares two public surfaces. The compiler judges what changed.
 *
 * @param known Modules that were read before.
 */
export function compareSurfaces(before: Side, after: Side, known: KnownModules): SurfaceFindings {
  const [old, now] = [withoutRequestInputs(before.surface), withoutRequestInputs(after.surface)];
  const sides = [
    { ...before, surface: old.surface },
    { ...after, surface: now.surface },
  ] as const;
  const { findings, missingPackages } = new SurfaceComparison(...sides).compare(known);
  const identity = new ElementFinder(now.surface, after.api);
  // They only repeat a validation rule or a behavior that changed.
  const required = findNewlyRequired(old, now).map(({ entry, message, member }): Finding => {
    const { subject } = identity.identifyMember(entry, message, member);
    return { subject, difference: { kind: "required", use: "made" }, isDuplicate: true };
  });
  return { findings: [...findings, ...required], missingPackages };
}

class SurfaceComparison {
  readonly #before: Side;
  readonly #after: Side;
  readonly #old: ElementFinder;
  readonly #new: ElementFinder;
  readonly #uses: Uses;

  constructor(before: Side, after: Side) {
    this.#before = before;
    this.#after = after;
    this.#old = new ElementFinder(before.surface, before.api);
    this.#new = new ElementFinder(after.surface, after.api);
    this.#uses = findUses(after.surface);
  }

  compare(known: KnownModules): SurfaceFindings {
    const { entries: old } = this.#before.surface;
    const { entries } = this.#after.surface;
    const pairs = this.#listPairs(known);
    const changed = pairs.filter(isChanged);
    const { list, missingPackages } = judge(changed, this.#before, this.#after, known);
    const byPair = new Map(changed.map((pair, index) => [pair, list[index]]));
    const findings = [
      ...pairs.flatMap((pair) => this.#comparePair(pair, byPair.get(pair))),
      ...[...old.values()].flatMap((entry) => {
        const now = entries.get(entry.path);
        return now ? this.#compareEntries(entry, now) : [findEntry(entry, "removed", this.#old)];
      }),
      ...[...entries.values()].flatMap((entry) =>
        old.has(entry.path) ? [] : [findEntry(entry, "added", this.#new)],
      ),
    ];
    return { findings, missingPackages };
  }

  /** Lists the names that both versions have. A hidden type that was added or removed is reported where it is used. */
  #listPairs(known: KnownModules): SurfacePair[] {
    const [old, now] = [this.#before, this.#after].map(({ files }) => new Modules(files.files, known));
    const pair = (entry: string, name: string, before: Declared, after: Declared): SurfacePair[] => {
      // A module that both sides share was read once, and types of other packages are not compared.
      if (before === after || isForeign(before) || isForeign(after)) return [];
      const use = this.#uses.find(before.type?.kind === "class" ? after : { ...before, name });
      const origins = now?.originsOf(after);
      const refersElsewhere = [...(old?.originsOf(before) ?? [])].some(
        ([one, origin]) => (origins?.get(one) ?? origin) !== origin,
      );
      const changedMembers = refersElsewhere ? undefined : findChangedMembers(before, after);
      return [{ entry, name, before, after, use, changedMembers, refersElsewhere }];
    };
    const hidden = mapHiddenNames(this.#after.surface);
    return [
      ...[...this.#before.surface.entries.values()].flatMap(({ path, names }) =>
        [...names].flatMap(([name, declared]) => {
          const others = this.#after.surface.entries.get(path)?.names;
          const other = others?.get(name);
          const isRepeated = findAlias(name, names) !== undefined && findAlias(name, others) !== undefined;
          return other && !isRepeated ? pair(path, name, declared, other) : [];
        }),
      ),
      ...[...mapHiddenNames(this.#before.surface)].flatMap(([name, declared]) => {
        const other = hidden.get(name);
        return other ? pair("", name, declared, other) : [];
      }),
    ];
  }

  #compareEntries(old: Entry, now: Entry): Finding[] {
    const removed = [...old.names].flatMap(([name, declared]): Finding[] => {
      if (now.names.has(name) || isReexportedBy(now, declared)) return [];
      const alias = findAlias(name, old.names);
      if (alias !== undefined && !now.names.has(alias)) return [];
      return [
        { ...this.#old.identifyName(old.path, { ...declared, name }), difference: { kind: "removed" } },
      ];
    });
    const added = [...now.names].flatMap(([name, declared]): Finding[] =>
      old.names.has(name) || isNewWithAlias(name, old, now)
        ? []
        : [
            {
              ...this.#new.identifyName(now.path, { ...declared, name }),
              difference: { kind: "added", use: "both" },
            },
          ],
    );
    return [...removed, ...added, ...compareReexports(old, now)];
  }

  #comparePair(
    { entry, name, before, after, use, refersElsewhere }: SurfacePair,
    judgement: Judgement | undefined,
  ): Finding[] {
    const [old, now] = [
      { ...before, name },
      { ...after, name },
    ];
    const { subject, isDuplicate } = this.#old.identifyName(entry, old);
    const parts = [
      // Programs may also read the values that they create.
      [old.type?.shape, now.type?.shape, use === "made" ? "both" : use],
      [old.value?.shape, now.value?.shape, "read"],
    ] as const;
    const inside = parts.flatMap(([a, b, whose]) => (a && b ? compareShapes(a, b, whose) : []));
    const found = [...compareDeclarations(old, now), ...inside];
    return [
      ...compareDeprecation(old.note.deprecated, now.note.deprecated).map((difference) => ({
        subject,
        difference,
        isDuplicate,
      })),
      ...confirmDifferences(
        found,
        { old, now, mayGrow: use === "made" || this.#isData(old), refersElsewhere },
        judgement,
      ).map((one) => this.#toFinding(entry, old, now, one)),
    ];
  }

  /** Returns whether a type describes data of the API, which may get more alternatives in a minor version. */
  #isData({ note }: Declared): boolean {
    return note.origin !== undefined || this.#before.files.files.has(descriptionPath);
  }

  /** Makes a finding of a difference inside a type. */
  #toFinding(entry: string, old: Declared, now: Declared, shapeDifference: ShapeDifference): Finding {
    const { path, difference, key, proof, compiles } = shapeDifference;
    const isNew = difference.kind === "added";
    const [declared, identity] = isNew ? [now, this.#new] : [old, this.#old];
    const [first, ...inner] = path;
    const verdict = { difference, ...(proof && { proof }), ...(compiles === true && { compiles }) };
    if (!first) return { ...identity.identifyName(entry, declared), ...verdict };
    const { subject, isDuplicate } = identity.identifyMember(entry, declared, first);
    const [, typeName] = /^message (.*)$/.exec(declared.note.origin?.element ?? "") ?? [];
    if (key !== undefined && typeName !== undefined && subject.role === "oneof")
      return { subject: identity.identifyCase(subject, typeName, key), ...verdict };
    // People have to write a missing handler. They only read the members of clients.
    const isHandler =
      difference.kind === "added" && difference.isRequired === true && difference.use !== "read";
    // `compareApis` compares the numbers of enum values.
    const isNumber = subject.role === "value" && difference.kind === "retyped";
    return {
      subject: first.name === "constructor" && isDuplicate ? subject : identifyInner(subject, inner, isNew),
      ...verdict,
      isDuplicate: isNumber || (isDuplicate && !isHandler),
    };
  }
}

/** Maps hidden types by name, and skips names that occur twice, because they cannot be matched. */
function mapHiddenNames({ hidden }: Surface): ReadonlyMap<string, Declared> {
  const count = new Map<string, number>();
  for (const { name } of hidden) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(hidden.flatMap((one) => (count.get(one.name) === 1 ? [[one.name, one] as const] : [])));
}

/** Returns the shorter name under which an entry point exports the declaration of `ns.Disk` as well. */
function findAlias(name: string, names: Entry["names"] | undefined): string | undefined {
  const parts = name.split(".");
  const shorter = parts.slice(1).map((_, index) => parts.slice(index + 1).join("."));
  const declared = names?.get(name);
  return declared && shorter.find((one) => names?.get(one) === declared);
}

function isNewWithAlias(name: string, old: Entry, now: Entry): boolean {
  const alias = findAlias(name, now.names);
  return alias !== undefined && !old.names.has(alias);
}

/** Returns whether an entry point now reexports everything from the package of a foreign name. */
function isReexportedBy({ passedOn }: Entry, declared: Declared): boolean {
  return isForeign(declared) && passedOn.some((one) => toPackageName(one) === toPackageName(declared.module));
}

/** Returns `@stratus/runtime` for `@stratus/runtime/generated/sdk-v1`. */
function toPackageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Identifies a member of a member: `listBuildings.options.limit`. */
function identifyInner(subject: Subject, inner: readonly Member[], isNew: boolean): Subject {
  if (inner.length === 0) return subject;
  const names = inner.map(({ name }) => name);
  const key = `${subject.key} ${names.join(".")}`;
  const title = [subject.title, ...names].join(".");
  return { ...subject, key, title, role: "member", ...(isNew && { deprecated: undefined }) };
}

function findEntry({ path, names }: Entry, kind: "added" | "removed", identity: ElementFinder): Finding {
  const covers = [...names.values()].map((one) => identity.identifyName(path, one).subject.key);
  const place = findPlace(names);
  const subject = { key: `entry ${path}`, title: path, role: "entry", place, entry: path } as const;
  return { subject, difference: { kind, covers: [...new Set(covers)] } };
}

/** Returns the proto package of an entry point, from the first name that was generated from an element. */
function findPlace(names: Entry["names"]): Origin | undefined {
  const [origin] = [...names.values()].flatMap(({ note }) => note.origin ?? []);
  return (
    origin && { file: origin.file, element: `package ${toPackage(origin.element.split(" ").at(-1) ?? "")}` }
  );
}

function compareReexports(old: Entry, now: Entry): Finding[] {
  const subject = (name: string): Subject => ({
    key: `name ${old.path} * ${name}`,
    title: `everything of ${name}`,
    role: "name",
    place: undefined,
    entry: old.path,
  });
  return [
    ...old.passedOn.filter((one) => !now.passedOn.includes(one)).map((one) => [one, "removed"] as const),
    ...now.passedOn.filter((one) => !old.passedOn.includes(one)).map((one) => [one, "added"] as const),
  ].map(([name, kind]) => ({ subject: subject(name), difference: { kind } }));
}
