/**
 * An API as its descriptors say it, read from what a package carries. It knows nothing of TypeScript: what programs
 * compile against is in `surface`.
 */

import type { ApiCalls, ApiResource } from "./aip.js";
import type { ApiRules } from "./read-rules.js";

/** An API as its descriptors say it, as far as a change of it can be noticed: by a wire, a server or a reader. */
export interface Api {
  readonly messages: ReadonlyMap<string, ApiMessage>;
  readonly enums: ReadonlyMap<string, ApiEnum>;
  readonly services: ReadonlyMap<string, ApiService>;
  /** Types of resources, by their names. */
  readonly resources: ReadonlyMap<string, ApiResource>;
  /** The domain that sessions call unless they name another. */
  readonly domain: string | undefined;
}

/** What every element says of itself. */
export interface Element {
  /** Full name. */
  readonly name: string;
  /** The proto file. */
  readonly file: string;
  /** Text of its deprecation, which may be empty; undefined where it is not deprecated. */
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
  /** It is known whether the field is set; `required` of proto2 and of features. */
  readonly presence: "none" | "tracked" | "required";
  readonly jsonName: string;
  /** Simple name of its oneof. */
  readonly oneof: string | undefined;
  /** What `field_behavior` says, such as `IMMUTABLE`. */
  readonly behaviors: readonly string[];
  /** Rules of its value. */
  readonly rules: ApiRules;
  /** Shown to nobody. */
  readonly isSecret: boolean;
  readonly deprecated: string | undefined;
}

export interface ApiEnum extends Element {
  /** Numbers by simple names. */
  readonly values: ReadonlyMap<string, ApiValue>;
}

export interface ApiValue {
  readonly name: string;
  /** As TypeScript has it, without what the names of an enum begin with. */
  readonly local: string;
  readonly number: number;
  readonly deprecated: string | undefined;
}

export interface ApiService extends Element {
  /** `compute.{api_domain}:443`, a host, or undefined where callers must say it. */
  readonly endpoint: string | undefined;
  /** Scopes of tokens that it asks for. */
  readonly scopes: readonly string[];
  readonly methods: ReadonlyMap<string, ApiMethod>;
}

export interface ApiMethod {
  readonly name: string;
  readonly request: string;
  readonly response: string;
  /** Which sides stream. */
  readonly kind: string;
  /** It changes nothing, so that it may be repeated. */
  readonly isReadOnly: boolean;
  /** It takes a reset mask. */
  readonly isUpdate: boolean;
  /** It answers page by page. */
  readonly isPaged: boolean;
  /** Statements of an API that follows AIP about calls of it. */
  readonly calls: ApiCalls;
  readonly deprecated: string | undefined;
}
