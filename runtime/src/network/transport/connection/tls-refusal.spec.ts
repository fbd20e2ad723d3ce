import { describe, expect, it } from "vitest";
import { connectRefusal } from "../../../calls/error/connect-refusal.js";
import { tlsRefusal } from "./tls-refusal.js";

const openssl = (reason: string): string =>
  `80EC0DDB3E7F0000:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../deps/openssl/ssl3_record.c:350:\n`;

describe("what a failed TLS handshake means", () => {
  it.each<[reason: string, text: string, want: RegExp]>([
    ["a server without TLS", openssl("wrong version number"), /: wrong version number; .*`insecure: true`/],
    ["a certificate that signed itself", "self-signed certificate", /: self-signed certificate; .*`tls\.ca`/],
    ["unknown roots", "unable to get local issuer certificate", /issuer certificate; .*`tls\.ca`/],
    [
      "another host's certificate",
      "Hostname/IP does not match certificate's altnames: Host: a.",
      /Host: a\.; the certificate is for another host$/,
    ],
    [
      "a client without a certificate",
      openssl("tlsv13 alert certificate required"),
      /: tlsv13 alert certificate required; .*`tls\.cert` and `tls\.key`/,
    ],
    ["an old certificate", "certificate has expired", /^no TLS connection: certificate has expired$/],
    ["another protocol", openssl("tlsv1 alert protocol version"), /: tlsv1 alert protocol version$/],
    [
      "a server without TLS, in the words of BoringSSL",
      "error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER",
      /: wrong version number; .*`insecure: true`/,
    ],
    ["a certificate that signed itself, there", "self signed certificate", /: self signed.*`tls\.ca`/],
    [
      "another protocol, there",
      "error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE",
      /: sslv3 alert handshake failure$/,
    ],
    [
      "a client without a certificate, there",
      "error:1000045c:SSL routines:OPENSSL_internal:TLSV1_ALERT_CERTIFICATE_REQUIRED",
      /: tlsv1 alert certificate required; .*`tls\.cert` and `tls\.key`/,
    ],
    [
      "another protocol, in the words of rustls",
      "received fatal alert: HandshakeFailure",
      /: received fatal alert: handshake failure$/,
    ],
    [
      "a client without a certificate, there too",
      "received fatal alert: CertificateRequired",
      /: received fatal alert: certificate required; .*`tls\.cert` and `tls\.key`/,
    ],
    ["unknown roots, there", "invalid peer certificate: UnknownIssuer", /: unknown issuer; .*`tls\.ca`/],
  ])("%s is explained without file names, with advice", (_, text, want) => {
    const said = tlsRefusal(text) ?? "";
    expect(said).toMatch(want);
    expect(said).not.toMatch(/openssl|\n/);
    expect(connectRefusal(`No connection established: ${said}`)).toBe("TLS_FAILED");
  });

  it.each(["connect ECONNREFUSED 127.0.0.1:9", "read ECONNRESET", "socket hang up", ""])(
    "%j is no word about TLS",
    (text) => {
      expect(tlsRefusal(text)).toBeUndefined();
      expect(connectRefusal(text)).toBeUndefined();
    },
  );
});
