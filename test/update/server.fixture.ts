import {
  staticToken,
  type Clock,
  type OutgoingCall,
  type IncomingResponse,
  type Transport,
} from "@stratus/runtime";
import type { Tree } from "../mask/tree.fixture.js";
import type { PoolApi, PoolClient, Version } from "./api-pool.fixture.js";
import { Cloud, type UpdateEngine } from "./cloud.fixture.js";
import type { Reading } from "./server-reading.fixture.js";

/** An Update that reached a server. */
export interface SeenUpdate {
  readonly mask: string;
  readonly request: Tree;
}

/** A server with one resource, `box`, and the clients that talk to it. */
export interface Server {
  /** The resource as it is kept, with what no Get shows. */
  look(): Promise<Tree>;
  /** A generated client of one version of the API. */
  client(version: Version): PoolClient;
  /** The Updates that it has seen, as far as it tells. */
  readonly updates: readonly SeenUpdate[];
  /** Where the engine and the reading that was written without it part ways. */
  readonly disagreement: string | undefined;
}

/** What a server is opened for. */
export interface ServerParts {
  readonly api: Pick<PoolApi, "newer" | "older">;
  /** What the server knows of the API. */
  readonly version: Version;
  readonly reading: Reading;
  readonly resource: Tree;
}

/** Makes a server for one program. */
export type OpenServer = (parts: ServerParts) => Promise<Server>;

/** A line to a cloud that may be another one in each program. */
class Line implements Transport {
  cloud: Cloud | undefined;

  call = (call: OutgoingCall): Promise<IncomingResponse> => {
    if (!this.cloud) throw new Error("no server");
    return this.cloud.call(call);
  };

  close(): void {
    // There is nothing to end.
  }
}

/** Nothing waits: deadlines never come, and pauses are over at once. */
const swiftClock: Clock = {
  nowMs: () => 0,
  epochMs: () => 1_700_000_000_000,
  after(delayMs, callback) {
    if (delayMs > 5_000) return () => undefined;
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  },
};

/**
 * Servers in memory; sessions are made once for each version, since a program uses one server only.
 *
 * @param engine What reads Updates, if not the reading of the program does.
 */
export function memoryServers(engine?: UpdateEngine): OpenServer {
  const known = new Map<Version, { readonly line: Line; readonly client: PoolClient }>();
  const clientOf = (version: Version, cloud: Cloud): PoolClient => {
    const found = known.get(version) ?? connected(version);
    known.set(version, found);
    found.line.cloud = cloud;
    return found.client;
  };
  return async ({ version, reading, resource }) => {
    const cloud = new Cloud(version, reading, resource, engine);
    return {
      look: async () => cloud.resource,
      client: (one) => clientOf(one, cloud),
      updates: cloud.updates,
      get disagreement() {
        return cloud.disagreement;
      },
    };
  };
}

function connected(version: Version): { readonly line: Line; readonly client: PoolClient } {
  const line = new Line();
  const session = new version.Session({
    apiDomain: "test",
    credentials: staticToken("test"),
    transport: line,
    retry: false,
    // Random values keep no rules of public APIs.
    validate: "off",
    clock: swiftClock,
    random: () => 0.5,
    logger: { warn: () => undefined },
  });
  return { line, client: new version.Client(session) };
}
