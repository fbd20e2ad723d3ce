/**
 * Plans: changes that are prepared, shown to a person, and sent exactly as shown or not at all.
 *
 * @module
 */
import type { GuideJson } from "@stratus/runtime/guide";
import type { OpenMethod } from "../methods/access.js";

/** The input of `plan`. */
export interface PlanInput {
  readonly method: string;
  readonly request?: GuideJson | undefined;
  readonly set?: Readonly<Record<string, GuideJson>> | undefined;
  readonly clear?: readonly string[] | undefined;
  /** The IDs of several resources, of which each gets the change. */
  readonly ids?: readonly string[] | undefined;
  /** The request of the List whose items get the change. */
  readonly list?: GuideJson | undefined;
}

/** A change before it is described: the request, and what the API says of the resource. */
export interface DraftChange {
  readonly open: OpenMethod;
  /** The request. */
  readonly message: object;
  /** The reset mask of the request. Undefined if the method takes none. */
  readonly mask: string | undefined;
  /** The current resource. Undefined if the change creates one, or if it cannot be read. */
  readonly current: Current | undefined;
  /** The JSON of the resource after an update, without secrets. Undefined for other methods. */
  readonly after: GuideJson | undefined;
}

/** A change of one of several resources. */
export interface BulkMember extends DraftChange {
  readonly id: string;
}

/** A change that is ready to be sent. */
export interface PreparedChange extends DraftChange {
  /** The changes of a plan of several resources, of which the first one is this change. Undefined for a plan of one. */
  readonly members?: readonly BulkMember[] | undefined;
  readonly approval: Approval;
  /** The request and the current resource as JSON without secrets. */
  readonly details: GuideJson;
}

/** The text that a person approves. */
export interface Approval {
  /** The method, and all values that are sent. Changes that differ have different texts. */
  readonly sent: string;
  /** Whether `sent` shows all values. If not, long ones are shown by their length and digest. */
  readonly isWhole: boolean;
  /** The names and the replaced values of the resource in the words of the API. Nothing that is sent depends on them. */
  readonly says: string;
  /** The key of the digests of secrets in `sent`. */
  readonly digestKey: Uint8Array;
}

/** The state of a resource when it was read. */
export interface Current {
  /** The method and the request that read it, which identify the resource. */
  readonly key: string;
  /** The request that read it, as JSON. */
  readonly request: GuideJson;
  /** The full name of its type. */
  readonly type: string | undefined;
  /** The resource as JSON without secrets. */
  readonly shown: GuideJson;
  /** A digest of the version and the writable fields of the resource. */
  readonly fingerprint: string;
  /** Reads the resource again. */
  readonly again: (signal: AbortSignal) => Promise<Current>;
}

/** A prepared change that a person can approve. */
export interface Plan extends PreparedChange {
  readonly id: string;
  readonly input: PlanInput;
  /** One line: all that is sent, and behind it what the API says. */
  readonly summary: string;
  readonly tool: "apply" | "destroy";
  readonly caller: string;
  readonly expiresMs: number;
  readonly nonce: string;
  /** The number of bytes that the plan takes in memory, roughly. */
  readonly bytes: number;
}
