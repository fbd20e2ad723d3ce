import type { SessionWiring } from "../rpc/wiring.js";
import type { viewMask } from "../../messages/check/mask-view.js";
import type { maskedUpdate } from "./masked-update.js";

/** The functions for Updates that the chain calls. */
interface UpdateCode {
  readonly maskedUpdate: typeof maskedUpdate;
  readonly viewMask: typeof viewMask;
}

/**
 * Loads the code of Updates, an eighth of what a session loads. The wiring of a session refers to it (`loadUpdates` of
 * `session-v1`), so that the bundle of a program for an API without Updates does not contain it.
 */
export async function loadUpdateCode<Code = UpdateCode>({
  updates,
}: Pick<SessionWiring, "updates">): Promise<Code> {
  if (updates === undefined) throw new Error("the API of the session has no Updates");
  return (await updates()) as Code;
}
