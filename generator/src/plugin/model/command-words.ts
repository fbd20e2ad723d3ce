import { splitWords } from "@stratus/convention";
import { NamePool, withSuffix } from "../../kit/text/name-pool.js";

/** A service, as its words are found. */
interface Called {
  readonly typeName: string;
  readonly packageName: string;
  readonly name: string;
  /** Names of its rpcs, in the order of the proto file. */
  readonly rpcs: readonly string[];
  /** The version of the SDK that added it. Undefined if that is not recorded, as for the first version. */
  readonly since?: string | undefined;
}

/** Names of a service and its methods on a command line. */
export interface CommandWords {
  /** `["compute", "instance"]` */
  readonly service: readonly string[];
  /** By the names of the rpcs: `get-by-name`. */
  readonly methods: ReadonlyMap<string, string>;
}

/**
 * Decides the words of every service and method (docs/reference/guide.md, "Words"), in small letters with hyphens. They are the
 * words of the package without the common start of all packages and without its version, the service without
 * `Service`, and the method. Of services that differ only in the versions of their packages, the stable one that was there
 * first has no version, and the others keep theirs. Other duplicates get a number, in the order of full names.
 *
 * @returns Words by the full names of the services.
 */
export function decideCommandWords(services: readonly Called[]): ReadonlyMap<string, CommandWords> {
  const packages = packageWords([...new Set(services.map(({ packageName }) => packageName))]);
  const holders = findHolders(services, packages);
  const taken = new Set<string>();
  const sorted = services.toSorted((a, b) => (a.typeName < b.typeName ? -1 : 1));
  return new Map(
    sorted.map(({ typeName, packageName, name, rpcs }): [string, CommandWords] => {
      const methods = methodWords(rpcs);
      const commands = (path: string): string[] => [...methods.values()].map((one) => `${path} ${one}`);
      // A service must not be where a method of another is: `a b` with a method `c`, and a service `a b c`.
      const { words = [], version = "" } = packages.get(packageName) ?? {};
      const isHolder = holders.get(unversioned(words, name))?.packageName === packageName;
      const before = version === "" || isHolder ? words : [...words, version];
      const path = firstOf(pathsOf(before, name), (one) =>
        [one, ...commands(one)].every((command) => !taken.has(command)),
      );
      for (const command of [path, ...commands(path)]) taken.add(command);
      return [typeName, { service: path.split(" "), methods }];
    }),
  );
}

/** The names that a service can have: without `Service`, with it, and with a number. */
function* pathsOf(before: readonly string[], name: string): Generator<string> {
  yield [...before, kebab(name.replace(/(?<=.)Service$/, ""))].join(" ");
  yield* withSuffix([...before, kebab(name)].join(" "), "");
}

function firstOf(paths: Iterable<string>, isFree: (path: string) => boolean): string {
  for (const path of paths) if (isFree(path)) return path;
  throw new Error("The candidates of a path are never used up");
}

function methodWords(rpcs: readonly string[]): ReadonlyMap<string, string> {
  const taken = new NamePool();
  return new Map(rpcs.map((rpc) => [rpc, taken.take(withSuffix(kebab(rpc), ""))]));
}

/** `GetByName` is `get-by-name`. */
function kebab(name: string): string {
  const words = splitWords(name).map((word) => word.toLowerCase());
  return words.length === 0 ? "_" : words.join("-");
}

const version = /^v\d+(?:p\d+)?(?:(?:alpha|beta)\d*)?$/;

/** The words of a package, and its version. */
interface PackageWords {
  readonly words: readonly string[];
  /** Empty if the name of the package has none. */
  readonly version: string;
}

/**
 * Returns the services whose commands need no version, by their words. Of several versions, that is the stable one that was
 * there first, so that a new version never takes the words of another. If none is stable, it is the lowest one.
 */
function findHolders(
  services: readonly Called[],
  packages: ReadonlyMap<string, PackageWords>,
): ReadonlyMap<string, Called> {
  const holders = new Map<string, Called>();
  const order = (one: Called): readonly (boolean | string)[] => {
    const { version: own = "" } = packages.get(one.packageName) ?? {};
    const number = /\d+/.exec(own)?.[0] ?? "";
    return [/alpha|beta/.test(own), sortable(one.since ?? ""), number.padStart(9, "0"), own];
  };
  for (const one of services) {
    const path = unversioned(packages.get(one.packageName)?.words ?? [], one.name);
    const holder = holders.get(path);
    if (!holder || compareLists(order(one), order(holder)) < 0) holders.set(path, one);
  }
  return holders;
}

function unversioned(words: readonly string[], name: string): string {
  return firstOf(pathsOf(words, name), () => true);
}

/** Pads the numbers of a version, so that versions are in the order of their texts. */
function sortable(version: string): string {
  return version.replace(/\d+/g, (digits) => digits.padStart(9, "0"));
}

function compareLists(a: readonly (boolean | string)[], b: readonly (boolean | string)[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  if (at < 0) return 0;
  return (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

/** The words of packages by their names. */
function packageWords(packages: readonly string[]): ReadonlyMap<string, PackageWords> {
  const split = packages.map((name) => {
    const parts = name === "" ? [] : name.split(".");
    const isVersioned = parts.length > 1 && version.test(parts.at(-1) ?? "");
    const [own, last = ""] = isVersioned ? [parts.slice(0, -1), parts.at(-1)] : [parts];
    return { name, parts: own, version: last };
  });
  // The last word stays, so that an API of one package keeps its words when another comes along.
  const shared = sharedLength(split.map(({ parts }) => parts.slice(0, -1)));
  return new Map(
    split.map((one) => [one.name, { words: one.parts.slice(shared).map(kebab), version: one.version }]),
  );
}

/** How many parts all of them begin with. */
function sharedLength([first = [], ...others]: readonly (readonly string[])[]): number {
  const end = first.findIndex((part, index) => others.some((one) => one[index] !== part));
  return end < 0 ? first.length : end;
}
