import type { BodyWriter } from "./body.js";
import type { KeyAdder } from "./idempotency.js";
import type { ResponseReader } from "./response-readers.js";
import type { Description } from "./shape.js";
import type { ParameterWriter } from "./style.js";

/** An operation of the API, as generated from its description. */
export interface Operation<T> {
  /** The name on the client: `pets.get`. */
  readonly name: string;
  /** The HTTP method. Default: GET. */
  readonly method?: string;
  /** The parts of the path between its parameters: `["/pets/", "/toys/"]`. An empty last part is omitted. */
  readonly path: readonly string[];
  /** The parameters; those of the path are first and in its order. */
  readonly parameters?: readonly Parameter[];
  /** The response is a resource. The option `isNotFound` recognizes responses that mean that it does not exist. */
  readonly isResource?: boolean;
  /** The statuses, besides 404 and 410, that mean that the resource does not exist. */
  readonly notFound?: readonly number[];
  /** Reports whether a response with a status matches its description; absent if no response is described. */
  readonly guard?: (value: unknown, status: number) => boolean;
  /** Loads the description, which is needed to find the differences of a response. */
  readonly described?: () => Promise<Description>;
  /** The response may have no body. */
  readonly isEmptyAllowed?: boolean;
  /** The media types of the response. Default: application/json. */
  readonly accept?: string;
  /** Serializes the body; absent if the operation has none. */
  readonly write?: BodyWriter;
  /** Adds the idempotency key that the API documents. With it, every method may be retried. */
  readonly addKey?: KeyAdder;
  // @if numbers
  /** Parses JSON with exact integers or dates. Default: `JSON.parse`. */
  readonly parse?: (text: string, status: number) => unknown;
  // @if readers
  /** Reads a response that is not JSON. */
  readonly read?: ResponseReader;
  /** The sets of security schemes of which the operation requires one, by the names of the schemes. */
  readonly security?: readonly (readonly string[])[];
  /** The URL of the server, if the operation has a separate one. */
  readonly server?: string;
  /** The type of the data. It is never set. */
  readonly data?: T;
}

/** A parameter of an operation, with the check of its argument. */
export interface Parameter {
  /** The name that is sent; for a path parameter, the name of the argument in messages. */
  readonly name: string;
  /** The location of the parameter. Absent for the path, whose parameters are always required. */
  readonly location?: "query" | "header";
  readonly isRequired?: boolean;
  /** The serializer of its style; absent for text, numbers and repeated lists. */
  readonly write?: ParameterWriter;
  readonly guard: (value: unknown) => boolean;
  /** The rule that the guard checks, such as `an integer from 1`. */
  readonly rule: string;
}
