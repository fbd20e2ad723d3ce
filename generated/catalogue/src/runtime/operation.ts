/* Carried along by `stratus openapi` from rest-runtime/operation.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { BodyWriter } from "./body.js";
import type { AnswerReader } from "./reader.js";
import type { Description } from "./shape.js";
import type { ParameterWriter } from "./style.js";

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
  /** Whether an answer of some status is as described; absent where nothing is. */
  readonly guard?: (value: unknown, status: number) => boolean;
  /** Loads the description, which tells the paths where an answer differs. */
  readonly described?: () => Promise<Description>;
  /** The answer may have no body. */
  readonly isEmptyAllowed?: boolean;
  /** Media types of the answer. Default: application/json. */
  readonly accept?: string;
  /** Makes the body; absent where the operation takes none. */
  readonly write?: BodyWriter;
  /** Reads an answer that is not JSON. */
  readonly read?: AnswerReader;
  /** Which credentials are asked for: one of these sets, by the names of the API's schemes. */
  readonly security?: readonly (readonly string[])[];
  /** The server of this operation, where it has one of its own. */
  readonly server?: string;
  /** Only in types: what the data is. */
  readonly answer?: T;
}

/** What can be checked of an argument before it is sent. */
export interface Parameter {
  /** As it goes over the wire; of a path, the name of the argument, for messages. */
  readonly name: string;
  /** Absent for a part of the path, which is always required. */
  readonly place?: "query" | "header";
  readonly isRequired?: boolean;
  /** Its style, where that is not a text, a number or a repeated list. */
  readonly write?: ParameterWriter;
  readonly guard: (value: unknown) => boolean;
  /** What the guard asks for, such as `a whole number from 1`. */
  readonly rule: string;
}

/** The arguments of a call that stand by position: those of the path, in its order, and the body. */
export interface Input {
  readonly values?: readonly unknown[];
  /** `undefined` sends no body. */
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

/** What generated code passes on: the options of an operation, whichever of these it has. */
export interface SentOptions extends CallOptions {
  /** Parameters of the operation, by the names of the API. */
  readonly params?: object | undefined;
  /** In which of the described forms the body is sent. */
  readonly contentType?: string | undefined;
  /** Which of the described forms the answer shall have. */
  readonly accept?: string | undefined;
  /** Bytes as a stream and not as a Blob. */
  readonly as?: "stream" | undefined;
}

/** Options of an operation with parameters in query, headers or cookies: required where one of them is. */
export type OptionsWith<Params extends object> = CallOptions &
  (Record<never, never> extends Params
    ? { readonly params?: Params | undefined }
    : { readonly params: Params });
