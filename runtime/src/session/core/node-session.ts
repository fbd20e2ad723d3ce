import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { nodePlatform } from "./node-platform.js";
import { checkOptions } from "./option-check.js";
import { SessionCore } from "./session-core.js";
import type { SessionOptions } from "./session-options.js";
import { Session } from "./session.js";

/** A session on Node, by gRPC over HTTP/2. */
export class NodeSession extends Session {
  /** @throws An OptionsError if the options cannot work. */
  constructor(wiring: SessionWiring, options: SessionOptions) {
    checkOptions(options, wiring);
    super(new SessionCore(wiring, options, nodePlatform(wiring, options)));
  }
}
