/**
 * Custom handlers, which answer methods instead of the emulator: their context, their return values, and the
 * conversion of these to replies.
 */
import type { Message } from "@bufbuild/protobuf";

/** An operation that a handler starts. */
export interface OperationRequest {
  /**
   * A resource that `context.resource` gave, with changes, or a new one of an API that follows AIP: it is put in place
   * when the operation completes.
   */
  readonly resource?: Message;
  /** Identifier of the resource, where the operation puts none in place. */
  readonly resourceId?: string;
  /** Describes the operation for people. Defaults to the method's name. */
  readonly description?: string;
  /**
   * The result of a successful AIP-151 operation. Defaults to the resource that it stores, or to an empty message of
   * the type that the method declares. Operations of the Stratus convention have no result.
   */
  readonly response?: Message;
}

/** An operation that a handler started. Return it. */
export class StartedOperation {
  /** Identifier of the operation. */
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** The context that a handler receives. */
export interface HandlerContext {
  /** `package.Service/Method`. */
  readonly method: string;
  /** The account that calls. */
  readonly account: string;
  /** Time of the call. */
  readonly now: Date;
  /** Aborted when the caller cancels. The reason is a StatusError with `CANCELLED`. */
  readonly signal: AbortSignal;
  /** Values of a request header; its name in any case. */
  header(name: string): readonly string[];
  /** Waits by the emulator's clock; rejects when the caller leaves. */
  sleep(delayMs: number): Promise<void>;
  /**
   * A copy of a resource, to change as the handler likes: of the type that the
   * method's service manages, or by its name one of an API that follows AIP.
   *
   * @throws NOT_FOUND
   */
  resource<Resource extends Message = DynamicMessage>(id: string): Resource;
  /** Puts a changed resource in place at once, with a new version; one of an API that follows AIP may be new. */
  put(resource: Message): void;
  /**
   * Removes at once what `resource` would give, and nothing below it.
   *
   * @throws NOT_FOUND
   */
  delete(id: string): void;
  /**
   * Starts an operation, complete at once or after the emulator's operation
   * delay. Only for methods that answer with an operation.
   */
  operation(request: OperationRequest): StartedOperation;
}

/**
 * A message without generated code: its fields are properties in lower camel
 * case, as `@bufbuild/protobuf` gives them.
 */
export type DynamicMessage = Message & Record<string, unknown>;

/** The return value of a unary method's handler: a message, its fields, or an operation. */
export type Answer = Message | StartedOperation | Readonly<Record<string, unknown>>;

/**
 * Answers the calls of a method. Unary and server-streaming methods receive the request. Other methods receive the
 * stream of requests, which throws `CANCELLED` if the caller cancels before it ends. Streaming methods return an async
 * iterable. Throw a StatusError to fail the call. A call with an idempotency key is not executed again if the emulator
 * stopped during it after it had an effect.
 */
export type Handler<Request = DynamicMessage> = (
  request: Request,
  context: HandlerContext,
) => Answer | Promise<Answer> | AsyncIterable<Answer>;
