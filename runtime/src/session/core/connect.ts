import type { Caller } from "../../calls/caller.js";
import type { Service } from "../../calls/rpc/service.js";
import { OptionsError } from "../../base/text/options-error.js";
import type { ClientOptions } from "./client-options.js";
import { type ClientSession, sessionKey, sessionVersion } from "./session-key.js";

/** Returns the caller of a generated client. */
export function connect(session: ClientSession, service: Service, options: ClientOptions = {}): Caller {
  if (typeof session?.[sessionKey] === "function")
    return session[sessionKey](sessionVersion, service, options);
  throw new OptionsError(
    "ARGUMENT_INVALID",
    `the client of ${service.typeName} needs a session of its package: new Client(session)`,
  );
}
