import type { Api } from "../api/api.js";
import type { About, Finding, What } from "../finding/finding.js";
import {
  isForeign,
  type Declared,
  type Entry,
  type Member,
  type Origin,
  type Surface,
} from "../../surface/surface.js";
import { compareCallForms, withoutCallForms } from "./call-forms.js";
import { packageOf } from "../finding/titles.js";
import { deprecation } from "./deprecation.js";
import { Identity } from "./identity.js";
import { compareShapes, type Difference } from "./shapes.js";
import { usesOf, type Uses } from "./uses.js";

/** A side of a comparison: what users see of it, and its API where it carries descriptors. */
export interface Side {
  readonly surface: Surface;
  readonly api: Api | undefined;
}

/** What differs in the public surface. */
export function compareSurfaces(before: Side, after: Side): Finding[] {
  const [old, now] = [withoutCallForms(before.surface), withoutCallForms(after.surface)];
  const sides = [
    { ...before, surface: old.surface },
    { ...after, surface: now.surface },
  ] as const;
  return [
    ...new SurfaceComparison(...sides).findings(),
    ...compareCallForms(
      old.forms,
      now.forms,
      new Identity(now.surface, after.api),
      (entry, message) => old.surface.entries.get(entry)?.names.has(message) === true,
    ),
  ];
}

class SurfaceComparison {
  readonly #before: Side;
  readonly #after: Side;
  readonly #old: Identity;
  readonly #new: Identity;
  readonly #uses: Uses;

  constructor(before: Side, after: Side) {
    this.#before = before;
    this.#after = after;
    this.#old = new Identity(before.surface, before.api);
    this.#new = new Identity(after.surface, after.api);
    this.#uses = usesOf(after.surface);
  }

  findings(): Finding[] {
    const { entries: old } = this.#before.surface;
    const { entries } = this.#after.surface;
    const hiddenNow = hiddenByName(this.#after.surface);
    return [
      ...[...old.values()].flatMap((entry) => {
        const now = entries.get(entry.path);
        return now ? this.#entry(entry, now) : [wholeEntry(entry, "removed", this.#old)];
      }),
      // What comes and goes of hidden types shows in what names them.
      ...[...hiddenByName(this.#before.surface)].flatMap(([name, declared]) => {
        const other = hiddenNow.get(name);
        return other ? this.#declared("", declared, other) : [];
      }),
      ...[...entries.values()].flatMap((entry) =>
        old.has(entry.path) ? [] : [wholeEntry(entry, "added", this.#new)],
      ),
    ];
  }

  #entry(old: Entry, now: Entry): Finding[] {
    const names = [...old.names].flatMap(([name, declared]) => {
      const other = now.names.get(name);
      if (other) return this.#declared(old.path, declared, other, name);
      if (isPassedOnBy(now, declared)) return [];
      return [{ ...this.#old.ofName(old.path, { ...declared, name }), what: { kind: "removed" } as const }];
    });
    const added = [...now.names].flatMap(([name, declared]): Finding[] =>
      old.names.has(name)
        ? []
        : [{ ...this.#new.ofName(now.path, { ...declared, name }), what: { kind: "added", use: "both" } }],
    );
    return [...names, ...added, ...passedOn(old, now)];
  }

  /** @param name What programs call it. */
  #declared(entry: string, before: Declared, after: Declared, name = before.name): Finding[] {
    // The same module on both sides was read once; what another package has is not compared.
    if (before === after || isForeign(before) || isForeign(after)) return [];
    const [old, now] = [
      { ...before, name },
      { ...after, name },
    ];
    const { about, isEcho } = this.#old.ofName(entry, old);
    const found: What[] = deprecation(old.note.deprecated, now.note.deprecated);
    if (old.type?.kind !== now.type?.kind || old.value?.kind !== now.value?.kind)
      found.push({ kind: "retyped", before: kindText(old), after: kindText(now), way: "other" });
    else if (old.type?.head !== now.type?.head)
      found.push({
        kind: "retyped",
        before: old.type?.head ?? "",
        after: now.type?.head ?? "",
        way: "other",
      });
    const use = this.#uses.of(after);
    const parts = [
      [old.type?.shape, now.type?.shape, use],
      [old.value?.shape, now.value?.shape, "read"],
    ] as const;
    const inside = parts.flatMap(([a, b, whose]) => (a && b ? compareShapes(a, b, whose) : []));
    return [
      ...found.map((what) => ({ about, what, isEcho })),
      ...inside.map((difference) => this.#difference(entry, old, now, difference)),
    ];
  }

  /** A difference somewhere inside of a name. */
  #difference(entry: string, old: Declared, now: Declared, difference: Difference): Finding {
    const { path, what, key } = difference;
    const isNew = what.kind === "added";
    const [declared, identity] = isNew ? [now, this.#new] : [old, this.#old];
    const [first, ...inner] = path;
    if (!first) return { ...identity.ofName(entry, declared), what };
    const { about, isEcho } = identity.ofMember(entry, declared, first);
    const [, typeName] = /^message (.*)$/.exec(declared.note.origin?.element ?? "") ?? [];
    if (key !== undefined && typeName !== undefined && about.role === "oneof")
      return { about: identity.ofCase(about, typeName, key), what };
    // A handler that is missing is one that somebody has to write.
    const isHandler = isNew && what.kind === "added" && what.isRequired === true && isMade(what);
    // The numbers of values are compared by the descriptors.
    const isNumber = about.role === "value" && what.kind === "retyped";
    return {
      about: first.name === "constructor" && isEcho ? about : within(about, inner, isNew),
      what,
      isEcho: isNumber || (isEcho && !isHandler),
    };
  }
}

/** Of two of one name neither: which of the other side is which cannot be told. */
function hiddenByName({ hidden }: Surface): ReadonlyMap<string, Declared> {
  const count = new Map<string, number>();
  for (const { name } of hidden) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(hidden.flatMap((one) => (count.get(one.name) === 1 ? [[one.name, one] as const] : [])));
}

/** Whether a name of another package may come with all that the entry point passes on of that package now. */
function isPassedOnBy({ passedOn }: Entry, declared: Declared): boolean {
  return isForeign(declared) && passedOn.some((one) => npmNameOf(one) === npmNameOf(declared.module));
}

/** `@stratus/runtime` of `@stratus/runtime/generated/sdk-v1`. */
function npmNameOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function isMade({ use }: { readonly use?: string }): boolean {
  return use === "made";
}

/** A member of a member: `listBuildings.options.limit`. */
function within(about: About, inner: readonly Member[], isNew: boolean): About {
  if (inner.length === 0) return about;
  const names = inner.map(({ name }) => name);
  const key = `${about.key} ${names.join(".")}`;
  const title = [about.title, ...names].join(".");
  return { ...about, key, title, role: "member", ...(isNew && { deprecated: undefined }) };
}

function wholeEntry({ path, names }: Entry, kind: "added" | "removed", identity: Identity): Finding {
  const covers = [...names.values()].map((one) => identity.ofName(path, one).about.key);
  const place = placeOf(names);
  const about = { key: `entry ${path}`, title: path, role: "entry", place, entry: path } as const;
  return { about, what: { kind, covers: [...new Set(covers)] } };
}

/** The proto package of an entry point, by the first of its names that was made of one. */
function placeOf(names: Entry["names"]): Origin | undefined {
  const [origin] = [...names.values()].flatMap(({ note }) => note.origin ?? []);
  return (
    origin && { file: origin.file, element: `package ${packageOf(origin.element.split(" ").at(-1) ?? "")}` }
  );
}

function passedOn(old: Entry, now: Entry): Finding[] {
  const about = (name: string): About => ({
    key: `name ${old.path} * ${name}`,
    title: `everything of ${name}`,
    role: "name",
    place: undefined,
    entry: old.path,
  });
  return [
    ...old.passedOn.filter((one) => !now.passedOn.includes(one)).map((one) => [one, "removed"] as const),
    ...now.passedOn.filter((one) => !old.passedOn.includes(one)).map((one) => [one, "added"] as const),
  ].map(([name, kind]) => ({ about: about(name), what: { kind } }));
}

function kindText({ type, value }: Declared): string {
  return [type?.kind, value?.kind].filter((one) => one !== undefined).join(" and ");
}
