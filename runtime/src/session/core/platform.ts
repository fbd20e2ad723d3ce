import type { Credentials } from "../auth/credentials.js";
import type { PostForm } from "../auth/form.js";
import type { DebugEvent, LogFields, Logger } from "../../calls/chain/logger.js";
import type { SessionReporter } from "../../calls/chain/session-reporter.js";
import type { Endpoint, ServiceEndpoint } from "../../calls/endpoint/endpoint.js";
import type { Warning } from "../../calls/chain/warnings.js";
import type { TlsOptions } from "../../network/transport/tls-options.js";
import type { Timing } from "../../network/transport/timing.js";
import type { Transport } from "../../network/transport/transport.js";
import type { Clock } from "../../base/time/clock.js";
import type { CommonOptions } from "./common-options.js";

/** Writes a line of the debug log; never throws. */
export type WriteDebug = (
  event: DebugEvent,
  endpoint: string | undefined,
  text: string,
  error?: unknown,
  facts?: DebugFacts,
) => void;

/** The facts of a line of the debug log that are fields of the record too; undefined for those that it lacks. */
export type DebugFacts = {
  readonly [Name in "method" | "attempt" | "requestId" | "durationMs" | "delayMs" | "isPushback"]?:
    | LogFields[Name]
    | undefined;
};

/** The session of a reporter. */
export interface ReportedSession {
  /** Name of the session's class: `Cloud`. */
  readonly session: string;
  /** The name of its errors. */
  readonly errorName: string;
  readonly options: Pick<CommonOptions, "debug" | "hooks" | "logger">;
  readonly clock: Clock;
  /** The header of idempotency keys, if it is not the usual one. */
  readonly keyHeader: string | undefined;
  /** Returns the texts that must be hidden: the session's token. */
  readonly secrets: () => readonly string[];
  /** Receives the failure of a hook. */
  readonly warn: (message: string) => void;
}

/** The reporter of a session, with its debug log. */
export interface PlatformReporter extends SessionReporter {
  /** Undefined unless the debug log is on. */
  readonly debug?: WriteDebug | undefined;
}

/** Receives what a transport reports. */
export interface TransportLog {
  readonly debug: WriteDebug | undefined;
  readonly warn: (warning: Warning) => void;
}

/**
 * The machine that a session runs on: sockets, files, environment, TLS, random bytes. The entry that a
 * program imports chooses it: `nodePlatform` for `session-v1`, `webPlatform` for `web-v1`. Nothing else in the path of a
 * call knows where it runs.
 */
export interface Platform {
  /** The endpoints of services. */
  readonly endpoints: {
    find(service: ServiceEndpoint): Endpoint;
    /** The endpoint of services that have no host; undefined if they need one. */
    readonly withoutHost?: Endpoint | undefined;
    /** Returns the endpoint of a service, by its full name, that is called at the session's address; undefined if there is none. */
    atSession(typeName: string): Endpoint | undefined;
  };
  /** The places outside of this machine to which the options let tokens go unencrypted. */
  readonly plainTextPlaces: readonly string[];
  /** Names the servers: two sessions of the same text may share a token. */
  readonly api: string;
  /** Certificates of the session, for credentials that connect by themselves. */
  readonly tls: TlsOptions | undefined;
  /** The credentials of a session that was given none. */
  credentials(): Credentials;
  /** Posts the form of a login. */
  readonly postForm: PostForm;
  /** Makes the transport. The log receives its warnings, and its debug log if it is on. */
  transport(timing: Timing, log: TransportLog): Transport;
  /** The time after which a call that no server has answered is not retried, in milliseconds. Default: its deadline. */
  readonly unansweredTimeoutMs?: number | undefined;
  /** A random UUID (RFC 9562, version 4). */
  readonly newKey: () => string;
  /** Returns the logger for sessions without one. */
  warnings(): Logger;
  /** Makes the reporter of a session. */
  instrument(session: ReportedSession): PlatformReporter;
  /** All that is in a value, as text, to look for secrets in it. */
  readonly inspect: (value: unknown) => string;
  /** Keeps the machine from warning of many listeners on a signal. */
  expectListeners(signal: AbortSignal): void;
}
