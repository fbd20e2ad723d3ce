import { tlsRefusalText } from "../../../calls/error/connect-refusal.js";

/** Advice by the messages of OpenSSL and Node. */
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
 * Explains the error of a TLS handshake: the reason without OpenSSL's file names, and advice. Returns undefined if the
 * text is not about TLS.
 */
export function tlsRefusal(text: string): string | undefined {
  const said = inWords(text);
  const found = advice.find(([pattern]) => pattern.test(said));
  if (!found) return undefined;
  return tlsRefusalText(`${tlsReason(text)}${found[1] && `; ${found[1]}`}`);
}

/** Returns the reason of the TLS library, without the names of its files. */
export function tlsReason(text: string): string {
  const said = inWords(text);
  return /:SSL routines:[^:]*:([^:]+)/.exec(said)?.[1] ?? said;
}

/** Converts the error names of BoringSSL (Bun) and rustls (Deno) to words. */
function inWords(text: string): string {
  return text
    .replace(/OPENSSL_internal:[A-Z\d_]+/, (name) => name.replaceAll("_", " ").toLowerCase())
    .replace(/(?:alert|certificate): (?:[A-Z][a-z]+)+/, (name) =>
      name.replace(/[A-Z]/g, (letter, at) => `${name[at - 1] === " " ? "" : " "}${letter.toLowerCase()}`),
    );
}
