import type { IncomingHttpHeaders } from "node:http2";
import { fromBinary, toJson, type FileRegistry } from "@bufbuild/protobuf";
import {
  FaultServer,
  framed,
  grpcHeaders,
  type Fault,
} from "../../runtime/src/fixture/fault-server.fixture.js";

/** A call as it came out of the socket. */
interface WireCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
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

  /** The calls since the last look, in readable text. */
  take(): string[] {
    return this.#calls.splice(0).map((call) => this.#show(call));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  readonly #answer: Fault = (stream, _session, headers) => {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      this.#calls.push({ headers, body: Buffer.concat(parts) });
      stream.respond(grpcHeaders, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(framed(new Uint8Array()));
    });
  };

  #show({ headers, body }: WireCall): string {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${fixed(name, String(value))}`);
    const [, service = "", rpc = ""] = String(headers[":path"]).split("/");
    const method = this.#registry.getService(service)?.methods.find(({ name }) => name === rpc);
    if (!method) throw new Error(`the API has no rpc ${headers[":path"]}`);
    const messages = unframe(body).map((bytes) =>
      JSON.stringify(
        toJson(method.input, fromBinary(method.input, bytes), { registry: this.#registry }),
        null,
        2,
      ),
    );
    return [...lines, "", `${method.input.typeName} ${messages.join("\n")}`].join("\n");
  }
}

/** Headers whose values differ from call to call, as what they must look like. */
const changing: { readonly [name: string]: readonly [form: RegExp, shown: string] } = {
  "x-idempotency-key": [/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, "<UUID v4>"],
  "grpc-timeout": [/^(1\d{4}|20000)m$|^(1\d|20)S$/, "<20 seconds>"],
  "user-agent": [
    /^svc-cloud\/\S+ stratus\/\S+ node\/\S+$/,
    "svc-cloud/<version> stratus/<version> node/<version>",
  ],
};

function fixed(name: string, value: string): string {
  const [form, shown] = changing[name] ?? [];
  return form?.test(value) && shown !== undefined ? shown : value;
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
