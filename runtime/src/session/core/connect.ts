import type { Caller } from "../../calls/caller.js";
import type { Service } from "../../calls/rpc/service.js";
import { OptionsError } from "../../base/text/options-error.js";
import type { ClientOptions } from "./client-options.js";
import { type ClientSession, sessionKey, sessionVersion } from "./session-key.js";

/**
 * What a generated client makes its calls with. The session brings it: the modules of a client load nothing that only
 * calls need.
 *
 * @throws An OptionsError without a session or with one of another version, and if the options cannot work.
 */
export function connect(session: ClientSession, service: Service, options: ClientOptions = {}): Caller {
  if (typeof session?.[sessionKey] === "function")
    return session[sessionKey](sessionVersion, service, options);
  throw new OptionsError(
    "ARGUMENT_INVALID",
    `the client of ${service.typeName} needs a session: new Client(session), with a session such as new Cloud({ ... })`,
  );
}
