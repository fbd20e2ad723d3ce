import { readFile } from "node:fs/promises";
import { readPrivateKey } from "./private-key.js";
import type { ServiceAccountKey } from "./service-account-key.js";

/**
 * Reads the key of a service account from a file: `{"subject-credentials":
 * {"alg", "private-key", "kid", "iss", "sub"}}`. Rejects with an Error that
 * names the file and what is wrong with it, and shows nothing of the key.
 */
export async function readServiceAccountFile(path: string): Promise<ServiceAccountKey> {
  const source = `service account file ${path}`;
  return parseServiceAccount(await readText(path, source), source);
}

/** Reads the text of such a file. Throws an Error that names the source. */
export function parseServiceAccount(text: string, source: string): ServiceAccountKey {
  const fields = subjectCredentials(parseJson(text, source), source);
  const read = (name: string): string => {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
    throw new Error(`${source}: "subject-credentials" has no "${name}"`);
  };
  const alg = fields["alg"] ?? "RS256";
  if (alg !== "RS256") throw new Error(`${source}: "alg" must be "RS256"`);
  const accountId = read("iss");
  if (read("sub") !== accountId) {
    throw new Error(`${source}: "iss" and "sub" must both be the identifier of the service account`);
  }
  return { accountId, keyId: read("kid"), key: readPrivateKey(read("private-key"), source) };
}

async function readText(path: string, source: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new Error(`${source}: it cannot be read (${code})`, { cause: error });
  }
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, and so the key.
    throw new Error(`${source}: it is not JSON`);
  }
}

function subjectCredentials(json: unknown, source: string): { readonly [name: string]: unknown } {
  if (isRecord(json) && isRecord(json["subject-credentials"])) return json["subject-credentials"];
  throw new Error(
    `${source}: "subject-credentials" with "alg", "private-key", "kid", "iss" and "sub" is missing`,
  );
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
