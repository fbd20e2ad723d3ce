import { OptionsError } from "../../base/text/options-error.js";
import type { KeyObject } from "node:crypto";
import { isPrivateKey, readPem } from "../../network/transport/pem.js";
import { isRecord } from "../../messages/table/field-access.js";
import { nodeErrorCode } from "../../base/text/value-text.js";
import { builtIn } from "./built-in.js";
import type { PrivateKeyObject } from "./private-key-object.js";

/** The key that a service account signs with. */
export interface ServiceAccountKey {
  /** Identifier of the service account: `iss` and `sub` of the JWT. */
  readonly accountId: string;
  /** Identifier of the public key: `kid` of the JWT. */
  readonly keyId: string;
  /** The private RSA key. */
  readonly key: KeyObject;
}

/**
 * Reads the key of a service account from a file: `{"subject-credentials":
 * {"alg", "private-key", "kid", "iss", "sub"}}`.
 *
 * @throws An OptionsError that names the file and what is wrong with it, and shows
 * nothing of the key.
 */
export async function readServiceAccountFile(path: string): Promise<ServiceAccountKey> {
  const source = `service account file ${path}`;
  return parseServiceAccount(await readText(path, source), source);
}

/**
 * Reads the text of such a file.
 *
 * @throws An OptionsError that names the source.
 */
function parseServiceAccount(text: string, source: string): ServiceAccountKey {
  const fields = subjectCredentials(parseJson(text, source), source);
  const read = (name: string): string => {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
    throw new OptionsError("FILE_UNREADABLE", `${source}: "subject-credentials" has no "${name}"`);
  };
  const alg = fields["alg"] ?? "RS256";
  if (alg !== "RS256") throw new OptionsError("FILE_UNREADABLE", `${source}: "alg" must be "RS256"`);
  const accountId = read("iss");
  if (read("sub") !== accountId) {
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source}: "iss" and "sub" must both be the identifier of the service account`,
    );
  }
  return { accountId, keyId: read("kid"), key: readPrivateKey(read("private-key"), source) };
}

async function readText(path: string, source: string): Promise<string> {
  try {
    return decodeText(await builtIn.files().readFile(path));
  } catch (error) {
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source}: it cannot be read (${nodeErrorCode(error)}); check its path, and who may read it`,
      {
        cause: error,
      },
    );
  }
}

/** Some editors and shells of Windows begin a file with a byte order mark, and some write UTF-16. */
function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, and so the key.
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source}: it is not JSON; a key in PEM goes to serviceAccount.fromPem`,
    );
  }
}

function subjectCredentials(json: unknown, source: string): { readonly [name: string]: unknown } {
  if (isRecord(json) && isRecord(json["subject-credentials"])) return json["subject-credentials"];
  throw new OptionsError(
    "FILE_UNREADABLE",
    `${source}: "subject-credentials" with "alg", "private-key", "kid", "iss" and "sub" is missing`,
  );
}

/** Smallest RSA key that RS256 may use (RFC 7518, section 3.3). */
const minModulusBits = 2048;

/**
 * Reads a private RSA key in PEM, PKCS#8 or PKCS#1.
 *
 * @throws An OptionsError that names the source and shows nothing of the key.
 */
export function readPrivateKey(pem: unknown, source: string): KeyObject {
  if (typeof pem !== "string" || !pem.includes("-----BEGIN")) {
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source}: the private key is not in PEM ("-----BEGIN PRIVATE KEY-----")`,
    );
  }
  const text = readPem(pem)?.find(isPrivateKey)?.text ?? pem;
  let key: KeyObject;
  try {
    key = builtIn.crypto().createPrivateKey(text);
  } catch {
    // The library's own error is left out: it may show parts of what it read.
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source}: the private key cannot be read; PKCS#8 or PKCS#1 without a passphrase is needed`,
    );
  }
  return requirePrivateKey(key, source);
}

/**
 * Checks that a key can sign with RS256.
 *
 * @throws An OptionsError that names the source.
 */
export function requirePrivateKey(key: PrivateKeyObject, source: string): KeyObject {
  if (key?.type !== "private" || key.asymmetricKeyType !== "rsa") {
    throw new OptionsError(
      "FILE_UNREADABLE",
      `${source}: a private RSA key is needed, since the JWT is signed with RS256`,
    );
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits >= minModulusBits) return key as KeyObject;
  throw new OptionsError(
    "FILE_UNREADABLE",
    `${source}: the RSA key has ${bits} bits; RS256 needs ${minModulusBits} or more`,
  );
}
