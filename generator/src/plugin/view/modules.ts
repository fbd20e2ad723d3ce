import type { Options } from "../options.js";
import type { ImportStyle } from "../../kit/code/code.js";

/** How generated modules name each other and the runtime. */
export interface Layout extends ImportStyle {
  /** The runtime's entry point for the session of an SDK, with all that makes calls. */
  readonly session: string;
  /** The runtime's entry point for what APIs state that follow AIP. */
  readonly aip: string;
  /** The runtime's entry point for the session of an SDK on platforms with `fetch` and without Node, and for programs there. */
  readonly web: string;
  /** The runtime's entry point for what programs use beside messages on such platforms. */
  readonly webMessages: string;
  /** The runtime's entry point for programs, which the root entry of an SDK passes on. */
  readonly sdk: string;
  /** The runtime's entry point for the modules of proto files, which has the well-known types. */
  readonly messages: string;
  /** The JSON of messages has types. */
  readonly hasJsonTypes: boolean;
  /** Folder of the sources in the output, with a slash at its end, or nothing. */
  readonly root: string;
}

/** The layout that the options ask for. */
export function resolveLayout(options: Options): Layout {
  const { runtime, hasClients, hasCodecs, hasJsonTypes } = options;
  return {
    // Messages alone run in browsers; most of the rest does not.
    ...(hasClients
      ? { codegen: `${runtime}/generated/calls-v1`, sdk: `${runtime}/generated/sdk-v1` }
      : { codegen: `${runtime}/generated/messages-v1`, sdk: `${runtime}/messages` }),
    aip: `${runtime}/generated/aip-v1`,
    session: `${runtime}/generated/session-v1`,
    web: `${runtime}/generated/web-v1`,
    webMessages: `${runtime}/generated/web-messages-v1`,
    // One for all modules of an SDK, since each costs a program its loading.
    messages: `${runtime}/generated/${hasClients ? "calls-v1" : hasCodecs ? "wire-v1" : "messages-v1"}`,
    hasJsonTypes,
    extension: options.importExtension,
    root: options.packageName === undefined ? "" : "src/",
  };
}
