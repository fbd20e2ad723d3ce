import type { CallOptions } from "../chain/call-options.js";
import type { CallError, CallErrorInit } from "../error/call-error.js";
import type { ErrorCode } from "../error/status-code.js";
import type { MetadataInit } from "../rpc/metadata.js";
import type { Method } from "../rpc/service.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { Call } from "../client/call.js";
import type { OperationProgress } from "./operation-progress.js";
import { type OperationFacts, readOperation } from "./operation-facts.js";

/** A call that starts an operation. */
export type OperationCall<Operation> = Call<OperationHandle<Operation>>;

/** How to get a message by an ID: the resource of an operation, or the operation itself. */
export interface GetById<Message> {
  /** The Get of its service. */
  readonly get: Method<unknown, Message, "unary">;
  /** Creates its request for an ID. */
  readonly toRequest: (id: string) => unknown;
}

/** How to list the operations of a resource, the newest first. */
export interface OperationListing {
  /** Returns the List method of the operation service. */
  readonly method: () => Method;
  /** Creates its request for the operations of a resource, by the ID of the resource. */
  readonly toRequest: (resourceId: string) => unknown;
  /** The property of its response with the operations. */
  readonly items: string;
}

/** How to read operations. */
export interface OperationReader<Operation> extends GetById<Operation> {
  /** How to list operations; undefined if the API does not list them. */
  readonly listing?: OperationListing | undefined;
  /** Reads the facts of an operation. */
  readonly readFacts: (table: MessageTable, operation: unknown) => OperationFacts;
}

/** Options of `wait()`. */
export interface WaitOptions<Operation> {
  /** Aborts the wait. The operation continues. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of the wait, in milliseconds; `false` for none. Default: none. */
  readonly timeoutMs?: number | false | undefined;
  /** Called after each poll with the operation and its progress, as far as its fields state it. */
  readonly onProgress?: ((operation: Operation, progress: OperationProgress) => void) | undefined;
  /**
   * Poll interval, in milliseconds. Default: that of the session.
   */
  readonly pollIntervalMs?: number | undefined;
  /** Metadata of the reads. Default: the metadata of the call that started the operation, without its key and mask. */
  readonly metadata?: MetadataInit | undefined;
}

/**
 * The origin of an operation: makes its calls. The session of the client provides it, so that the modules of a client do not
 * load code that only calls need.
 */
export interface OperationOrigin<Operation> {
  readonly wiring: OperationReader<Operation>;
  /** Whether no operation was started, because nothing was changed. */
  readonly isUnchanged?: boolean | undefined;
  /** Calls a method at the service that started the operation. Returns its response. */
  call(method: Method, request: unknown, options: CallOptions | undefined): Promise<unknown>;
  /** Waits until the operation is done, and returns its last state. */
  wait(operation: OperationHandle<Operation>, options: WaitOptions<Operation>): Promise<Operation>;
  /** Waits until the operation is done, and reads its resource. */
  readResource<Resource>(
    operation: OperationHandle<Operation>,
    reading: GetById<Resource>,
    options: WaitOptions<Operation>,
  ): Promise<Resource>;
  /** Creates an error about the operation. */
  createError(
    code: ErrorCode,
    text: string,
    operationId: string,
    details?: Partial<CallErrorInit>,
  ): CallError;
  /** Returns the operation for logs, without secrets. Service errors are decoded. */
  show(operation: Operation): unknown;
}

/**
 * The handle of a long-running operation. `wait()` polls it until it is done. Store `id` to continue from another program.
 */
export class OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #table: MessageTable<Operation>;
  #latest: Operation;
  /** The facts of `latest`, read on first use. */
  #cachedFacts: OperationFacts | undefined;

  constructor(origin: OperationOrigin<Operation>, latest: Operation) {
    this.#origin = origin;
    this.#table = origin.wiring.get.response;
    this.#latest = latest;
  }

  get #facts(): OperationFacts {
    return (this.#cachedFacts ??= this.#origin.wiring.readFacts(this.#table, this.#latest));
  }

  /** ID of the operation, or its name for AIP-151. Empty if `isUnchanged`. */
  get id(): string {
    return this.#facts.id;
  }

  /** ID of the resource that it creates or changes. Empty if it names none. */
  get resourceId(): string {
    return this.#facts.resourceId;
  }

  /** Whether it was done, with success or failure, when it was last read. */
  get isDone(): boolean {
    return this.#facts.isDone;
  }

  /**
   * Whether nothing was changed: a `modify` whose function changes nothing sends nothing. This operation has succeeded and
   * has no ID, and its `wait()` and `resource()` make no call.
   */
  get isUnchanged(): boolean {
    return this.#origin.isUnchanged ?? false;
  }

  /** The operation as it was last read. */
  get latest(): Operation {
    return this.#latest;
  }

  /** Reads the operation again, at the endpoint of the service that started it. */
  async refresh(options?: CallOptions): Promise<Operation> {
    const { get, toRequest } = this.#origin.wiring;
    // The decoder of the method has made it.
    const latest = (await this.#origin.call(get, toRequest(this.id), options)) as Operation;
    this.#latest = latest;
    this.#cachedFacts = undefined;
    return latest;
  }

  /**
   * Polls the operation until it is done, and returns its last state. Makes no call if it is done already. If the wait
   * ends early, the operation continues.
   *
   * @throws CallError if the operation has failed, with DEADLINE_EXCEEDED after `timeoutMs`, and if it cannot be read. If
   * the server has removed the operation, its outcome is unknown: NOT_FOUND with the `clientReason` OPERATION_REMOVED.
   * Throws the reason of the signal if the wait is aborted.
   */
  wait(options: WaitOptions<Operation> = {}): Promise<Operation> {
    return this.#origin.wait(this, options);
  }

  /** Returns the operation for logs, without secrets. Service errors are decoded. */
  toJSON(): unknown {
    return this.#origin.show(this.#latest);
  }

  /** Returns the same as text when Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Operation ${JSON.stringify(this.toJSON())}`;
  }
}

/** How to read the operations of a method, and which handle a caller gets. */
export interface OperationWiring<
  Operation,
  Handle = OperationHandle<Operation>,
> extends OperationReader<Operation> {
  /** Creates the handle of an operation as it was last read. */
  open(origin: OperationOrigin<Operation>, latest: Operation): Handle;
}

/**
 * Defines how to read operations: by the Get method of the operation service and a request by ID, and how to list those of a
 * resource. Methods are given as functions, because bundlers cannot remove code that reads a member when a module loads.
 */
export function wireOperations<Request, Operation>(
  getMethod: () => Method<Request, Operation, "unary">,
  toRequest: (id: string) => MessageInit<Request>,
  listing?: OperationListing,
): OperationWiring<Operation> {
  return {
    get get() {
      return getMethod();
    },
    toRequest,
    listing,
    readFacts: readOperation,
    open: (origin, latest) => new OperationHandle(origin, latest),
  };
}
