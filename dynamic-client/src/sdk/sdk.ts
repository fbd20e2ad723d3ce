import {
  type Guide,
  type GuideEntry,
  type GuideLine,
  type GuideModules,
  type GuideSession,
  loadGuide,
  readLine,
} from "@stratus/runtime/guide-v1";
import type { Service } from "./service.js";

/** A generated package: its guide, and its modules, each loaded when it is asked for. */
export class Sdk {
  readonly guide: Guide;
  readonly session: GuideSession;
  /** Loads an entry of the package: `.`, `./compute/v1`. */
  readonly load: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Loads an entry of the runtime of the package: `application-default`. */
  readonly loadRuntime: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The folder of the package, which has its pages; undefined if it does not export its `package.json`. */
  readonly folder: string | undefined;
  readonly #modules: GuideModules;
  readonly #services = new Map<string, Promise<Service>>();

  constructor(
    parts: Pick<Sdk, "guide" | "session" | "load" | "loadRuntime"> & {
      readonly modules: GuideModules;
      readonly folder?: string | undefined;
    },
  ) {
    this.guide = parts.guide;
    this.session = parts.session;
    this.load = parts.load;
    this.loadRuntime = parts.loadRuntime;
    this.folder = parts.folder;
    this.#modules = parts.modules;
  }

  /** Whether it calls its API by REST. */
  get isRest(): boolean {
    return this.guide.protocol === "rest";
  }

  /** Everything about a service. */
  service(entry: GuideEntry): Promise<Service> {
    const known = this.#services.get(entry.name);
    if (known) return known;
    const service = this.#loadService(entry);
    this.#services.set(entry.name, service);
    return service;
  }

  async #loadService(entry: GuideEntry): Promise<Service> {
    const [{ Service: Made }, loaded] = await Promise.all([
      import("./service.js"),
      loadGuide(this.#modules, entry.module),
    ]);
    return new Made(this, entry, loaded);
  }

  /** The methods of a service, as the index has them. */
  lines(entry: GuideEntry): readonly GuideLine[] {
    return entry.methods.map(readLine);
  }
}

/** The words of a service; none of operations that a description of a REST API puts under no tag. */
export function splitServiceWords({ words }: Pick<GuideEntry, "words">): readonly string[] {
  return words === "" ? [] : words.split(" ");
}
