import {
  type Guide,
  type GuideEntry,
  type GuideLine,
  type GuideModules,
  type GuideSession,
  loadGuide,
  readLine,
} from "@stratus/runtime/guide-v1";
import type { Part } from "./part.js";

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
  readonly #parts = new Map<string, Promise<Part>>();

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
  part(entry: GuideEntry): Promise<Part> {
    const known = this.#parts.get(entry.name);
    if (known) return known;
    const part = this.#makePart(entry);
    this.#parts.set(entry.name, part);
    return part;
  }

  async #makePart(entry: GuideEntry): Promise<Part> {
    const [{ Part: Made }, loaded] = await Promise.all([
      import("./part.js"),
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
export function wordsOfService({ words }: Pick<GuideEntry, "words">): readonly string[] {
  return words === "" ? [] : words.split(" ");
}
