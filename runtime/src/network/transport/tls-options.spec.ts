import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { testCertificate, testCertificateKey } from "../../fixture/tls.fixture.js";
import { makeSecureContext } from "./connection/secure-socket.js";
import { checkTls, readCertificates, type TlsOptions } from "./tls-options.js";

const cert = testCertificate;
const key = testCertificateKey;
const passphrase = "correct horse";

/** The key of the certificate as other programs write it. */
function exportKey(type: "pkcs8" | "sec1", secret?: string): string {
  const cipher = secret === undefined ? {} : { cipher: "aes-256-cbc", passphrase: secret };
  return createPrivateKey(key).export({ type, format: "pem", ...cipher } as never) as string;
}

const spellings: readonly (readonly [string, (pem: string) => string | Uint8Array])[] = [
  ["as it is in the file", (pem) => pem],
  ["in bytes", (pem) => Buffer.from(pem)],
  ["with CRLF", (pem) => pem.replaceAll("\n", "\r\n")],
  ["with \\n spelled out", (pem) => pem.replaceAll("\n", "\\n")],
  ["with \\r\\n spelled out", (pem) => pem.replaceAll("\n", "\\r\\n")],
  ["with \\\\n, which was quoted twice", (pem) => pem.replaceAll("\n", "\\\\n")],
  ["with blanks for line ends", (pem) => pem.replaceAll("\n", " ")],
  ["without line ends", (pem) => pem.replaceAll("\n", "")],
  ["indented, as in YAML", (pem) => pem.replaceAll(/^/gm, "    ")],
  ["after a byte order mark and a comment", (pem) => `\ufeff# roots\n${pem}`],
];

describe("PEM is read", () => {
  it.each(spellings)("%s", (_, spell) => {
    const tls: TlsOptions = { ca: spell(cert), cert: spell(cert), key: spell(key) };
    checkTls(tls);
    expect(readCertificates(tls)).toEqual({ ca: [cert], cert: [cert], key: [key] });
  });

  it("with several certificates in one text, and several texts in a list", () => {
    const tls = { ca: [cert + cert, Buffer.from(cert)] };
    checkTls(tls);
    expect(readCertificates(tls).ca).toEqual([cert, cert, cert]);
  });

  it("from one file with the key and the certificate", () => {
    const tls = { cert: key + cert, key: cert + key };
    checkTls(tls);
    expect(readCertificates(tls)).toEqual({ cert: [cert], key: [key] });
  });

  it("of a key after the parameters of its curve", () => {
    const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    const tls = { cert, key: parameters + exportKey("sec1") };
    checkTls(tls);
    expect(makeSecureContext(tls)).toBeDefined();
  });

  it.each<["pkcs8" | "sec1", string, (pem: string) => string]>([
    ["pkcs8", "as it is", (pem) => pem],
    ["pkcs8", "in one line", (pem) => pem.replaceAll("\n", " ")],
    ["sec1", "as it is", (pem) => pem],
    ["sec1", "with \\n spelled out", (pem) => pem.replaceAll("\n", "\\n")],
  ])("of an encrypted key in %s %s", (type, _, spell) => {
    const tls = { cert, key: spell(exportKey(type, passphrase)), passphrase };
    checkTls(tls);
    expect(makeSecureContext(tls)).toBeDefined();
  });
});

describe("PEM is refused", () => {
  const { privateKey: rsa, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const { privateKey: otherKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const cut = cert.slice(0, 200);
  const broken = cert.replace("MIIB3", "MIIC3");

  it.each<[what: string, tls: object, option: string, text: RegExp]>([
    ["an empty list", { ca: [] }, "tls.ca", /the list is empty/],
    ["a path", { ca: "/etc/ca.pem" }, "tls.ca", /content of the file, not its path/],
    ["an empty text", { ca: "" }, "tls.ca", /not PEM/],
    ["a path in a list", { ca: [cert, "/etc/ca.pem"] }, "tls.ca", /not PEM/],
    ["null", { ca: null }, "tls.ca", /not PEM/],
    ["a cut certificate", { ca: cut }, "tls.ca", /not complete PEM/],
    ["a whole and a cut certificate", { ca: cert + cut }, "tls.ca", /not complete PEM/],
    ["a broken certificate", { ca: [cert, broken] }, "tls.ca", /certificate 2 of 2 cannot be read/],
    ["a key as a root", { ca: key }, "tls.ca", /private key, not a certificate/],
    ["a public key as a root", { ca: publicKey }, "tls.ca", /PUBLIC KEY/],
    ["a swapped pair", { cert: key, key: cert }, "tls.cert", /are cert and key swapped/],
    ["a certificate as its key", { cert, key: cert }, "tls.key", /are cert and key swapped/],
    ["a public key", { cert, key: publicKey }, "tls.key", /PUBLIC KEY/],
    ["a broken certificate of the client", { cert: broken, key }, "tls.cert", /certificate 1 of 1/],
    ["a broken key", { cert, key: key.replace("MIGH", "MIGG") }, "tls.key", /cannot be read/],
    ["a key of another kind", { cert, key: rsa }, "tls.key", /not the key of the first certificate/],
    ["a key of another certificate", { cert, key: otherKey }, "tls.key", /not the key of the first/],
    ["a passphrase that is no text", { cert, key, passphrase: 5 }, "tls.passphrase", /text/],
  ])("%s", (_, tls, option, text) => {
    const check = (): void => checkTls(tls);
    expect(check).toThrow(codedError("OPTION_INVALID", text));
    expect(check).toThrow(expect.objectContaining({ option }));
    expect(check).not.toThrow(/MIG|AgEGCC|AAAA/);
  });

  it.each<[what: string, secret: string | undefined, code: string, option: string]>([
    ["without a passphrase", undefined, "OPTION_MISSING", "tls.passphrase"],
    ["with another passphrase", "wrong", "OPTION_INVALID", "tls.passphrase"],
    ["with an empty one", "", "OPTION_INVALID", "tls.passphrase"],
  ])("of an encrypted key %s", (_, secret, code, option) => {
    for (const type of ["pkcs8", "sec1"] as const) {
      const tls = { cert, key: exportKey(type, passphrase), passphrase: secret };
      expect(() => checkTls(tls)).toThrow(expect.objectContaining({ code, option }));
      expect(() => checkTls(tls)).not.toThrow(/correct|wrong/);
    }
  });

  it("if a part is missing", () => {
    expect(() => checkTls({ cert })).toThrow(codedError("OPTION_MISSING", "both cert and key"));
    expect(() => checkTls({ key })).toThrow(codedError("OPTION_MISSING", "both cert and key"));
    expect(() => checkTls({ passphrase })).toThrow(codedError("OPTION_MISSING", "passphrase"));
  });
});
