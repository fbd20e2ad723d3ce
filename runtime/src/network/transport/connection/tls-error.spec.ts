import { describe, expect, it } from "vitest";
import { isWithoutTls, tlsError, tlsReason } from "./tls-error.js";

const text =
  "80EC0DDB3E7F0000:error:0A00010B:SSL routines:ssl3_get_record:a reason:../deps/openssl/record.c:350:\n";
const failed = (code: string, message = text): Error => Object.assign(new Error(message), { code });

describe("the error of a failed TLS handshake", () => {
  it.each<[what: string, error: Error, want: RegExp]>([
    [
      "a server without TLS",
      failed("ERR_SSL_WRONG_VERSION_NUMBER"),
      /: wrong version number; .*`insecure: true`/,
    ],
    [
      "a certificate that signed itself",
      failed("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"),
      /: self-signed certificate; .*`tls\.ca`/,
    ],
    [
      "unknown roots",
      failed("UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unable to get local issuer certificate"),
      /issuer certificate; .*`tls\.ca`/,
    ],
    ["a leaf of unknown roots", failed("UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable"), /; .*`tls\.ca`/],
    ["a certificate for other uses", failed("INVALID_PURPOSE", "unsuitable"), /; .*`tls\.ca`/],
    [
      "another host's certificate",
      failed("ERR_TLS_CERT_ALTNAME_INVALID", "Hostname/IP does not match certificate's altnames: Host: a."),
      /Host: a\.; the certificate is for another host$/,
    ],
    [
      "a client without a certificate",
      failed("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"),
      /: tlsv13 alert certificate required; .*`tls\.cert` and `tls\.key`/,
    ],
    [
      "an old certificate",
      failed("CERT_HAS_EXPIRED", "certificate has expired"),
      /^no TLS connection: certificate has expired$/,
    ],
    ["another version", failed("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION"), /: tlsv1 alert protocol version$/],
    [
      "no common cipher, in Node 20",
      failed("ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE"),
      /: sslv3 alert handshake failure$/,
    ],
    [
      "no common cipher, in Node 26",
      failed("ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE"),
      /: ssl\/tls alert handshake failure$/,
    ],
  ])("of %s has its reason and advice", (_, error, want) => {
    const refusal = tlsError(error);
    expect(refusal).toMatchObject({ clientReason: "TLS_FAILED", cause: error });
    expect(refusal?.message).toMatch(want);
    expect(refusal?.message).not.toMatch(/openssl|\n/);
  });

  it("is that of ALPN if the server offers another protocol", () => {
    const error = failed("ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL");
    expect(tlsError(error)).toMatchObject({ clientReason: "PROTOCOL_MISMATCH" });
  });

  it.each([
    failed("ECONNREFUSED", "self-signed certificate"),
    failed("ECONNRESET"),
    failed("ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC"),
    new Error("self-signed certificate"),
    undefined,
  ])("is undefined for what may pass: %s", (error) => {
    expect(tlsError(error)).toBeUndefined();
  });

  it("tells a server without TLS from others", () => {
    expect(isWithoutTls(failed("ERR_SSL_WRONG_VERSION_NUMBER"))).toBe(true);
    expect(isWithoutTls(failed("CERT_HAS_EXPIRED"))).toBe(false);
  });

  it("has the text of the error as its reason if the code is not of OpenSSL", () => {
    expect(tlsReason(failed("ECONNRESET", "read ECONNRESET"))).toBe("read ECONNRESET");
  });
});
