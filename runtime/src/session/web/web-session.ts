/**
 * The room of sessions on platforms with `fetch` and without Node: in browsers, workers and edge runtimes. It is what `session`
 * has of Node, made of the web platform; all else of a session is the same.
 *
 * @module
 */
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { SessionCore } from "../core/session-core.js";
import { Session } from "../core/session.js";
import { checkWebOptions, type WebSessionOptions } from "./web-options.js";
import { webPlatform } from "./web-platform.js";

/** A session over `fetch`. */
export class WebSession extends Session {
  /** @throws An OptionsError if the options cannot work. */
  constructor(wiring: SessionWiring, options: WebSessionOptions) {
    checkWebOptions(options, wiring);
    super(new SessionCore(wiring, options, webPlatform(wiring, options)));
  }
}
