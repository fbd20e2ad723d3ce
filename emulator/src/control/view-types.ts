/** The answers of the control API for pages. `control-api.yaml` describes it, and the console reads it. */
import type { JsonObject } from "@bufbuild/protobuf";

/** A kind of resource. */
export interface KindView {
  /** `compute/instance` */
  readonly resource: string;
  /** The full name of its message. */
  readonly type: string;
  /** How many resources of it there are. */
  readonly count: number;
}

/** A resource without secrets. */
export interface ResourceView {
  readonly resource: string;
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  /** The short name of its state, such as `RUNNING`. Absent if it has none. */
  readonly state?: string;
  /** When it was created (RFC 3339). Absent if it does not say. */
  readonly createdAt?: string;
  /** The resource as proto3 JSON. */
  readonly value: JsonObject;
}

/** A page of resources, and how many there are. */
export interface ResourcePage {
  readonly total: number;
  readonly resources: readonly ResourceView[];
}

/** A change of a resource. */
export interface ChangeView {
  readonly time: string;
  /** The method, or `seed`. */
  readonly method: string;
  readonly account: string;
  readonly mask?: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** An operation. */
export interface OperationView {
  readonly id: string;
  readonly method: string;
  readonly description: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly dueAt: string;
  readonly finishedAt?: string;
  /** The status code of an operation that is done. */
  readonly code?: string;
  readonly message?: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly parentId: string;
}

/** A method of the API. */
export interface MethodView {
  /** `package.Service/Method` */
  readonly method: string;
  /** `compute/instance/create` */
  readonly words: string;
  readonly kind: "unary" | "server_streaming" | "client_streaming" | "bidi_streaming";
  readonly role: string;
  readonly effect: string;
  readonly request: string;
  readonly response: string;
  /** `default` if the emulator answers with default values, `none` if it needs a handler. */
  readonly answer: "implemented" | "default" | "none";
}

/** A field of a message in a request. */
export interface FormField {
  readonly name: string;
  readonly jsonName: string;
  /** The name of a scalar type, or the full name of a message or an enum. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isList: boolean;
  readonly isMap: boolean;
  readonly isSecret: boolean;
  readonly behaviors: readonly string[];
  readonly limits: readonly string[];
  /** The type of the keys of a map. */
  readonly keyType?: string;
  readonly oneof?: string;
  /** The names of the values of an enum. */
  readonly values?: readonly string[];
}

/** The request of a method. */
export interface MethodForm {
  readonly method: string;
  /** The full name of its message. */
  readonly request: string;
  /** The fields of each message that the request can contain, by full name. Well-known types are not in it. */
  readonly messages: Readonly<Record<string, readonly FormField[]>>;
}

/** The emulator and its API. */
export interface HealthView {
  readonly status: "ready";
  /** The kind of the API. */
  readonly kind: string;
  readonly apiDomain: string;
  /** Host and port for gRPC. */
  readonly endpoint: string;
  readonly webUrl: string;
  readonly time: string;
  readonly headers: { readonly idempotencyKey: string; readonly resetMask: string };
  /** The generated package that the API comes from. */
  readonly sdk?: {
    readonly package: string;
    readonly session: string;
    /** The prefix of proto packages that the entries of the package omit. */
    readonly stripPrefix: string;
  };
}
