/**
 * The methods of an API: their list, the permissions, and the search.
 *
 * @module
 */
import type { GuideEntry, GuideLine } from "@stratus/runtime/guide";
import { type Sdk, UsageError } from "@stratus/dynamic-client";

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
  readonly #byName: ReadonlyMap<string, ListedMethod>;
  readonly #services: ReadonlyMap<string, GuideEntry>;

  /**
   * @param patterns Names of services, in which `*` matches any text, such as `compute/*`. Default: all services.
   * @throws A UsageError if a pattern matches no service.
   */
  constructor(sdk: Sdk, patterns: readonly string[] = []) {
    const services = patterns.length === 0 ? sdk.guide.services : matchServices(sdk, patterns);
    this.all = services.flatMap((entry) =>
      sdk.lines(entry).map((line) => ({ name: methodName(entry, line.word), entry, line })),
    );
    this.#byName = new Map(this.all.map((one) => [one.name, one]));
    this.#services = new Map(services.map((entry) => [serviceName(entry), entry]));
  }

  /** Finds a method by its exact name. */
  get(name: string): ListedMethod | undefined {
    return this.#byName.get(name);
  }

  /** Finds a service by its exact name. */
  service(name: string): GuideEntry | undefined {
    return this.#services.get(name);
  }
}

/** Returns the name of a service in all tools, such as `compute/instance`. */
export function serviceName(entry: GuideEntry): string {
  return entry.words.replaceAll(" ", "/");
}

/** Returns the name of a method in all tools. Operations of a REST API without a tag have only their word. */
export function methodName(entry: GuideEntry, word: string): string {
  return [serviceName(entry), word].filter(Boolean).join("/");
}

function matchServices(sdk: Sdk, patterns: readonly string[]): readonly GuideEntry[] {
  const tests = patterns.map((pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[^\w/-]/g, "\\$&"));
    const test = new RegExp(`^${parts.join(".*")}$`);
    if (sdk.guide.services.some((entry) => test.test(serviceName(entry)))) return test;
    const names = sdk.guide.services.slice(0, 20).map(serviceName).join(", ");
    throw new UsageError(
      "NAME_UNKNOWN",
      `--services ${pattern} matches no service; the services are ${names}`,
    );
  });
  return sdk.guide.services.filter((entry) => tests.some((test) => test.test(serviceName(entry))));
}
