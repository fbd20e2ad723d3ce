/**
 * Functions of users that answer methods in place of the emulator: what they are
 * given, what they may return, and how their answers become replies.
 */
import type { Message } from "@bufbuild/protobuf";

/** What a handler asks an operation to do. */
export interface OperationRequest {
  /**
   * A resource that `context.resource` gave, with changes, or a new one of an API that follows AIP: it is put in place
   * when the operation completes.
   */
  readonly resource?: Message;
  /** Identifier of the resource, where the operation puts none in place. */
  readonly resourceId?: string;
  /** What the operation does, for people; the method's name when left out. */
  readonly description?: string;
  /**
   * What an operation of AIP-151 gives when it has succeeded; when left out, the resource that it puts in place, or an
   * empty message of the type that the method promises. Operations of the convention's own give nothing.
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

/** What a handler may use. */
export interface HandlerContext {
  /** `package.Service/Method`. */
  readonly method: string;
  /** The account that calls. */
  readonly account: string;
  /** Time of the call. */
  readonly now: Date;
  /** Aborted when the caller leaves; its reason is a StatusError, CANCELLED. */
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

/** What a handler of a unary method answers: a message, the fields of one, or an operation. */
export type Answer = Message | StartedOperation | Readonly<Record<string, unknown>>;

/**
 * Answers the calls of a method. Unary and server-streaming methods get the
 * request; others the stream of requests, which ends by an error, CANCELLED,
 * when the caller leaves before its end. Streaming methods answer with an async
 * iterable. Throw a StatusError to fail. A call with an idempotency key that a
 * stop of the emulator broke off after an effect is not carried out again.
 */
export type Handler<Request = DynamicMessage> = (
  request: Request,
  context: HandlerContext,
) => Answer | Promise<Answer> | AsyncIterable<Answer>;
