import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { fromBinary, fromJson, type JsonObject, type JsonValue, toBinary, toJson } from "@bufbuild/protobuf";
import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { SignJWT } from "jose";
import { patienceMs } from "../../test/patience.js";
import type { Clock } from "./clock.js";
import { bufBuild } from "./descriptors/buf-build.js";
import type { Emulator } from "./emulator.js";
import { findMethodName } from "./handlers/method-name.js";
import type { EmulatorOptions } from "./options/options.js";
import { startEmulator } from "./start-emulator.js";

/** Root of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The protos of another API, with another prefix. */
export const zooProtos = `${root}emulator/testdata/zoo`;

/** A clock that tests move. */
export class TestClock implements Clock {
  #nowMs = Date.parse("2030-01-01T00:00:00Z");
  #sleepers: { readonly wakeAtMs: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  async sleep(delayMs: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((wake, leave) => {
      const sleeper = { wakeAtMs: this.#nowMs + delayMs, wake };
      this.#sleepers.push(sleeper);
      signal.addEventListener("abort", () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        leave(new Error("the client canceled the call"));
      });
    });
  }

  /** How many wait. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const { wake } of this.#sleepers.filter(({ wakeAtMs }) => wakeAtMs <= this.#nowMs)) wake();
    this.#sleepers = this.#sleepers.filter(({ wakeAtMs }) => wakeAtMs > this.#nowMs);
  }
}

/** How a call of a test goes out. */
export interface CallOptions {
  /** Authority to call; by default that of the service. */
  readonly authority?: string;
  /** Headers to add. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of `authorization`; by default a valid token. Null sends none. */
  readonly authorization?: string | null;
  /** Bytes to send in place of the encoded request. */
  readonly bytes?: Uint8Array;
  readonly timeoutMs?: number;
}

/** What came of a call: the response as JSON, or the code and details of the error. */
export interface Outcome {
  readonly code: string;
  readonly message: string;
  readonly response: JsonObject;
  /** Service errors, decoded. */
  readonly details: readonly JsonObject[];
  readonly headers: Metadata;
  readonly trailers: Metadata | undefined;
}

/** An emulator with a client that no one generated: bytes over grpc-js, JSON by descriptors. */
export class TestCloud implements AsyncDisposable {
  readonly emulator: Emulator;
  readonly clock: TestClock;
  readonly #clients = new Map<string, Client>();
  readonly #token: string;

  constructor(emulator: Emulator, clock: TestClock) {
    this.emulator = emulator;
    this.clock = clock;
    this.#token = emulator.issueToken({ subject: "tester", lifetimeMs: 1e12 });
  }

  /** Calls a unary method with a request in JSON. Never rejects. */
  async call(name: string, request: JsonValue = {}, options: CallOptions = {}): Promise<Outcome> {
    const method = this.#method(name);
    const registry = this.emulator.api.registry;
    const bytes =
      options.bytes ?? toBinary(method.desc.input, fromJson(method.desc.input, request, { registry }));
    const client = this.client(options.authority ?? this.authorityOf(method.service.endpoint ?? "compute"));
    const headers = this.headers(options);
    return new Promise((done) => {
      const deadline = Date.now() + (options.timeoutMs ?? patienceMs / 5);
      let initial = new Metadata();
      const path = `/${method.name}`;
      const call = client.makeUnaryRequest(
        path,
        pass,
        pass,
        Buffer.from(bytes),
        headers,
        { deadline },
        (error, reply) => {
          done(
            error === null
              ? {
                  ...ok,
                  headers: initial,
                  response: this.#json(method.desc.output.typeName, reply ?? new Uint8Array()),
                }
              : { ...this.failure(error), headers: initial },
          );
        },
      );
      call.on("metadata", (metadata) => (initial = metadata));
    });
  }

  /** Calls a unary method that must succeed. */
  async must(name: string, request: JsonValue = {}, options: CallOptions = {}): Promise<JsonObject> {
    const outcome = await this.call(name, request, options);
    if (outcome.code !== "OK") throw new Error(`${name}: ${outcome.code}: ${outcome.message}`);
    return outcome.response;
  }

  /** What an error of grpc-js says. */
  failure(error: ServiceError): Outcome {
    const details = (error.metadata?.get("grpc-status-details-bin") ?? []).flatMap((bytes) => {
      try {
        return (this.#json("google.rpc.Status", bytes as Buffer).details ?? []) as JsonObject[];
      } catch {
        // An API need not import the types of all details.
        return [];
      }
    });
    return {
      ...ok,
      code: status[error.code] ?? "",
      message: error.details,
      details,
      trailers: error.metadata,
    };
  }

  /** A client that calls under an authority. */
  client(authority: string): Client {
    const known = this.#clients.get(authority);
    if (known !== undefined) return known;
    const options = { "grpc.default_authority": authority, "grpc.enable_retries": 0 };
    const client = new Client(this.emulator.address, credentials.createInsecure(), options);
    this.#clients.set(authority, client);
    return client;
  }

  headers(options: CallOptions): Metadata {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(options.headers ?? {})) metadata.set(name, value);
    const authorization =
      options.authorization === undefined ? `Bearer ${this.#token}` : options.authorization;
    if (authorization !== null) metadata.set("authorization", authorization);
    return metadata;
  }

  authorityOf(endpoint: string): string {
    return `${endpoint}.${this.emulator.apiDomain}:443`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) client.close();
    await this.emulator.close();
  }

  #method(name: string) {
    const method = this.emulator.api.methods.get(findMethodName(this.emulator.api, name));
    if (method === undefined) throw new Error(name);
    return method;
  }

  #json(typeName: string, bytes: Uint8Array): JsonObject {
    const desc = this.emulator.api.registry.getMessage(typeName);
    if (desc === undefined) throw new Error(typeName);
    return toJson(desc, fromBinary(desc, bytes), { registry: this.emulator.api.registry }) as JsonObject;
  }
}

const ok: Outcome = {
  code: "OK",
  message: "",
  response: {},
  details: [],
  headers: new Metadata(),
  trailers: undefined,
};

function pass(bytes: Buffer): Buffer {
  return bytes;
}

const image = bufBuild("protos", root);

/** Starts an emulator of this project's own protos, with a clock to move. */
export async function openCloud(options: EmulatorOptions = {}): Promise<TestCloud> {
  const clock = new TestClock();
  const isElsewhere = [options.protos, options.image, options.registry].some(
    (source) => source !== undefined,
  );
  const source = isElsewhere ? {} : { image: await image };
  return new TestCloud(await startEmulator({ clock, cwd: root, ...source, ...options }), clock);
}

/** A service account with a key that exists for this test only. */
export interface TestAccount {
  readonly id: string;
  readonly keyId: string;
  readonly publicKeyPem: string;
  readonly privateKey: KeyObject;
}

/** A fresh service account. */
export function newAccount(id = `account-${randomUUID()}`): TestAccount {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKeyPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { id, keyId: `key-${randomUUID()}`, publicKeyPem, privateKey };
}

/** Parts of a JWT that differ from a good one. */
export interface JwtChanges {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject | Uint8Array;
}

/** The JWT of an account, valid for five minutes from now. */
export async function signJwt(
  account: TestAccount,
  nowMs: number,
  changes: JwtChanges = {},
): Promise<string> {
  const claims = { iss: account.id, sub: account.id, exp: Math.floor(nowMs / 1000) + 300, ...changes.claims };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: account.keyId, ...changes.header })
    .sign(changes.key ?? account.privateKey);
}
