import { builtIn } from "../auth/built-in.js";
import { readPrivateFile, writePrivateFile } from "../auth/private-file.js";
import { LoginError } from "./login-error.js";
import { parseObject } from "./openid-provider.js";

/** A browser login as a file keeps it. Programs, command lines and agents read the same file. */
export interface StoredLogin {
  /** The access token. Times are in milliseconds since 1970. */
  readonly token: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly issuer: string;
  readonly clientId: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string | undefined;
  /** The identifier of the person at the issuer. Undefined if the provider names none. */
  readonly subject?: string | undefined;
  /** The name of the person to show. */
  readonly account?: string | undefined;
  /** Renews the access token. Undefined if the login ends with its access token. */
  readonly refreshToken?: string | undefined;
}

/** The beginning of each file. A file of another version is not read. */
const version = 1;

const required = {
  issuer: "string",
  clientId: "string",
  tokenEndpoint: "string",
  token: "string",
  issuedAtMs: "number",
  expiresAtMs: "number",
};

const optional = ["revocationEndpoint", "subject", "account", "refreshToken"];

/**
 * Reads a login. @throws A LoginError that says why the file cannot be used.
 *
 * @returns undefined if there is no file
 */
export function readLogin(path: string): StoredLogin | undefined {
  const file = readPrivateFile(path);
  if (!file) return undefined;
  if (file.fault !== undefined) throw new LoginError("LOGIN_INVALID", `${path} ${file.fault}`);
  const found = parseObject(file.text);
  const isLogin =
    found?.["version"] === version &&
    Object.entries(required).every(([name, type]) => typeof found[name] === type) &&
    optional.every((name) => found[name] === undefined || typeof found[name] === "string");
  if (isLogin) return found as unknown as StoredLogin;
  throw new LoginError("LOGIN_INVALID", `${path} is not a login that this version can read`);
}

/** Writes a login, for this user alone. @throws An Error of the file system. */
export function writeLogin(path: string, login: StoredLogin): void {
  writePrivateFile(path, `${JSON.stringify({ version, ...login })}\n`);
}

/** Deletes a login. */
export function removeLogin(path: string): void {
  builtIn.filesNow().rmSync(path, { force: true });
}
