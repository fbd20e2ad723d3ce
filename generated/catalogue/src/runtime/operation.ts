/* Copied by `stratus openapi` from src/rest/runtime/operation.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { BodyWriter } from "./body.js";
import type { KeyAdder } from "./idempotency.js";
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
  /** Adds the idempotency key that the description promises to heed: with it, every method may be repeated. */
  readonly addKey?: KeyAdder;
  /** Reads JSON that has values of other forms. Default: `JSON.parse`. */
  readonly parse?: (text: string, status: number) => unknown;
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
