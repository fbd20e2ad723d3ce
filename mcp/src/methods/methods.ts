/**
 * The methods of an API: their list, the permissions, and the search.
 *
 * @module
 */
import type { GuideEntry, GuideLine } from "@stratus/runtime/guide";
import { type Sdk, safeLine, unknownNameError, UsageError } from "@stratus/dynamic-client";
import { splitWords } from "./split-words.js";

/** A method as the index of the guide lists it. */
export interface ListedMethod {
  /** The name of the method in all tools, such as `compute/instance/get`. */
  readonly name: string;
  readonly entry: GuideEntry;
  readonly line: GuideLine;
}

/** The methods that a server knows. */
export class Methods {
  readonly all: readonly ListedMethod[];
  readonly services: readonly GuideEntry[];
  readonly #byName: ReadonlyMap<string, ListedMethod>;
  readonly #byService: ReadonlyMap<string, GuideEntry>;
  #forms: readonly NameForms[] | undefined;

  /**
   * @param patterns Names of services, in which `*` matches any text, such as `compute/*`. Default: all services.
   * @throws A UsageError if a pattern matches no service.
   */
  constructor(sdk: Sdk, patterns: readonly string[] = []) {
    this.services = patterns.length === 0 ? sdk.guide.services : matchServices(sdk, patterns);
    this.all = this.services.flatMap((entry) =>
      sdk.lines(entry).map((line) => ({ name: methodName(entry, line.word), entry, line })),
    );
    this.#byName = new Map(this.all.map((one) => [one.name, one]));
    this.#byService = new Map(this.services.map((entry) => [serviceName(entry), entry]));
  }

  /** Finds a method by its exact name. */
  get(name: string): ListedMethod | undefined {
    return this.#byName.get(name);
  }

  /**
   * Finds a method by any form of its name that means one method: `compute.instance.get`, `Instance/Get`, or the full name of
   * the service and the method.
   *
   * @throws A UsageError if no method or several methods have the name.
   */
  async find(name: string): Promise<ListedMethod> {
    const exact = this.#byName.get(name);
    if (exact) return exact;
    const [found, ...others] = this.#findForms(splitWords(name));
    if (found && others.length === 0) return found;
    if (!found)
      throw await unknownNameError("method", name, [...this.#byName.keys()], {
        place: name.slice(0, 200),
        fix: "use find_methods to search for one",
      });
    const names = [found, ...others].slice(0, 5).map((one) => one.name);
    throw new UsageError(
      "NAME_AMBIGUOUS",
      `${safeLine(name)} is the name of several methods: ${names.join(", ")}`,
    );
  }

  /** Returns the methods whose names match a pattern, in which `*` matches any text. @throws A UsageError if none does. */
  match(flag: string, pattern: string): readonly string[] {
    const test = patternTest(pattern);
    const names = this.all.map(({ name }) => name).filter((name) => test.test(name));
    const found = names.length > 0 ? names : this.#findForms(splitWords(pattern)).map(({ name }) => name);
    if (names.length > 0 || (found.length === 1 && !pattern.includes("*"))) return found;
    throw new UsageError(
      "NAME_UNKNOWN",
      `${flag}: there is no method ${pattern}; method names have the form compute/instance/get, and * matches any text`,
    );
  }

  /** Finds a service by its exact name. */
  service(name: string): GuideEntry | undefined {
    return this.#byService.get(name);
  }

  /** Finds the methods whose names end with words. The longest name that is equal wins. */
  #findForms(given: readonly string[]): readonly ListedMethod[] {
    if (given.length === 0) return [];
    this.#forms ??= this.all.map(nameForms);
    const words = withoutService(given);
    for (const drop of [(all: readonly string[]) => all, withoutVersions]) {
      const wanted = drop(words).join(" ");
      const fits = this.#forms.filter(({ forms }) =>
        forms.some((form) => ` ${drop(form).join(" ")}`.endsWith(` ${wanted}`)),
      );
      const equal = fits.filter(({ forms }) => forms.some((form) => drop(form).join(" ") === wanted));
      if (fits.length > 0) return (equal.length > 0 ? equal : fits).map(({ listed }) => listed);
    }
    return [];
  }
}

/** The words of a method's name: as the tools have it, and as the API has it. */
interface NameForms {
  readonly listed: ListedMethod;
  readonly forms: readonly (readonly string[])[];
}

function nameForms(listed: ListedMethod): NameForms {
  const { name, entry, line } = listed;
  const full = withoutService([...splitWords(entry.name), ...splitWords(line.word)]);
  return { listed, forms: [withoutService(splitWords(name)), full] };
}

/** `InstanceService` is the service of instances. */
function withoutService(words: readonly string[]): readonly string[] {
  return words.filter((word) => word !== "service");
}

function withoutVersions(words: readonly string[]): readonly string[] {
  return words.filter((word) => !/^v\d+(?:(?:alpha|beta)\d*)?$/.test(word));
}

/** Returns the name of a service in all tools, such as `compute/instance`. */
export function serviceName(entry: GuideEntry): string {
  return entry.words.replaceAll(" ", "/");
}

/** Returns the name of a method in all tools. Operations of a REST API without a tag have only their word. */
export function methodName(entry: GuideEntry, word: string): string {
  return [serviceName(entry), word].filter(Boolean).join("/");
}

function patternTest(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[^\w/-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

function matchServices(sdk: Sdk, patterns: readonly string[]): readonly GuideEntry[] {
  const tests = patterns.map((pattern) => {
    const test = patternTest(pattern);
    if (sdk.guide.services.some((entry) => test.test(serviceName(entry)))) return test;
    const names = sdk.guide.services.slice(0, 20).map(serviceName).join(", ");
    throw new UsageError(
      "NAME_UNKNOWN",
      `--services ${pattern} matches no service; the services are ${names}`,
    );
  });
  return sdk.guide.services.filter((entry) => tests.some((test) => test.test(serviceName(entry))));
}
