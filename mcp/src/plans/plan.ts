/**
 * The room of plans: a change worked out, shown to a person in one line, and sent as it was shown or not at all.
 *
 * @module
 */
import type { GuideJson } from "@stratus/runtime/guide-v1";
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
  /** The message that is sent. */
  readonly message: object;
  /** The reset mask that is sent with it; undefined if the method takes none. */
  readonly mask: string | undefined;
  /** One line that says what will happen. */
  readonly summary: string;
  /** The details, as JSON without secrets. */
  readonly details: GuideJson;
  /** The resource as it was read; undefined for something new. */
  readonly current: Current | undefined;
}

/** A resource as it was read. */
export interface Current {
  /** Without its secrets. */
  readonly shown: GuideJson;
  /** Its version, or a digest of all of it if it has none. */
  readonly fingerprint: string;
  /** Reads it again. */
  readonly again: (signal: AbortSignal) => Promise<Current>;
}

/** A plan that somebody may approve. */
export interface Plan extends PreparedChange {
  readonly id: string;
  readonly input: PlanInput;
  readonly tool: "apply" | "destroy";
  readonly caller: string;
  readonly expiresMs: number;
  readonly nonce: string;
}
