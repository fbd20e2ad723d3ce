import type { Api } from "../api/api.js";
import type { Subject, Finding, Difference } from "../finding/finding.js";
import {
  isForeign,
  type Declared,
  type Entry,
  type Member,
  type Origin,
  type Surface,
} from "../../surface/surface.js";
import { compareCallForms, withoutCallForms } from "./call-forms.js";
import { toPackage } from "../finding/titles.js";
import { compareDeprecation } from "./deprecation.js";
import { ElementFinder } from "./element-finder.js";
import { compareShapes, type ShapeDifference } from "./shapes.js";
import { findUses, type Uses } from "./uses.js";

/** A side of a comparison: its TypeScript surface, and its API if it contains descriptors. */
export interface Side {
  readonly surface: Surface;
  readonly api: Api | undefined;
}

/** Compares two public surfaces. */
export function compareSurfaces(before: Side, after: Side): Finding[] {
  const [old, now] = [withoutCallForms(before.surface), withoutCallForms(after.surface)];
  const sides = [
    { ...before, surface: old.surface },
    { ...after, surface: now.surface },
  ] as const;
  return [
    ...new SurfaceComparison(...sides).compare(),
    ...compareCallForms(
      old.forms,
      now.forms,
      new ElementFinder(now.surface, after.api),
      (entry, message) => old.surface.entries.get(entry)?.names.has(message) === true,
    ),
  ];
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

  compare(): Finding[] {
    const { entries: old } = this.#before.surface;
    const { entries } = this.#after.surface;
    const hiddenNow = mapHiddenNames(this.#after.surface);
    return [
      ...[...old.values()].flatMap((entry) => {
        const now = entries.get(entry.path);
        return now ? this.#compareEntries(entry, now) : [findEntry(entry, "removed", this.#old)];
      }),
      // An added or removed hidden type is reported at the types that refer to it.
      ...[...mapHiddenNames(this.#before.surface)].flatMap(([name, declared]) => {
        const other = hiddenNow.get(name);
        return other ? this.#compareNames("", declared, other) : [];
      }),
      ...[...entries.values()].flatMap((entry) =>
        old.has(entry.path) ? [] : [findEntry(entry, "added", this.#new)],
      ),
    ];
  }

  #compareEntries(old: Entry, now: Entry): Finding[] {
    const names = [...old.names].flatMap(([name, declared]) => {
      const other = now.names.get(name);
      if (other) return this.#compareNames(old.path, declared, other, name);
      if (isReexportedBy(now, declared)) return [];
      return [
        {
          ...this.#old.identifyName(old.path, { ...declared, name }),
          difference: { kind: "removed" } as const,
        },
      ];
    });
    const added = [...now.names].flatMap(([name, declared]): Finding[] =>
      old.names.has(name)
        ? []
        : [
            {
              ...this.#new.identifyName(now.path, { ...declared, name }),
              difference: { kind: "added", use: "both" },
            },
          ],
    );
    return [...names, ...added, ...compareReexports(old, now)];
  }

  /** @param name The name that programs import. */
  #compareNames(entry: string, before: Declared, after: Declared, name = before.name): Finding[] {
    // A module that both sides share was read once, and types of other packages are not compared.
    if (before === after || isForeign(before) || isForeign(after)) return [];
    const [old, now] = [
      { ...before, name },
      { ...after, name },
    ];
    const { subject, isDuplicate } = this.#old.identifyName(entry, old);
    const found: Difference[] = compareDeprecation(old.note.deprecated, now.note.deprecated);
    if (old.type?.kind !== now.type?.kind || old.value?.kind !== now.value?.kind)
      found.push({
        kind: "retyped",
        before: formatKind(old),
        after: formatKind(now),
        direction: "other",
        isDeclaration: true,
      });
    else if (old.type?.head !== now.type?.head)
      found.push({
        kind: "retyped",
        before: old.type?.head ?? "",
        after: now.type?.head ?? "",
        direction: "other",
        isDeclaration: true,
      });
    const use = this.#uses.find(after);
    const parts = [
      [old.type?.shape, now.type?.shape, use],
      [old.value?.shape, now.value?.shape, "read"],
    ] as const;
    const inside = parts.flatMap(([a, b, whose]) => (a && b ? compareShapes(a, b, whose) : []));
    return [
      ...found.map((difference) => ({ subject, difference, isDuplicate })),
      ...inside.map((difference) => this.#toFinding(entry, old, now, difference)),
    ];
  }

  /** Makes a finding of a difference inside a type. */
  #toFinding(entry: string, old: Declared, now: Declared, shapeDifference: ShapeDifference): Finding {
    const { path, difference, key } = shapeDifference;
    const isNew = difference.kind === "added";
    const [declared, identity] = isNew ? [now, this.#new] : [old, this.#old];
    const [first, ...inner] = path;
    if (!first) return { ...identity.identifyName(entry, declared), difference };
    const { subject, isDuplicate } = identity.identifyMember(entry, declared, first);
    const [, typeName] = /^message (.*)$/.exec(declared.note.origin?.element ?? "") ?? [];
    if (key !== undefined && typeName !== undefined && subject.role === "oneof")
      return { subject: identity.identifyCase(subject, typeName, key), difference };
    // People have to write a missing handler.
    const isHandler =
      isNew && difference.kind === "added" && difference.isRequired === true && isMade(difference);
    // `compareApis` compares the numbers of enum values.
    const isNumber = subject.role === "value" && difference.kind === "retyped";
    return {
      subject: first.name === "constructor" && isDuplicate ? subject : identifyInner(subject, inner, isNew),
      difference,
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

/** Returns whether an entry point now reexports everything from the package of a foreign name. */
function isReexportedBy({ passedOn }: Entry, declared: Declared): boolean {
  return isForeign(declared) && passedOn.some((one) => toPackageName(one) === toPackageName(declared.module));
}

/** Returns `@stratus/runtime` for `@stratus/runtime/generated/sdk-v1`. */
function toPackageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function isMade({ use }: { readonly use?: string }): boolean {
  return use === "made";
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

function formatKind({ type, value }: Declared): string {
  return [type?.kind, value?.kind].filter((one) => one !== undefined).join(" and ");
}
