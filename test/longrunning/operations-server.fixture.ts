import {
  create,
  createFileRegistry,
  fromBinary,
  toBinary,
  type DescMessage,
  type Message,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { anyPack, type FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";

/** Fields of a message by their properties. */
type Values = Record<string, unknown>;

/** What an operation of the server comes to. */
export type Outcome =
  | { readonly response: string; readonly values: Values }
  | { readonly error: number; readonly message: string };

/** An operation as the server keeps it. */
interface Kept {
  readonly outcome: Outcome;
  readonly metadata: Values;
  /** How often it is still shown as running. */
  reads: number;
  isCancelled: boolean;
}

/** A call as it came. */
interface Seen {
  readonly path: string;
  readonly authority: string;
  readonly request: object;
}

/**
 * A server of operations that knows nothing of Stratus: grpc-js, and protobuf-es over the descriptors. An rpc of the
 * API starts an operation; GetOperation shows it as running a few times, and then what came of it.
 */
export class OperationsServer implements AsyncDisposable {
  readonly seen: Seen[] = [];
  readonly #server = new Server();
  readonly #registry: ReturnType<typeof createFileRegistry>;
  readonly #operations = new Map<string, Kept>();
  address = "";

  constructor(descriptors: FileDescriptorSet) {
    this.#registry = createFileRegistry(descriptors);
    this.#serve("/google.longrunning.Operations/GetOperation", (name) => {
      const kept = this.#operations.get(name);
      if (!kept) throw Object.assign(new Error("no such operation"), { code: 5 });
      kept.reads -= 1;
      return this.#show(name, kept);
    });
    this.#serve("/google.longrunning.Operations/CancelOperation", (name) => {
      const kept = this.#operations.get(name);
      if (kept) kept.isCancelled = true;
      return create(this.#type("google.protobuf.Empty"));
    });
  }

  /** Lets an rpc start operations that come to this, after being read so often while they run. */
  starts(
    path: string,
    outcome: Outcome,
    { reads = 2, metadata = {} }: { reads?: number; metadata?: Values } = {},
  ): void {
    this.#serve(path, () => {
      const name = `projects/p/operations/op-${this.#operations.size + 1}`;
      const kept = { outcome, metadata, reads, isCancelled: false };
      this.#operations.set(name, kept);
      return this.#show(name, kept);
    });
  }

  async listen(): Promise<this> {
    const credentials = ServerCredentials.createInsecure();
    const port = await new Promise<number>((resolve, reject) =>
      this.#server.bindAsync("127.0.0.1:0", credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    this.address = `127.0.0.1:${port}`;
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.forceShutdown();
  }

  #show(name: string, { outcome, metadata, reads, isCancelled }: Kept): Message {
    const done = reads <= 0 || isCancelled;
    const error = isCancelled ? { error: 1, message: "cancelled" } : outcome;
    const result =
      "error" in error
        ? {
            case: "error",
            value: { $typeName: "google.rpc.Status", code: error.error, message: error.message, details: [] },
          }
        : { case: "response", value: this.#packed(error.response, error.values) };
    return create(this.#type("google.longrunning.Operation"), {
      name,
      done,
      metadata: this.#packed("google.cloud.redis.v1.OperationMetadata", metadata),
      ...(done ? { result } : {}),
    });
  }

  #packed(typeName: string, values: Values) {
    const type = this.#type(typeName);
    return anyPack(type, create(type, values));
  }

  #type(name: string): DescMessage {
    const type = this.#registry.getMessage(name);
    if (!type) throw new Error(name);
    return type;
  }

  #serve(path: string, answer: (name: string) => Message): void {
    const [, service = "", rpc = ""] = path.split("/");
    const method = this.#registry.getService(service)?.methods.find(({ name }) => name === rpc);
    if (!method) throw new Error(path);
    const definition = {
      path,
      requestStream: false,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => fromBinary(method.input, bytes),
      responseSerialize: (message: Message) => Buffer.from(toBinary(method.output, message)),
      requestSerialize: () => Buffer.alloc(0),
      responseDeserialize: () => undefined,
    };
    const handle = (call: ServerUnaryCall<Message, Message>, done: sendUnaryData<Message>): void => {
      this.seen.push({ path, authority: call.getHost(), request: call.request });
      try {
        const fields = reflect(method.input, call.request);
        const name = method.input.fields.find((field) => field.name === "name");
        done(null, answer(name ? String(fields.get(name)) : ""));
      } catch (error) {
        done(error as Error);
      }
    };
    this.#server.addService({ [rpc]: definition } as never, { [rpc]: handle } as never);
  }
}
