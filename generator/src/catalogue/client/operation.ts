import type { Shape, Shapes } from "./shape.js";

/** An operation of the API, as generated from its description. */
export interface Operation<T> {
  /** As it is called on the client: `courses.get`. */
  readonly name: string;
  readonly method: string;
  /** The path around its parameters: `["/courses/", "/"]`. The last part is left out where it is empty. */
  readonly path: readonly string[];
  /** What is known of the parameters, those of the path first and in order. */
  readonly parameters: readonly Parameter[];
  /**
   * Properties of which a resource has one at least; only where the answer is
   * a resource. An answer with none of them is a miss, whatever its status.
   */
  readonly resource?: readonly string[];
  /** Whether an answer is as described; absent where nothing is. */
  readonly guard?: (value: unknown) => value is T;
  /** The description of the answer, for the paths where it differs. */
  readonly shape?: Shape;
  /** Loads the shapes that `shape` names, when they are first needed. */
  readonly shapes?: () => Promise<Shapes>;
  /** The answer is a list; anything else is of no use to a caller. */
  readonly isList?: boolean;
  /** The answer may have no body. */
  readonly isEmptyAllowed?: boolean;
}

/** What can be checked of an argument before it is sent. */
export interface Parameter {
  /** Its name in the description. */
  readonly name: string;
  /** The name of the argument, for messages. */
  readonly argument: string;
  readonly place: "path" | "query" | "header";
  readonly isRequired?: boolean;
  /** A list is sent as one text with commas, not repeated. */
  readonly isJoined?: boolean;
  readonly guard: (value: unknown) => boolean;
  /** What the guard asks for, such as `an integer, at least 1`. */
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
