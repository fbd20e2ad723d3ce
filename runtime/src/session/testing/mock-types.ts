import type { Call } from "../../calls/client/call.js";
import type { OperationHandle } from "../../calls/operation/operation-handle.js";
import type { ServerStream } from "../../calls/client/server-stream.js";
import type { Metadata } from "../../calls/rpc/metadata.js";
import type { MockOperation } from "./mock-operation.js";
import type { MessageInit, RequestKey, UpdateNeeds } from "../../messages/table/message-init.js";

/** The call of a handler, besides the request. */
export interface MockContext {
  /** The headers, as a server would see them. */
  readonly metadata: Metadata;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the caller aborts. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Handlers of a client's rpcs, under the names of the client's methods. Each
 * gets the whole request, as a server would, and returns the fields of the response
 * that matter; the rest has its defaults. A method that starts an operation answers
 * with the operation, which is done unless it has an ID and no status, or with `mockOperation`; a streaming one with an iterable. An error is thrown: a
 * `CallError` as it is, any other as UNKNOWN.
 */
export type MockHandlers<Client> = {
  readonly [
    Name in keyof Client as Client[Name] extends (...args: never[]) => Answer ? Name : never
  ]?: Handler<Client[Name]>;
};

/** The results of a client's rpcs. */
type Answer = Call<unknown> | ServerStream<unknown>;

type Handler<Rpc> = Rpc extends (request: infer Request, ...rest: never[]) => infer Result
  ? (request: Received<Request>, context: MockContext) => MockResponse<Result>
  : never;

/** The request as a server gets it: every field that is not itself optional is there. */
type Received<Request> = Request extends AsyncIterable<infer Given> | Iterable<infer Given>
  ? AsyncIterable<MessageOf<Given>>
  : MessageOf<Request>;

/** The message of which a call takes this. */
type MessageOf<Given> = [RequestKey] extends [keyof Given]
  ? NonNullable<Given[RequestKey & keyof Given]>
  : Given extends UpdateNeeds<infer Message, string> | MessageInit<infer Message>
    ? Message
    : Given;

type MockResponse<Result> =
  Result extends Call<infer Response>
    ? Awaitable<
        Response extends OperationHandle<infer Operation>
          ? MessageInit<Operation> | MockOperation
          : MessageInit<Response>
      >
    : Result extends ServerStream<infer Response>
      ? AsyncIterable<MessageInit<Response>> | Iterable<MessageInit<Response>>
      : never;

type Awaitable<T> = T | Promise<T>;
