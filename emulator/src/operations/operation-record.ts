import type { StatusCode } from "../errors/status-code.js";
import type { ErrorKind } from "../errors/status-error.js";
import type { StoredResource } from "../resources/resource-store.js";

/** The effect of a successful operation on the resources. Plain data, so that a running operation can be saved. */
export type Effect =
  | { readonly kind: "put"; readonly resource: StoredResource }
  | { readonly kind: "delete"; readonly typeName: string; readonly id: string }
  | { readonly kind: "none" };

/** An encoded message: its type, and its bytes in base64. */
export interface PackedMessage {
  readonly typeName: string;
  readonly base64: string;
}

/** The status of an operation that is done. */
export interface OperationStatus {
  readonly code: StatusCode;
  readonly message: string;
  readonly kind?: ErrorKind | undefined;
}

/** An operation as it was accepted. */
export interface AcceptedOperation {
  readonly id: string;
  /** The name of the endpoint that created the operation, and where it can be read. */
  readonly endpoint: string;
  /** The method that created it: `package.Service/Method`. */
  readonly method: string;
  readonly description: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
  /** The time at which it is done, unless it is aborted. */
  readonly dueAtMs: number;
  /** Full name of the type of the resource. Empty if the operation has no resource. */
  readonly resourceType: string;
  readonly resourceId: string;
  readonly parentId: string;
  /** The request without its secrets. */
  readonly request: PackedMessage;
  /** Headers that changed the meaning of the request, in lower case. */
  readonly requestHeaders: Readonly<Record<string, readonly string[]>>;
  /** The effect if the operation succeeds. Empty once it is complete. */
  readonly effect: Effect;
  /** The status with which it fails, by a script. */
  readonly failure: OperationStatus | undefined;
  /** The result of a successful AIP-151 operation. Undefined for operations of the Stratus convention. */
  readonly response?: PackedMessage | undefined;
}

/** An operation. It is running while it has no status. */
export interface OperationRecord extends AcceptedOperation {
  /** Its position in the order of creation. */
  readonly sequence: number;
  readonly status: OperationStatus | undefined;
  readonly finishedAtMs: number | undefined;
  /** Whether it was deleted while running. It still takes effect, and is removed when it is done. */
  readonly isDeleted?: boolean | undefined;
}

/** A saved operation that is done. It is parsed when it is used. */
export interface LazyOperation {
  readonly id: string;
  readonly sequence: number;
  readonly finishedAtMs: number;
  read(): OperationRecord;
}
