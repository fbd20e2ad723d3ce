import type { StatusCode } from "../errors/status-code.js";
import type { ErrorKind } from "../errors/status-error.js";
import type { StoredResource } from "../resources/resource-store.js";

/** The effect of a successful operation on the resources. Plain data, so that a running operation can be saved. */
export type Effect =
  | { readonly kind: "put"; readonly resource: StoredResource }
  | { readonly kind: "delete"; readonly typeName: string; readonly id: string }
  | { readonly kind: "none" };

/** A message as it is kept when nobody looks into it: its type, and its bytes in base64. */
export interface PackedMessage {
  readonly typeName: string;
  readonly base64: string;
}

/** How an operation ended. */
export interface OperationStatus {
  readonly code: StatusCode;
  readonly message: string;
  readonly kind?: ErrorKind | undefined;
}

/** An operation as it was accepted. */
export interface AcceptedOperation {
  readonly id: string;
  /** Name of the endpoint where it was made, and is read. */
  readonly endpoint: string;
  /** `package.Service/Method` that made it. */
  readonly method: string;
  readonly description: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
  /** When it completes by itself. */
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
  /** How it fails, where it is to fail. */
  readonly failure: OperationStatus | undefined;
  /** The result of a successful AIP-151 operation. Undefined for operations of the Stratus convention. */
  readonly response?: PackedMessage | undefined;
}

/** An operation: running while it has no status. */
export interface OperationRecord extends AcceptedOperation {
  /** Place in the order of acceptance. */
  readonly sequence: number;
  readonly status: OperationStatus | undefined;
  readonly finishedAtMs: number | undefined;
  /** It runs on, and nobody is to see it any more: it is gone when it completes. */
  readonly isDeleted?: boolean | undefined;
}

/** A completed operation that was saved, and is read when somebody asks for it. */
export interface LazyOperation {
  readonly id: string;
  readonly sequence: number;
  readonly finishedAtMs: number;
  read(): OperationRecord;
}
