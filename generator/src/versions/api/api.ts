/**
 * An API as its descriptors define it, read from a package. The TypeScript types are in `surface`.
 */

import type { CurrentNames } from "../../kit/text/names-file.js";
import type { ApiCalls, ApiResource } from "./aip.js";
import type { ApiRules } from "./read-rules.js";

/** The facts about an API whose change affects the wire, servers or readers. */
export interface Api {
  readonly messages: ReadonlyMap<string, ApiMessage>;
  readonly enums: ReadonlyMap<string, ApiEnum>;
  readonly services: ReadonlyMap<string, ApiService>;
  /** Resource types, by name. */
  readonly resources: ReadonlyMap<string, ApiResource>;
  /** The default domain of sessions. */
  readonly domain: string | undefined;
  /** The names of all elements in TypeScript; undefined if they are not known. */
  readonly names?: CurrentNames | undefined;
}

/** Facts that all elements have. */
export interface Element {
  /** Full name. */
  readonly name: string;
  /** The proto file. */
  readonly file: string;
  /** Text of its deprecation, which may be empty; undefined if it is not deprecated. */
  readonly deprecated: string | undefined;
}

export interface ApiMessage extends Element {
  /** By their simple names. */
  readonly fields: ReadonlyMap<string, ApiField>;
  /** By their simple names. */
  readonly oneofs: ReadonlyMap<string, ApiOneof>;
  /** Rules of the message as a whole. */
  readonly rules: ApiRules;
}

export interface ApiOneof {
  readonly name: string;
  /** Values of `oneof_behavior`. */
  readonly behaviors: readonly string[];
  readonly rules: ApiRules;
}

export interface ApiField {
  readonly name: string;
  readonly number: number;
  /** `int32`, `repeated acme.v1.Disk`, `map<string, bytes>`. */
  readonly type: string;
  /** Field presence. `required` is that of proto2 and of the feature `LEGACY_REQUIRED`. */
  readonly presence: "none" | "tracked" | "required";
  /** The value that a field of proto2 states for messages without it, as the proto writes it; empty if it states none. */
  readonly defaultValue: string;
  readonly jsonName: string;
  /** Simple name of its oneof. */
  readonly oneof: string | undefined;
  /** Values of `field_behavior`, such as `IMMUTABLE`. */
  readonly behaviors: readonly string[];
  /** Rules of its value. */
  readonly rules: ApiRules;
  /** Errors and logs must not show its value. */
  readonly isSecret: boolean;
  readonly deprecated: string | undefined;
}

export interface ApiEnum extends Element {
  /** By their simple names. */
  readonly values: ReadonlyMap<string, ApiValue>;
}

export interface ApiValue {
  readonly name: string;
  /** The name in TypeScript, without the common prefix of the enum. */
  readonly local: string;
  readonly number: number;
  readonly deprecated: string | undefined;
}

export interface ApiService extends Element {
  /** `compute.{api_domain}:443`, or a host; undefined if callers must name the endpoint. */
  readonly endpoint: string | undefined;
  /** OAuth scopes that it requires. */
  readonly scopes: readonly string[];
  readonly methods: ReadonlyMap<string, ApiMethod>;
}

export interface ApiMethod {
  readonly name: string;
  readonly request: string;
  readonly response: string;
  /** The kind of the method: `unary`, `server_streaming`, `client_streaming` or `bidi_streaming`. */
  readonly kind: string;
  /** The method changes nothing, so clients may retry it. */
  readonly isReadOnly: boolean;
  /** Repeating it has no further effect, so clients may retry it (`idempotency_level`). */
  readonly isIdempotent: boolean;
  /** It takes a reset mask. */
  readonly isUpdate: boolean;
  /** It returns pages. */
  readonly isPaged: boolean;
  /** Facts that the annotations of AIP state about its calls. */
  readonly calls: ApiCalls;
  readonly deprecated: string | undefined;
}
