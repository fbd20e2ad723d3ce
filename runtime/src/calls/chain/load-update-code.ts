import type { Method } from "../rpc/service.js";
import type { viewMask } from "../../messages/check/mask-view.js";
import type { maskedUpdate } from "./masked-update.js";

/** The functions for Updates that the chain calls. */
interface UpdateCode {
  readonly maskedUpdate: typeof maskedUpdate;
  readonly viewMask: typeof viewMask;
}

/**
 * Loads the code of Updates, an eighth of what a session loads. Generated code refers to it with each method that needs it
 * (`updates` of `calls-v1`), so that the bundle of a program without Updates does not contain it.
 */
export async function loadUpdateCode<Code = UpdateCode>({ path, updates }: Method): Promise<Code> {
  if (updates === undefined) throw new Error(`${path} is no Update`);
  return (await updates()) as Code;
}
