/**
 * Plans: changes that are prepared, shown to a person in one line, and sent exactly as shown or not at all.
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
}

/** A change that is ready to be sent. */
export interface PreparedChange {
  readonly open: OpenMethod;
  /** The request. */
  readonly message: object;
  /** The reset mask of the request. Undefined if the method takes none. */
  readonly mask: string | undefined;
  /** One line that describes the change to the person who approves it. */
  readonly summary: string;
  /** The request and the current resource as JSON without secrets. */
  readonly details: GuideJson;
  /** The current resource. Undefined if the change creates one. */
  readonly current: Current | undefined;
}

/** The state of a resource when it was read. */
export interface Current {
  /** The resource as JSON without secrets. */
  readonly shown: GuideJson;
  /** The version of the resource, or a digest of it if it has no version. */
  readonly fingerprint: string;
  /** Reads the resource again. */
  readonly again: (signal: AbortSignal) => Promise<Current>;
}

/** A prepared change that a person can approve. */
export interface Plan extends PreparedChange {
  readonly id: string;
  readonly input: PlanInput;
  readonly tool: "apply" | "destroy";
  readonly caller: string;
  readonly expiresMs: number;
  readonly nonce: string;
}
