import {
  type Guide,
  type GuideEntry,
  type GuideLine,
  type GuideModules,
  type GuideSession,
  loadGuide,
  readLine,
} from "@stratus/runtime/guide";
import type { Service } from "./service.js";

/** A generated package: its guide, and its modules, which are loaded on demand. */
export class Sdk {
  readonly guide: Guide;
  readonly session: GuideSession;
  /** Loads an entry point of the SDK, such as `.` or `./compute/v1`. */
  readonly load: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Loads an entry point of the SDK's runtime, such as `application-default`. */
  readonly loadRuntime: (entry: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The folder of the package, which contains its documentation. Undefined if it does not export its `package.json`. */
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

  /** Whether the SDK is a REST client. */
  get isRest(): boolean {
    return this.guide.protocol === "rest";
  }

  /** Loads the guide of a service. */
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

  /** Returns the methods of a service as the index of the guide lists them. */
  lines(entry: GuideEntry): readonly GuideLine[] {
    return entry.methods.map(readLine);
  }
}

/** Splits the name of a service into words. Operations of a REST API without a tag have no words. */
export function splitServiceWords({ words }: Pick<GuideEntry, "words">): readonly string[] {
  return words === "" ? [] : words.split(" ");
}
