import type { CallOptions } from "../chain/call-options.js";
import type { CallError } from "../error/call-error.js";
import type { AnyMessage } from "../../messages/json/any.js";
import { type AnyType, decodeContent, parseTypeUrl } from "../../messages/json/any-types.js";
import type { Method } from "../rpc/service.js";
import { readNamed } from "../../messages/table/field-access.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import { errorText } from "../../base/text/value-text.js";
import type { Call } from "../client/call.js";
import {
  OperationHandle,
  type OperationOrigin,
  type OperationReader,
  type OperationWiring,
  type WaitOptions,
} from "./operation-handle.js";
import { readNamedOperation } from "./operation-facts.js";

/** A call that starts an AIP-151 operation. */
export type NamedOperationCall<Operation, Response, Metadata> = Call<
  NamedOperation<Operation, Response, Metadata>
>;

/** How to read and cancel operations that are identified by their names. */
export interface NamedOperationWiring<Operation> extends OperationReader<Operation> {
  /** The Cancel method of the operation service, and its request by name; undefined if the service has none. */
  readonly cancel:
    | { readonly method: () => Method; readonly toRequest: (name: string) => unknown }
    | undefined;
}

/** The types of an operation's content; undefined if the API does not declare them. */
interface ContentTypes<Response, Metadata> {
  readonly response: AnyType<Response> | undefined;
  readonly metadata: AnyType<Metadata> | undefined;
}

/**
 * The handle of a long-running operation of AIP-151 (`google.longrunning`). It is identified by its name, and `done` states
 * whether it is done. It contains its result or error. A result whose type the API does not declare is an `Any`, which
 * `unpackAny` decodes.
 */
export class NamedOperation<Operation, Response, Metadata> extends OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #reading: NamedOperationWiring<Operation>;
  readonly #types: ContentTypes<Response, Metadata>;

  constructor(
    origin: OperationOrigin<Operation>,
    latest: Operation,
    more: {
      readonly reading: NamedOperationWiring<Operation>;
      readonly types: ContentTypes<Response, Metadata>;
    },
  ) {
    super(origin, latest);
    this.#origin = origin;
    this.#reading = more.reading;
    this.#types = more.types;
  }

  /**
   * The metadata of the operation when it was last read, such as its progress. Undefined if it has none, or has metadata of
   * another type than the API declares, which is in `latest`.
   *
   * @throws CallError INTERNAL if its bytes are not a message of that type.
   */
  get metadata(): Metadata | undefined {
    const content = this.#readContent("metadata");
    return content && this.#decode(content, this.#types.metadata);
  }

  /**
   * Waits until the operation is done, like `wait(options)`, and returns its `response`.
   *
   * @throws CallError with the error of a failed operation; INTERNAL if the operation has succeeded without a response, or
   * with one of another type than the API declares.
   */
  async result(options: WaitOptions<Operation> = {}): Promise<Response> {
    await this.wait(options);
    const content = this.#readContent("response");
    if (!content) throw this.#createError("INTERNAL", "the operation succeeded without a response");
    const { response } = this.#types;
    const decoded = this.#decode(content, response);
    if (decoded !== undefined) return decoded;
    throw this.#createError(
      "INTERNAL",
      `the response of the operation has the type ${JSON.stringify(content.typeUrl)} instead of ${response?.typeName}; decode it with unpackAny`,
    );
  }

  /**
   * Asks the server to cancel the operation, which may continue nevertheless. `wait()` throws `CANCELLED` for a canceled
   * operation.
   *
   * @throws CallError UNIMPLEMENTED if the API cannot cancel operations, or this one.
   */
  async cancel(options?: CallOptions): Promise<void> {
    const { cancel } = this.#reading;
    if (!cancel) throw this.#createError("UNIMPLEMENTED", "the API has no CancelOperation");
    await this.#origin.call(cancel.method(), cancel.toRequest(this.id), options);
  }

  #readContent(name: "metadata" | "response"): AnyMessage | undefined {
    // By the type of the message, it is an Any.
    return readNamed(this.#reading.get.response, this.latest, name) as AnyMessage | undefined;
  }

  #decode<T>(content: AnyMessage, type: AnyType<T> | undefined): T | undefined {
    // Without a declared type, T is the type of the Any.
    if (!type) return content as T;
    if (parseTypeUrl(content.typeUrl) !== type.typeName) return undefined;
    try {
      return decodeContent(type, content.value);
    } catch (error) {
      const text = `the content of the operation is not of type ${type.typeName} (${errorText(error)})`;
      throw this.#createError("INTERNAL", text);
    }
  }

  #createError(code: "INTERNAL" | "UNIMPLEMENTED", text: string): CallError {
    const clientReason = code === "INTERNAL" ? "RESPONSE_INVALID" : "UNSUPPORTED";
    return this.#origin.createError(code, text, this.id, { clientReason });
  }
}

/**
 * Defines how to read operations that are identified by their names, by functions that return GetOperation and
 * CancelOperation, as for `wireOperations`, and by their requests.
 */
export function wireNamedOperations<Request, Operation, CancelRequest>(
  getMethod: () => Method<Request, Operation, "unary">,
  toRequest: (name: string) => MessageInit<Request>,
  cancel?: {
    readonly method: () => Method<CancelRequest, unknown, "unary">;
    readonly toRequest: (name: string) => MessageInit<CancelRequest>;
  },
): NamedOperationWiring<Operation> {
  return {
    get get() {
      return getMethod();
    },
    toRequest,
    readFacts: readNamedOperation,
    cancel,
  };
}

/** Adds the declared types of the operations of one method. Without a type, the content is an `Any`. */
export function withTypes<Operation, Response = AnyMessage, Metadata = AnyMessage>(
  reading: NamedOperationWiring<Operation>,
  response: AnyType<Response> | undefined,
  metadata: AnyType<Metadata> | undefined,
): OperationWiring<Operation, NamedOperation<Operation, Response, Metadata>> {
  const more = { reading, types: { response, metadata } };
  return { ...reading, open: (origin, latest) => new NamedOperation(origin, latest, more) };
}
