import type { CallOptions } from "../chain/call-options.js";
import type { CallError } from "../error/call-error.js";
import type { AnyMessage } from "../../messages/json/any.js";
import { type AnyType, decodeContent, typeOfUrl } from "../../messages/json/any-types.js";
import type { Method } from "../rpc/service.js";
import { readNamed } from "../../messages/table/field-access.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import { errorText } from "../../base/text/value-text.js";
import type { Call } from "../client/call.js";
import {
  OperationHandle,
  type OperationOrigin,
  type OperationReading,
  type OperationWiring,
  type WaitOptions,
} from "./operation-handle.js";
import { readNamedOperation } from "./operation-shape.js";

/** A call that starts an operation which is known by its name. */
export type NamedOperationCall<Operation, Response, Metadata> = Call<
  NamedOperation<Operation, Response, Metadata>
>;

/** How operations are read that are known by their names, and asked to end. */
export interface NamedOperationWiring<Operation> extends OperationReading<Operation> {
  /** The operation service's Cancel, and its request for an operation; undefined if there is none. */
  readonly cancel:
    | { readonly method: () => Method; readonly requestOf: (name: string) => unknown }
    | undefined;
}

/** The type of an operation's content; undefined if nobody says it. */
interface HeldTypes<Response, Metadata> {
  readonly response: AnyType<Response> | undefined;
  readonly metadata: AnyType<Metadata> | undefined;
}

/**
 * A long-running operation of AIP-151, as `google.longrunning` has them: it is known by its name, says by `done`
 * whether it is over, and holds its result, or what it failed with. If the API does not say of which type the result
 * is, it is an Any; `unpackAny` opens it.
 */
export class NamedOperation<Operation, Response, Metadata> extends OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #reading: NamedOperationWiring<Operation>;
  readonly #types: HeldTypes<Response, Metadata>;

  constructor(
    origin: OperationOrigin<Operation>,
    latest: Operation,
    more: {
      readonly reading: NamedOperationWiring<Operation>;
      readonly types: HeldTypes<Response, Metadata>;
    },
  ) {
    super(origin, latest);
    this.#origin = origin;
    this.#reading = more.reading;
    this.#types = more.types;
  }

  /**
   * The metadata of the operation when it was last read, such as how far it has come; undefined if it said
   * nothing, or something of another type than the API says, which is in `latest`.
   *
   * @throws A `CallError`, INTERNAL, where its bytes are no such message.
   */
  get metadata(): Metadata | undefined {
    const held = this.#held("metadata");
    return held && this.#opened(held, this.#types.metadata);
  }

  /**
   * The result of the operation: its `response`. An operation that still runs is waited for first, as `wait(options)`
   * does, and one that failed throws what it failed with.
   *
   * @throws A `CallError`: INTERNAL where it has succeeded and holds nothing, or something of another type than the API
   * says.
   */
  async result(options: WaitOptions<Operation> = {}): Promise<Response> {
    await this.wait(options);
    const held = this.#held("response");
    if (!held) throw this.#refusal("INTERNAL", "the operation succeeded, and holds no response");
    const { response } = this.#types;
    const opened = this.#opened(held, response);
    if (opened !== undefined) return opened;
    throw this.#refusal(
      "INTERNAL",
      `the operation holds ${JSON.stringify(held.typeUrl)} instead of ${response?.typeName}; open it with unpackAny`,
    );
  }

  /**
   * Asks the server to end the operation. It may go on all the same; one that was ended fails with CANCELLED, which
   * `wait()` throws.
   *
   * @throws A `CallError`: UNIMPLEMENTED where the API cannot end operations, or this one.
   */
  async cancel(options?: CallOptions): Promise<void> {
    const { cancel } = this.#reading;
    if (!cancel) throw this.#refusal("UNIMPLEMENTED", "the API has no CancelOperation");
    await this.#origin.call(cancel.method(), cancel.requestOf(this.id), options);
  }

  #held(name: "metadata" | "response"): AnyMessage | undefined {
    // The shape of the message has an Any there.
    return readNamed(this.#reading.get.response, this.latest, name) as AnyMessage | undefined;
  }

  #opened<T>(held: AnyMessage, type: AnyType<T> | undefined): T | undefined {
    // Without a type, the caller's type is the Any's.
    if (!type) return held as T;
    if (typeOfUrl(held.typeUrl) !== type.typeName) return undefined;
    try {
      return decodeContent(type, held.value);
    } catch (error) {
      const text = `the content of the operation is not of type ${type.typeName} (${errorText(error)})`;
      throw this.#refusal("INTERNAL", text);
    }
  }

  #refusal(code: "INTERNAL" | "UNIMPLEMENTED", text: string): CallError {
    const clientReason = code === "INTERNAL" ? "RESPONSE_INVALID" : "UNSUPPORTED";
    return this.#origin.refusal(code, text, this.id, { clientReason });
  }
}

/**
 * Says how operations are read that are known by their names: GetOperation and CancelOperation, by functions that give
 * them as `wireOperations` takes it, and their requests by a name.
 */
export function wireNamedOperations<Request, Operation, CancelRequest>(
  getMethod: () => Method<Request, Operation, "unary">,
  requestOf: (name: string) => MessageInit<Request>,
  cancelling?: {
    readonly method: () => Method<CancelRequest, unknown, "unary">;
    readonly requestOf: (name: string) => MessageInit<CancelRequest>;
  },
): NamedOperationWiring<Operation> {
  return {
    get get() {
      return getMethod();
    },
    requestOf,
    factsOf: readNamedOperation,
    cancel: cancelling,
  };
}

/** Adds to the reading of operations what those of one method hold; an Any where nobody says it. */
export function withTypes<Operation, Response = AnyMessage, Metadata = AnyMessage>(
  reading: NamedOperationWiring<Operation>,
  response: AnyType<Response> | undefined,
  metadata: AnyType<Metadata> | undefined,
): OperationWiring<Operation, NamedOperation<Operation, Response, Metadata>> {
  const more = { reading, types: { response, metadata } };
  return { ...reading, open: (origin, latest) => new NamedOperation(origin, latest, more) };
}
