import { splitWords } from "@stratus/convention";
import { NamePool, withSuffix } from "../../kit/text/name-pool.js";

/** A service, as its words are found. */
interface Called {
  readonly typeName: string;
  readonly packageName: string;
  readonly name: string;
  /** Names of its rpcs, in the order of the proto file. */
  readonly rpcs: readonly string[];
}

/** Names of a service and its methods on a command line. */
export interface CommandWords {
  /** `["compute", "instance"]` */
  readonly service: readonly string[];
  /** By the names of the rpcs: `get-by-name`. */
  readonly methods: ReadonlyMap<string, string>;
}

/**
 * Decides the words of every service and method (docs/guide.md, "Words"), in small letters with hyphens. They are the
 * words of the package without the common start of all packages and without its version, the service without
 * `Service`, and the method. Packages that differ only in their versions keep them. Other duplicates get a number, in
 * the order of full names.
 *
 * @returns Words by the full names of the services.
 */
export function decideCommandWords(services: readonly Called[]): ReadonlyMap<string, CommandWords> {
  const packages = packageWords([...new Set(services.map(({ packageName }) => packageName))]);
  const taken = new Set<string>();
  const sorted = services.toSorted((a, b) => (a.typeName < b.typeName ? -1 : 1));
  return new Map(
    sorted.map(({ typeName, packageName, name, rpcs }): [string, CommandWords] => {
      const methods = methodWords(rpcs);
      const commands = (path: string): string[] => [...methods.values()].map((one) => `${path} ${one}`);
      // A service must not be where a method of another is: `a b` with a method `c`, and a service `a b c`.
      const path = firstOf(pathsOf(packages.get(packageName) ?? [], name), (one) =>
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

/** The words of packages by their names. */
function packageWords(packages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const split = packages.map((name) => {
    const parts = name === "" ? [] : name.split(".");
    const isVersioned = parts.length > 1 && version.test(parts.at(-1) ?? "");
    return {
      name,
      parts: isVersioned ? parts.slice(0, -1) : parts,
      version: isVersioned ? parts.at(-1) : "",
    };
  });
  // The last word stays, so that an API of one package keeps its words when another comes along.
  const shared = sharedLength(split.map(({ parts }) => parts.slice(0, -1)));
  const pathOf = ({ parts }: { readonly parts: readonly string[] }): string => parts.slice(shared).join(" ");
  const counts = new Map<string, number>();
  for (const one of split) counts.set(pathOf(one), (counts.get(pathOf(one)) ?? 0) + 1);
  return new Map(
    split.map((one) => {
      const words = one.parts.slice(shared).map(kebab);
      const isAlone = counts.get(pathOf(one)) === 1 || one.version === "";
      return [one.name, isAlone ? words : [...words, one.version ?? ""]] as const;
    }),
  );
}

/** How many parts all of them begin with. */
function sharedLength([first = [], ...others]: readonly (readonly string[])[]): number {
  const end = first.findIndex((part, index) => others.some((one) => one[index] !== part));
  return end < 0 ? first.length : end;
}
