/**
 * The room of methods: which there are, what each may be used for, and how they are found.
 *
 * @module
 */
import type { GuideEntry, GuideLine } from "@stratus/runtime/guide-v1";
import { type Sdk, UsageError } from "@stratus/dynamic-client";

/** A method of the API, as the index of its guide has it. */
export interface ListedMethod {
  /** Its name in all tools: `compute/instance/get`. */
  readonly name: string;
  readonly entry: GuideEntry;
  readonly line: GuideLine;
}

/** The methods of an API that a server knows; there are no others for it. */
export class Methods {
  readonly all: readonly ListedMethod[];
  readonly #byName: ReadonlyMap<string, ListedMethod>;
  readonly #services: ReadonlyMap<string, GuideEntry>;

  /**
   * @param patterns Names of services with `*` for anything: `compute/*`. Default all.
   * @throws A UsageError for a pattern that fits no service.
   */
  constructor(sdk: Sdk, patterns: readonly string[] = []) {
    const services = patterns.length === 0 ? sdk.guide.services : matchServices(sdk, patterns);
    this.all = services.flatMap((entry) =>
      sdk.lines(entry).map((line) => ({ name: methodName(entry, line.word), entry, line })),
    );
    this.#byName = new Map(this.all.map((one) => [one.name, one]));
    this.#services = new Map(services.map((entry) => [serviceName(entry), entry]));
  }

  /** A method by its exact name; names that look alike are other names. */
  get(name: string): ListedMethod | undefined {
    return this.#byName.get(name);
  }

  /** A service by its exact name. */
  service(name: string): GuideEntry | undefined {
    return this.#services.get(name);
  }
}

/** Name of a service in all tools: `compute/instance`. */
export function serviceName(entry: GuideEntry): string {
  return entry.words.replaceAll(" ", "/");
}

/** Name of a method in all tools. Operations of a REST API under no tag have their word alone. */
export function methodName(entry: GuideEntry, word: string): string {
  return [serviceName(entry), word].filter(Boolean).join("/");
}

function matchServices(sdk: Sdk, patterns: readonly string[]): readonly GuideEntry[] {
  const tests = patterns.map((pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[^\w/-]/g, "\\$&"));
    const test = new RegExp(`^${parts.join(".*")}$`);
    if (sdk.guide.services.some((entry) => test.test(serviceName(entry)))) return test;
    const names = sdk.guide.services.slice(0, 20).map(serviceName).join(", ");
    throw new UsageError(`--services ${pattern} matches no service; the services are ${names}`);
  });
  return sdk.guide.services.filter((entry) => tests.some((test) => test.test(serviceName(entry))));
}
