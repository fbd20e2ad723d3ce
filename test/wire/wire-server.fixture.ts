import type { IncomingHttpHeaders } from "node:http2";
import { fromBinary, toJson, type FileRegistry, type JsonValue } from "@bufbuild/protobuf";
import {
  FaultServer,
  framed,
  grpcHeaders,
  type Fault,
} from "../../runtime/src/fixture/fault-server.fixture.js";

/** A call as it came out of the socket. */
export interface WireCall {
  readonly headers: IncomingHttpHeaders;
  readonly messages: readonly JsonValue[];
}

/**
 * A bare HTTP/2 server that answers every call with one empty message. It shares
 * no code with what it listens to: messages are read by the descriptors.
 */
export class WireServer implements AsyncDisposable {
  readonly #calls: WireCall[] = [];
  readonly #server: FaultServer;
  readonly #registry: FileRegistry;

  constructor(registry: FileRegistry) {
    this.#registry = registry;
    this.#server = new FaultServer([this.#answer]);
  }

  async listen(): Promise<this> {
    await this.#server.listen();
    return this;
  }

  get address(): string {
    return this.#server.address;
  }

  /** The calls since the last look. */
  take(): WireCall[] {
    return this.#calls.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  readonly #answer: Fault = (stream, _session, headers) => {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      this.#calls.push({ headers, messages: this.#read(String(headers[":path"]), Buffer.concat(parts)) });
      stream.respond(grpcHeaders, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(framed(new Uint8Array()));
    });
  };

  #read(path: string, body: Buffer): JsonValue[] {
    const [, service = "", rpc = ""] = path.split("/");
    const method = this.#registry.getService(service)?.methods.find(({ name }) => name === rpc);
    if (!method) throw new Error(`the API has no rpc ${path}`);
    const { input } = method;
    return unframe(body).map((bytes) =>
      toJson(input, fromBinary(input, bytes), { registry: this.#registry }),
    );
  }
}

/** The messages of a body: a flag, a length and the bytes, again and again (gRPC over HTTP/2, "Length-Prefixed-Message"). */
function unframe(body: Buffer): Uint8Array[] {
  const messages: Uint8Array[] = [];
  for (let at = 0; at < body.length;) {
    const end = at + 5 + body.readUInt32BE(at + 1);
    messages.push(body.subarray(at + 5, end));
    at = end;
  }
  return messages;
}
