import type { CallOptions } from "../chain/call-options.js";
import type { CallError, CallErrorInit } from "../error/call-error.js";
import type { ErrorCode } from "../error/status-code.js";
import type { Method } from "../rpc/service.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { Call } from "../client/call.js";
import { type OperationFacts, readOperation } from "./operation-shape.js";

/** A call that starts an operation. */
export type OperationCall<Operation> = Call<OperationHandle<Operation>>;

/** How a message is read by an id: the resource of an operation, or the operation itself. */
export interface ReadingById<Message> {
  /** The Get of its service. */
  readonly get: Method<unknown, Message, "unary">;
  /** Its request for an id. */
  readonly requestOf: (id: string) => unknown;
}

/** How the operations of a resource are listed, the newest first. */
export interface OperationListing {
  /** Gives the List of the operation service. */
  readonly method: () => Method;
  /** Its request for the operations of a resource, by the identifier of that. */
  readonly requestOf: (resourceId: string) => unknown;
  /** Property of its response that holds the operations. */
  readonly items: string;
}

/** How an operation is read again. */
export interface OperationReading<Operation> extends ReadingById<Operation> {
  /** How operations are listed; undefined if the API does not list them. */
  readonly listing?: OperationListing | undefined;
  /** Reads what an operation says. */
  readonly factsOf: (table: MessageTable, operation: unknown) => OperationFacts;
}

/** How to wait for an operation. */
export interface WaitOptions<Operation> {
  /** Ends the wait, not the operation. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time to wait, in milliseconds. Default: until the operation is over. */
  readonly timeoutMs?: number | undefined;
  /** Called with the operation each time it has been read. */
  readonly onProgress?: ((operation: Operation) => void) | undefined;
  /** Pause between two reads, in milliseconds. Default: the session's, 1,000. */
  readonly pollIntervalMs?: number | undefined;
}

/**
 * Where an operation came from, with all that is done there. The client's session brings it, so that the modules of a
 * client load nothing that only calls need.
 */
export interface OperationOrigin<Operation> {
  readonly wiring: OperationReading<Operation>;
  /** Nothing was to be changed, so that no operation was started. */
  readonly isUnchanged?: boolean | undefined;
  /** Calls an rpc at the service that made the operation; gives its response. */
  call(method: Method, request: unknown, options: CallOptions | undefined): Promise<unknown>;
  /** Waits until the operation is over, and gives its result. */
  wait(operation: OperationHandle<Operation>, options: WaitOptions<Operation>): Promise<Operation>;
  /** Waits until the operation is over, and reads its resource. */
  readResource<Resource>(
    operation: OperationHandle<Operation>,
    reading: ReadingById<Resource>,
    options: WaitOptions<Operation>,
  ): Promise<Resource>;
  /** The error of something that cannot be done with an operation. */
  refusal(code: ErrorCode, text: string, operationId: string, details?: Partial<CallErrorInit>): CallError;
  /** The operation for logs, without its secrets; errors of the API are shown by their fields. */
  show(operation: Operation): unknown;
}

/**
 * A long-running operation: a change that the API carries out, at once or over time. `wait()` waits
 * for its end; keep `id` to pick it up again from another program.
 */
export class OperationHandle<Operation> {
  readonly #origin: OperationOrigin<Operation>;
  readonly #table: MessageTable<Operation>;
  #latest: Operation;
  /** The contents of `latest`; read when it is first asked for. */
  #known: OperationFacts | undefined;

  constructor(origin: OperationOrigin<Operation>, latest: Operation) {
    this.#origin = origin;
    this.#table = origin.wiring.get.response;
    this.#latest = latest;
  }

  get #facts(): OperationFacts {
    return (this.#known ??= this.#origin.wiring.factsOf(this.#table, this.#latest));
  }

  /** Identifier of the operation; the name of one that is known by its name. Empty if it is unchanged. */
  get id(): string {
    return this.#facts.id;
  }

  /** Identifier of the resource that it makes or changes; empty if it names none. */
  get resourceId(): string {
    return this.#facts.resourceId;
  }

  /** Whether it was over when it was last read, with success or not. */
  get isDone(): boolean {
    return this.#facts.isDone;
  }

  /**
   * Whether nothing was to be changed: a `modify` whose function changed nothing sends nothing. The operation has
   * succeeded then, has no id, and `wait()` and `resource()` make no call.
   */
  get isUnchanged(): boolean {
    return this.#origin.isUnchanged ?? false;
  }

  /** The operation as it was last read. */
  get latest(): Operation {
    return this.#latest;
  }

  /** Reads the operation again, at the endpoint of the service that made it. */
  async refresh(options?: CallOptions): Promise<Operation> {
    const { get, requestOf } = this.#origin.wiring;
    // The decoder of the method has made it.
    const latest = (await this.#origin.call(get, requestOf(this.id), options)) as Operation;
    this.#latest = latest;
    this.#known = undefined;
    return latest;
  }

  /**
   * Waits for the end of the operation and gives its last state. An operation
   * that is over already costs no call. The operation itself goes on.
   *
   * @throws A `CallError` when the operation failed, when `timeoutMs` is over,
   * and when it cannot be read; the signal's reason when the wait is aborted.
   */
  wait(options: WaitOptions<Operation> = {}): Promise<Operation> {
    return this.#origin.wait(this, options);
  }

  /** The operation for logs, without its secrets; errors of the API are shown by their fields. */
  toJSON(): unknown {
    return this.#origin.show(this.#latest);
  }

  /** Shows id and state where Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Operation ${JSON.stringify(this.toJSON())}`;
  }
}

/** How a running operation is read again, and what a caller gets of it. */
export interface OperationWiring<
  Operation,
  Handle = OperationHandle<Operation>,
> extends OperationReading<Operation> {
  /** Makes the handle of an operation as it was last read. */
  open(origin: OperationOrigin<Operation>, latest: Operation): Handle;
}

/**
 * Says how operations are read: the Get of the operation service, and its request by the operation's id; and how those
 * of a resource are listed. It takes functions that give the rpcs, since bundlers keep what reads a member of an object
 * when a module is loaded.
 */
export function wireOperations<Request, Operation>(
  getMethod: () => Method<Request, Operation, "unary">,
  requestOf: (id: string) => MessageInit<Request>,
  listing?: OperationListing,
): OperationWiring<Operation> {
  return {
    get get() {
      return getMethod();
    },
    requestOf,
    listing,
    factsOf: readOperation,
    open: (origin, latest) => new OperationHandle(origin, latest),
  };
}
