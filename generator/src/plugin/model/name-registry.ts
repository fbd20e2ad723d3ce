/**
 * Gives out the names of the output. Elements that a names file records keep their names; removed elements keep theirs
 * reserved; all others get the first free one of their candidates.
 */
import { compare } from "../../kit/compare.js";
import { Problems } from "../../kit/problem.js";
import { type CurrentNames, type NamesFile, noNames } from "../../kit/text/names-file.js";
import { NamePool } from "../../kit/text/name-pool.js";
import { createPackageOf, nameRoles, type NameRole } from "./name-roles.js";

export type { NameRole } from "./name-roles.js";

/** A names file, and its path for messages. */
export interface RecordedNames extends NamesFile {
  /** The path; undefined if no option names a file. */
  readonly path?: string | undefined;
}

/** An element whose name another element has. */
export interface NameClash {
  readonly element: string;
  readonly wanted: string;
  readonly given: string;
  /** The element that has the name. */
  readonly owner: string;
  /** The names file has the owner. */
  readonly isOwnerRecorded: boolean;
}

/** A recorded name, in its scope. */
interface Claim {
  readonly element: string;
  readonly role: NameRole;
  readonly name: string;
  readonly line: number;
}

type ScopeOptions = ConstructorParameters<typeof NamePool>[0];

/** The names of one run. */
export class NameRegistry {
  /** Clashes in the order in which they were found. None if no option names a file. */
  readonly clashes: NameClash[] = [];
  readonly #recorded: RecordedNames;
  readonly #claims: ReadonlyMap<string, readonly Claim[]>;
  readonly #scopes = new Map<string, NameScope>();
  /** All names that were given, by element and role. */
  readonly #names = new Map<string, Map<NameRole, string>>();

  /** @param packages The proto packages of the API. */
  constructor(recorded: RecordedNames = noNames, packages: Iterable<string> = []) {
    this.#recorded = recorded;
    this.#claims = groupClaims(recorded, packages);
  }

  /** Returns a scope, in which no two elements have the same name. The options count when it is first asked for. */
  scope(key: string, options: ScopeOptions = {}): NameScope {
    let scope = this.#scopes.get(key);
    if (!scope) this.#scopes.set(key, (scope = new NameScope(this, this.#claims.get(key) ?? [], options)));
    return scope;
  }

  /** Returns the names that were given, by element and role. */
  decided(): CurrentNames {
    return this.#names;
  }

  /**
   * Returns a name that was given.
   * @throws Error if the element has no name of that role.
   */
  nameOf(element: string, role: NameRole): string {
    const name = this.#names.get(element)?.get(role);
    if (name === undefined) throw new Error(`${element} has no name (${role})`);
    return name;
  }

  /** Records a name that a scope gave. */
  add(element: string, role: NameRole, name: string): void {
    const own = this.#names.get(element) ?? new Map<NameRole, string>();
    this.#names.set(element, own.set(role, name));
  }

  /**
   * Returns the names that are others than without a file, or with `scopes` all names of the scopes that have such a name.
   *
   * @param natural The names of the same API without a file.
   */
  differing(natural: NameRegistry, extent: "names" | "scopes"): CurrentNames {
    const isOther = ([element, role, name]: Given): boolean =>
      natural.decided().get(element)?.get(role) !== name;
    const given = [...this.#scopes.values()].flatMap((scope) => {
      const others = scope.given().filter(isOther);
      return extent === "scopes" && others.length > 0 ? scope.given() : others;
    });
    return toCurrentNames(given);
  }

  /** Refuses a recorded name. */
  refuse(element: string, role: NameRole, why: string): never {
    const { elements, path } = this.#recorded;
    const name = elements.get(element)?.names.get(role) ?? "";
    throw new Problems([
      {
        code: "FILE_INVALID",
        file: path,
        line: elements.get(element)?.line,
        element,
        what: `The name ${JSON.stringify(name)} (${role}) cannot be used: ${why}`,
        fix: "Restore the line from Git, or delete it: the element then gets a new name",
      },
    ]);
  }

  /** Notes that an element did not get the name that it would have alone. */
  note(clash: Omit<NameClash, "isOwnerRecorded">): void {
    if (this.#recorded.path === undefined) return;
    this.clashes.push({ ...clash, isOwnerRecorded: this.#recorded.elements.has(clash.owner) });
  }
}

type Given = readonly [element: string, role: NameRole, name: string];

/** Names that have to differ. */
export class NameScope {
  readonly #registry: NameRegistry;
  readonly #pool: NamePool;
  /** Recorded names by element and role. */
  readonly #claimed = new Map<string, string>();
  /** Elements by the names that they have. */
  readonly #owners = new Map<string, string>();
  readonly #given: Given[] = [];

  constructor(registry: NameRegistry, claims: readonly Claim[], options: ScopeOptions) {
    this.#registry = registry;
    this.#pool = new NamePool(options);
    const reserved = new NamePool(options);
    for (const { element, role, name } of claims) {
      if (!reserved.isFree(name)) registry.refuse(element, role, "the name is reserved");
      const owner = this.#owners.get(name);
      // Two branches can give one name to two elements. The first by full name keeps it.
      if (!this.#pool.isFree(name)) {
        if (owner !== undefined && owner !== element)
          registry.note({ element, wanted: name, given: "", owner });
        continue;
      }
      this.#claimed.set(`${element} ${role}`, name);
      this.#take(element, name);
    }
  }

  /** Whether a new element can have the name. */
  isFree(name: string): boolean {
    return this.#pool.isFree(name);
  }

  /** Returns the recorded name of an element; undefined if there is none. */
  recorded(element: string, role: NameRole): string | undefined {
    return this.#claimed.get(`${element} ${role}`);
  }

  /** Refuses the recorded name of an element. */
  refuse(element: string, role: NameRole, why: string): never {
    return this.#registry.refuse(element, role, why);
  }

  /** Gives an element its recorded name, or the first free one of the candidates. */
  give(element: string, role: NameRole, candidates: Iterable<string>): string {
    const recorded = this.recorded(element, role);
    const name = recorded ?? this.#giveNew(element, role, candidates);
    this.#given.push([element, role, name]);
    this.#registry.add(element, role, name);
    return name;
  }

  /** Returns the names that were given. */
  given(): readonly Given[] {
    return this.#given;
  }

  #giveNew(element: string, role: NameRole, candidates: Iterable<string>): string {
    let wanted: string | undefined;
    for (const name of candidates) {
      wanted ??= name;
      if (!this.isFree(name)) continue;
      this.#take(element, name);
      const owner = this.#owners.get(wanted);
      if (name !== wanted && owner !== undefined && noted.has(role))
        this.#registry.note({ element, wanted, given: name, owner });
      return name;
    }
    throw new Error("The candidates of a name are never used up");
  }

  #take(element: string, name: string): void {
    this.#pool.reserve(name);
    this.#owners.set(name, element);
  }
}

/** The roles whose clashes are reported. All other names give way by rule, such as helpers to rpcs. */
const noted: ReadonlySet<NameRole> = new Set(["type", "client", "name", "folder"]);

/** Describes clashes, one in a line. */
export function describeClashes(clashes: readonly NameClash[], path: string | undefined): string | undefined {
  if (clashes.length === 0) return undefined;
  const lines = clashes.slice(0, maxClashes).map(({ element, wanted, given, owner, isOwnerRecorded }) => {
    const other =
      given === "" ? `has another name than ${path ?? "its names file"} records` : `is called \`${given}\``;
    const reason = isOwnerRecorded ? "is recorded" : "is also new, and is the first of the two by full name";
    return `${element} ${other}, because \`${wanted}\` is the name of ${owner}, which ${reason}`;
  });
  const rest = clashes.length - lines.length;
  return [...lines, ...(rest > 0 ? [`${rest} more elements have another name for the same reason`] : [])]
    .map((line) => `${line}.`)
    .join("\n");
}

const maxClashes = 20;

/** Groups the recorded names by their scopes, sorted by full name. */
function groupClaims(
  { elements, path }: RecordedNames,
  packages: Iterable<string>,
): ReadonlyMap<string, readonly Claim[]> {
  const recorded = [...elements].flatMap(([element, { names }]) => (names.has("folder") ? [element] : []));
  const packageOf = createPackageOf([...packages, ...recorded]);
  const groups = new Map<string, Claim[]>();
  for (const element of [...elements.keys()].sort(compare)) {
    const { names = new Map<string, string>(), line = 0 } = elements.get(element) ?? {};
    for (const [role, name] of names) {
      const known = Object.hasOwn(nameRoles, role) ? nameRoles[role as NameRole] : undefined;
      if (!known?.isValid(name))
        throw invalidName(
          { path, line, element },
          known
            ? `${JSON.stringify(name.slice(0, 100))} cannot be the name of anything in TypeScript`
            : `There is no role ${JSON.stringify(role)}`,
        );
      const scope = known.scopeOf(element, name, packageOf);
      const claims = groups.get(scope) ?? [];
      if (claims.length === 0) groups.set(scope, claims);
      claims.push({ element, role: role as NameRole, name, line });
    }
  }
  return groups;
}

function invalidName(
  {
    path,
    line,
    element,
  }: { readonly path: string | undefined; readonly line: number; readonly element: string },
  what: string,
): Problems {
  const fix = "Restore the line from Git, or delete it: the element then gets a new name";
  return new Problems([{ code: "FILE_INVALID", file: path, line, element, what, fix }]);
}

function toCurrentNames(given: readonly Given[]): CurrentNames {
  const names = new Map<string, Map<string, string>>();
  for (const [element, role, name] of given) {
    const own = names.get(element) ?? new Map<string, string>();
    names.set(element, own.set(role, name));
  }
  return names;
}
