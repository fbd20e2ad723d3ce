import { tlsRefusalText } from "../../../calls/error/connect-refusal.js";

/** The way out of a refusal, by the words of OpenSSL and Node about it. */
const advice: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /wrong version number|packet length too long/,
    "the server does not speak TLS; a session with `insecure: true` does without it",
  ],
  [
    /self[- ]signed certificate|unknown issuer|unable to (?:get|verify)|unsuitable certificate/,
    "the option `tls.ca` takes the roots to trust instead of the system's",
  ],
  [/does not match certificate's altnames/, "the certificate is for another host"],
  [
    /certificate required|bad certificate/,
    "the options `tls.cert` and `tls.key` take the client's certificate",
  ],
  [
    /certificate|alert:? (?:protocol version|handshake failure)|no (?:protocols available|application protocol)/,
    "",
  ],
];

/**
 * The meaning of a failed TLS handshake, for people: the reason without OpenSSL's
 * file names, and the way out. Undefined if the text is about anything else.
 */
export function tlsRefusal(text: string): string | undefined {
  const said = inWords(text);
  const found = advice.find(([pattern]) => pattern.test(said));
  if (!found) return undefined;
  return tlsRefusalText(`${tlsReason(text)}${found[1] && `; ${found[1]}`}`);
}

/** The reason that the TLS library gives, without the names of its files. */
export function tlsReason(text: string): string {
  const said = inWords(text);
  return /:SSL routines:[^:]*:([^:]+)/.exec(said)?.[1] ?? said;
}

/** The names that BoringSSL (Bun) and rustls (Deno) give, in words. */
function inWords(text: string): string {
  return text
    .replace(/OPENSSL_internal:[A-Z\d_]+/, (name) => name.replaceAll("_", " ").toLowerCase())
    .replace(/(?:alert|certificate): (?:[A-Z][a-z]+)+/, (name) =>
      name.replace(/[A-Z]/g, (letter, at) => `${name[at - 1] === " " ? "" : " "}${letter.toLowerCase()}`),
    );
}
