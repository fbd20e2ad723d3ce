import { type Emulator, startEmulator } from "@stratus/emulator";
import { stringify } from "yaml";
import { root } from "../repository.fixture.js";
import { commandLine, type Ended, type World } from "./test-host.fixture.js";

/** A document of `apply`. */
export type Document = Record<string, unknown>;

/** The sample on the command line, with documents in a parent of their own. */
export interface AppliedSample extends AsyncDisposable {
  readonly acme: ReturnType<typeof commandLine>;
  readonly emulator: Emulator;
  /** Starts a new parent, and forgets the calls. */
  reset(): void;
  readonly parent: string;
  disk(name: string, spec?: Document): Document;
  instance(name: string, spec?: Document, metadata?: Document): Document;
  /** Applies documents from standard input. Default of the flags: `--yes`. */
  apply(documents: readonly Document[], flags?: string, world?: World): Promise<Ended>;
  /** The calls that change something: `DiskService/Create`. */
  changes(): readonly string[];
  stored(name: string, kind?: string): Promise<{ metadata: Document; spec: Document }>;
}

/** Returns documents as a file. */
export const yaml = (documents: readonly Document[]): string =>
  documents.map((document) => stringify(document)).join("---\n");

let count = 0;

/** Starts the emulator of the sample. */
export async function openSample(): Promise<AppliedSample> {
  const emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const env = {
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  const acme = commandLine("@svc/cloud", { env });
  let parent = "p0";
  return {
    acme,
    emulator,
    reset: () => {
      parent = `p${++count}`;
      emulator.clearCalls();
    },
    get parent() {
      return parent;
    },
    disk: (name, spec) => ({
      $resource: "compute/disk",
      metadata: { parentId: parent, name },
      spec: { sizeBytes: 10, ...spec },
    }),
    instance: (name, spec, metadata) => ({
      $resource: "compute/instance",
      metadata: { parentId: parent, name, ...metadata },
      spec: { cpu: 2, platform: "x", ...spec },
    }),
    apply: (documents, flags = "--yes", world = {}) =>
      acme(`apply -f - ${flags}`.trim(), { stdin: yaml(documents), ...world }),
    changes: () =>
      emulator
        .calls()
        .flatMap(({ method }) => (/\/(?:Create|Update)$/.test(method) ? [method.split(".").at(-1)!] : [])),
    stored: async (name, kind = "instance") => {
      const words = ["compute", kind, "get", "--parent-id", parent, "--name", name, "-o", "json"];
      return JSON.parse((await acme(words)).out) as { metadata: Document; spec: Document };
    },
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}
