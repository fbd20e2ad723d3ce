import type { FileRegistry } from "@bufbuild/protobuf";
import { startEmulator, type Emulator } from "@stratus/emulator";
import type { MessageTable } from "../../runtime/src/messages/table/table.js";
import { generateSdk, type GeneratedSdk } from "./generated-sdk.fixture.js";

/** What may be said of a call, of all that may. */
export interface SocketOptions {
  /** An explicit mask. */
  readonly resetMask?: string;
  readonly metadata?: { readonly [name: string]: string };
}

/** A mask that goes out as it is written, with the request as it is: past the client, which would check both. */
export const asWritten = (mask: string): SocketOptions => ({ resetMask: "", metadata: { [rawMask]: mask } });
const rawMask = "x-raw-mask";

/** A step of a session, as far as it is one here. */
interface Sent {
  readonly metadata: {
    get(name: string): string | undefined;
    with(name: string, value: string): Sent["metadata"];
    without(name: string): Sent["metadata"];
  };
}
const sendRaw =
  (next: (call: Sent) => unknown) =>
  (call: Sent): unknown => {
    const mask = call.metadata.get(rawMask);
    if (mask === undefined) return next(call);
    return next({ ...call, metadata: call.metadata.without(rawMask).with("x-resetmask", mask) });
  };

/** A resource as it is read: its server has given it an identifier. */
export interface Identified {
  readonly metadata: { readonly id: string };
}

/** A resource of any type, to be changed. */
export interface OpenResource {
  metadata: { readonly [property: string]: unknown };
  spec: object;
}

/** A generated client, as far as a test knows the messages of code that it has just generated. */
export interface ResourceClient {
  create(request: object): PromiseLike<Identified>;
  get(request: { readonly id: string }): PromiseLike<Identified>;
  update(request: object, options?: SocketOptions): PromiseLike<Identified>;
  modify(request: { readonly id: string }, change: (resource: OpenResource) => void): PromiseLike<Identified>;
}

/** A generated SDK in session with an emulator of its API, over a socket. */
export interface SocketApi {
  readonly emulator: Emulator;
  /** `ResourceService` of the resource of example/v1. */
  readonly resources: ResourceClient;
  /** `ThingService`, whose resource has fields of every shape. */
  readonly things: ResourceClient;
  /** The table of the request of its Update. */
  readonly thingTable: MessageTable<object>;
  close(): Promise<void>;
}

interface Session {
  close(): Promise<void>;
}

type ClientClass = new (session: Session) => ResourceClient;

/** Generates the SDK, starts the emulator, and opens a session between them. */
export async function openSocketApi(registry: FileRegistry): Promise<SocketApi> {
  const sdk = generateSdk();
  // The law is about a server that never drops metadata and spec.
  const emulator = await startEmulator({ registry, neverNull: ["metadata", "spec"] });
  const session = await openSession(sdk, emulator);
  const clients = await sdk.load<Record<string, ClientClass>>("example/v1/resource_service.ts");
  const thingClients = await sdk.load<Record<string, ClientClass>>("shapes/v1/thing_service.ts");
  const tables = await sdk.load<Record<string, MessageTable<object>>>("shapes/v1/thing_service.ts");
  return {
    emulator,
    resources: new (exported(clients, "ResourceServiceClient"))(session),
    things: new (exported(thingClients, "ThingServiceClient"))(session),
    thingTable: exported(tables, "UpdateThingRequest"),
    close: async () => {
      await session.close();
      await emulator.close();
      sdk.remove();
    },
  };
}

async function openSession(sdk: GeneratedSdk, emulator: Emulator): Promise<Session> {
  const root = await sdk.load<{
    readonly Api: new (options: object) => Session;
    readonly staticToken: (token: string) => unknown;
  }>("index.ts");
  return new root.Api({
    apiDomain: emulator.apiDomain,
    credentials: root.staticToken(emulator.issueToken()),
    endpoint: emulator.address,
    insecure: true,
    interceptors: [sendRaw],
    // Masks of random messages may be long.
    logger: { warn: () => undefined },
  });
}

function exported<Value>(file: Record<string, Value>, name: string): Value {
  const value = file[name];
  if (value === undefined) throw new Error(`the generated file exports no ${name}`);
  return value;
}
