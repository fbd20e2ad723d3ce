import {
  isUnverifiedServer,
  kebabCase,
  unverifiedServer,
  withoutProgramAdvice,
} from "@stratus/dynamic-client";
import { ownFlags } from "../argv/flags.js";
import { exitCodes } from "./exit-codes.js";

/** An error in the terms of this command line: flags instead of options of a program. */
export interface OwnWords {
  readonly text?: string;
  /** The message for programs, if that of the error names an option of a client. */
  readonly message?: string;
  /** The next step for the user. */
  readonly fix?: string;
  readonly exitCode?: number;
}

/** Advice for errors, which the command knows and the error does not. */
const advice = new WeakMap<object, string>();

/** Adds advice to an error, which is printed after it. */
export function advise(error: unknown, fix: string): void {
  if (typeof error === "object" && error !== null) advice.set(error, fix);
}

/** The parts of errors of SDKs that are read here. */
interface SdkError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly option?: unknown;
  readonly message?: unknown;
  readonly text?: unknown;
  readonly clientReason?: unknown;
  readonly status?: unknown;
  readonly endpoint?: unknown;
  readonly cause?: unknown;
}

/**
 * Returns an error in the terms of this command line.
 *
 * @param name The command as users type it.
 * @param login The words that log in, with the profile. Default: `login`.
 */
export function inOwnWords(thrown: unknown, name: string, login = "login"): OwnWords {
  const error = (thrown ?? {}) as SdkError;
  const own =
    optionWords(thrown, name, login) ??
    verificationWords(thrown) ??
    connectionWords(error) ??
    codeWords(error, `${name} ${login}`) ??
    {};
  const fix = typeof thrown === "object" && thrown !== null ? advice.get(thrown) : undefined;
  return fix === undefined ? own : { ...own, fix };
}

/** Options of sessions and calls whose flags have other names. */
const optionFlags: Readonly<Record<string, string>> = {
  baseUrl: "endpoint",
  connectTimeoutMs: "connect-timeout",
  timeoutMs: "timeout",
  "tls.ca": "ca",
};

const keyForm = "write 16 or more of A-Z, a-z, 0-9 and -, such as a UUID";

/** Returns the words for an option of the session, which is the error or its cause. */
function optionWords(thrown: unknown, name: string, login: string): OwnWords | undefined {
  let error = thrown as SdkError | undefined;
  while (error && typeof error.option !== "string") error = error.cause as SdkError | undefined;
  if (!error) return undefined;
  const option = String(error.option);
  if (option === "credentials" || option === "auth")
    return {
      text: "you are not logged in",
      fix: `Log in with ${name} ${login}, or pass --token-file FILE.`,
      exitCode: exitCodes.login,
    };
  if (error.code === "OPTION_MISSING" && (option === "endpoint" || option === "baseUrl"))
    return {
      text: "the address of the API is not set",
      fix: `Add --endpoint localhost:50051 (with --insecure if the server has no TLS), or save it: ${name} profile set endpoint ADDRESS`,
    };
  if (error.code === "OPTION_MISSING" && option === "apiDomain")
    return {
      text: "the domain of the API is not set",
      fix: `Add --api-domain api.example.com, or save it: ${name} profile set api-domain DOMAIN`,
    };
  const flag = optionFlags[option] ?? kebabCase(option);
  const [, ...reasons] = String(error.message).split(`${option}: `);
  if (!ownFlags.has(flag) || reasons.length === 0) return undefined;
  const reason = option === "idempotencyKey" ? keyForm : reasons.join(`${option}: `);
  return { text: `--${flag}: ${reason}`, exitCode: exitCodes.usage };
}

/** Returns the words for a server that cannot be verified. The error names the option of a program. */
function verificationWords(thrown: unknown): OwnWords | undefined {
  return isUnverifiedServer(thrown) ? { ...unverifiedServer, message: unverifiedServer.text } : undefined;
}

const trustFix = "If you trust it, add --ca FILE with the certificate of its authority.";
const trustFixOfFetch =
  "If you trust it, set NODE_EXTRA_CA_CERTS to a file with the certificate of its authority.";

/** Codes of Node and OpenSSL for failed handshakes, with the problem and its fix. */
const tls: readonly (readonly [codes: RegExp, text: string, fix: string])[] = [
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$|^EPROTO$/,
    "the server does not use TLS",
    "If that is right, add --insecure.",
  ],
  [
    /SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY)|^INVALID_PURPOSE$|^CERT_UNTRUSTED$/,
    "the certificate of the server is not trusted",
    trustFix,
  ],
  [/^CERT_HAS_EXPIRED$/, "the certificate of the server has expired", "The server needs a new certificate."],
  [
    /ALTNAME_INVALID$/,
    "the certificate of the server is for another host",
    "Check --endpoint and --api-domain.",
  ],
];

/** Codes of Node for connections that were not made, with the problem. */
const connections: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ENOENT: "there is no socket at that path (ENOENT)",
  ENOTFOUND: "there is no host of that name (ENOTFOUND)",
};

/** Returns the words for a connection that was not made. */
function connectionWords({ clientReason, cause, endpoint, text }: SdkError): OwnWords | undefined {
  const { code, message } = (cause ?? {}) as SdkError;
  // The name of an API may lead to another address, such as that of a proxy.
  const [, address] = /(?:ECONNREFUSED|ENOTFOUND|ENOENT) (\S+)$/.exec(String(message)) ?? [];
  const place = address ?? endpoint;
  const start = `no connection${typeof place === "string" ? ` to ${place}` : ""}`;
  if (clientReason === "TLS_FAILED") {
    const found = tls.find(([codes]) => codes.test(String(code)));
    // Only sessions have a flag for a certificate. The clients of REST APIs use the platform's `fetch`.
    const isSession = typeof text === "string";
    const fix = found?.[2] === trustFix && !isSession ? trustFixOfFetch : found?.[2];
    return found && { text: `${start}: ${found[1]} (${String(code)})`, ...(fix !== undefined && { fix }) };
  }
  if (clientReason === "PROTOCOL_MISMATCH")
    return {
      text: `${start}: the server does not answer in HTTP/2`,
      fix: "Check --endpoint. If the server uses TLS, leave out --insecure.",
    };
  // Errors of REST clients name the request and the reason.
  if (clientReason !== "CONNECT_FAILED" || typeof text !== "string")
    return clientReason === "CONNECT_FAILED" ? { fix: unreachable } : undefined;
  const known = connections[String(code)];
  // The runtime names the option of a program.
  const why = known ?? message ?? text.replace(/ \(connectTimeoutMs.*$/s, "");
  return { text: `${start}: ${String(why)}`, fix: unreachable };
}

const unreachable =
  "Check --endpoint, and that the server runs. --wait-for-ready keeps trying. With --insecure, the server may expect TLS.";

/** The end of errors of REST clients about an option, which has no flag. */
const requestOption = "; the option validateRequests decides what is refused";

function codeWords(
  { code, text, status, clientReason, message }: SdkError,
  command: string,
): OwnWords | undefined {
  if (typeof message === "string" && message.includes(requestOption))
    return { text: message.replace(requestOption, "") };
  const login = `Log in with ${command}, or pass --token-file FILE.`;
  if (
    clientReason === "NO_CREDENTIALS" ||
    (code === "UNAUTHENTICATED" && text === undefined && status === undefined)
  )
    return { text: "you are not logged in", fix: login };
  if (code === "UNAUTHENTICATED" || status === 401)
    return {
      ...(typeof text === "string" ? { text: `UNAUTHENTICATED: ${withoutProgramAdvice(text)}` } : {}),
      fix: login,
    };
  if (code === "PERMISSION_DENIED" || status === 403)
    return {
      fix: "Your login works, but it lacks the permission. Ask an administrator, or use another --profile.",
    };
  if (code === "ALREADY_EXISTS") return { fix: "Choose another name, or change what exists with update." };
  if (code === "ABORTED" || status === 409 || status === 412)
    return { fix: "The resource was changed by someone else. Read it again, and repeat the change." };
  return undefined;
}
