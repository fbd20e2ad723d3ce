import type { DescMessage } from "@bufbuild/protobuf";
import { isResource, splitWords } from "@stratus/convention";
import type { AipAnnotations } from "./aip-annotations.js";
import type { Api, ApiMethod } from "./api.js";
import { nearestName } from "@stratus/convention/name";
import { EmulatorError } from "../text/emulator-error.js";

/** The part of the cloud that knows the resources of an API. */
interface KnownApi {
  readonly api: Api;
  readonly aip: AipAnnotations;
}

/** The kinds of resources of an API, by the names that documents and rules use: `compute/instance`. */
export class ResourceKinds {
  readonly #byName = new Map<string, DescMessage>();
  readonly #names = new Map<string, string>();

  constructor({ api, aip }: KnownApi) {
    const words = serviceWords(api);
    const found = [...api.methods.values()].flatMap((method) => {
      const type = resourceOf(method, aip);
      return type === undefined
        ? []
        : [{ type, service: method.service.desc.typeName, isGet: method.desc.name.startsWith("Get") }];
    });
    // The service that reads a resource names its kind, as in the command line.
    for (const { type, service } of [...found.filter(({ isGet }) => isGet), ...found]) {
      if (this.#names.has(type.typeName)) continue;
      const several = new Set(
        found.filter((one) => one.service === service && one.isGet).map((one) => one.type.typeName),
      );
      const path = [...(words.get(service) ?? []), ...(several.size > 1 ? [kebab(type.name)] : [])].join("/");
      this.#add(this.#byName.has(path) ? type.typeName : path, type);
    }
    // A request to create a resource has the shape of one.
    const requests = new Set([...api.methods.values()].map(({ desc }) => desc.input.typeName));
    for (const type of api.registry)
      if (type.kind === "message" && isResource(type) && !this.#names.has(type.typeName))
        if (!requests.has(type.typeName)) this.#add(type.typeName, type);
  }

  /** The names of all kinds, sorted. */
  get all(): readonly string[] {
    return [...this.#names.values()].sort();
  }

  /** Returns the name of a kind: its words, or its full name if another kind has these. */
  name(typeName: string): string {
    return this.#names.get(typeName) ?? typeName;
  }

  /**
   * Finds a kind by its name, or by the full name of its message.
   *
   * @param place where the name is written, for the error
   * @throws EmulatorError that names the most similar kind
   */
  find(name: unknown, place: string): DescMessage {
    const own =
      typeof name === "string"
        ? (this.#byName.get(name) ?? [...this.#byName.values()].find(({ typeName }) => typeName === name))
        : undefined;
    if (own !== undefined) return own;
    const nearest = nearestName(String(name), this.all);
    const hint = nearest === undefined ? `the kinds are ${this.all.join(", ")}` : `did you mean ${nearest}?`;
    throw new EmulatorError(
      "KIND_UNKNOWN",
      `${place}: the API has no kind of resource ${JSON.stringify(name)}; ${hint}`,
    );
  }

  #add(name: string, type: DescMessage): void {
    this.#byName.set(name, type);
    this.#names.set(type.typeName, name);
  }
}

function resourceOf({ name, role }: ApiMethod, aip: AipAnnotations): DescMessage | undefined {
  return "resource" in role ? role.resource : aip.methods.get(name)?.message;
}

const version = /^v\d+(?:p\d+)?(?:(?:alpha|beta)\d*)?$/;

/** Returns the words of services: their packages without the common start and the version, and their names without `Service`. */
export function serviceWords({ services }: Pick<Api, "services">): ReadonlyMap<string, readonly string[]> {
  const split = services.map(({ desc }) => {
    const parts = desc.file.proto.package.split(".").filter((part) => part !== "" && !version.test(part));
    return { desc, parts };
  });
  const [first, ...others] = split.map(({ parts }) => parts.slice(0, -1));
  const end = first?.findIndex((part, index) => others.some((one) => one[index] !== part)) ?? 0;
  const shared = end < 0 ? (first?.length ?? 0) : end;
  return new Map(
    split.map(({ desc, parts }) => [
      desc.typeName,
      [...parts.slice(shared).map(kebab), kebab(desc.name.replace(/(?<=.)Service$/, ""))],
    ]),
  );
}

/** `GetByName` is `get-by-name`. */
export function kebab(name: string): string {
  return splitWords(name)
    .map((word) => word.toLowerCase())
    .join("-");
}
