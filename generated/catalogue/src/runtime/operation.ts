/* Carried along by `stratus openapi` from rest-runtime/operation.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Description } from "./shape.js";

/** An operation of the API, as generated from its description. */
export interface Operation<T> {
  /** As it is called on the client: `pets.get`. */
  readonly name: string;
  /** Default: GET. */
  readonly method?: string;
  /** The path around its parameters: `["/pets/", "/toys/"]`. The last part is left out where it is empty. */
  readonly path: readonly string[];
  /** What is known of the parameters, those of the path first and in order. */
  readonly parameters?: readonly Parameter[];
  /** The answer is a resource. One that has nothing of its shape is a miss, whatever its status. */
  readonly isResource?: boolean;
  /** Whether an answer is as described; absent where nothing is. */
  readonly guard?: (value: unknown) => value is T;
  /** Loads the description, which tells the paths where an answer differs. */
  readonly described?: () => Promise<Description>;
  /** The answer may have no body. */
  readonly isEmptyAllowed?: boolean;
  /** Media types of the answer. Default: application/json. */
  readonly accept?: string;
  /** Media type of the body that is sent. Default: application/json. */
  readonly contentType?: string;
}

/** What can be checked of an argument before it is sent. */
export interface Parameter {
  /** As it goes over the wire; of a path, the name of the argument, for messages. */
  readonly name: string;
  /** Absent for a part of the path, which is always required. */
  readonly place?: "query" | "header";
  readonly isRequired?: boolean;
  /** A list is sent as one text with commas, not repeated. */
  readonly isJoined?: boolean;
  readonly guard: (value: unknown) => boolean;
  /** What the guard asks for, such as `a whole number from 1`. */
  readonly rule: string;
}

/** The arguments of a call, in the order of the operation's parameters. */
export interface Input {
  readonly values?: readonly unknown[];
  /** Sent as JSON; `undefined` sends no body. */
  readonly body?: unknown;
}

/** What may be set for one call; it wins over the client's options. */
export interface CallOptions {
  /** Ends the call, whatever it is doing; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** For one attempt, headers and body, in milliseconds. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Requests at most. Without it, methods that are not idempotent (POST, PATCH) are sent once. */
  readonly maxAttempts?: number | undefined;
  /** Sent with this call; they win over those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
