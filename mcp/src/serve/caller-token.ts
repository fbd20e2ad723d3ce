import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { UsageError } from "@stratus/dynamic-client";

/** The token that HTTP callers must send. */
export class CallerToken {
  readonly #digest: Buffer;

  constructor(token: string) {
    this.#digest = digest(token);
  }

  /**
   * Reads the token from a file. If the file does not exist, it is created with a new token that only its owner can read.
   *
   * @throws A UsageError if the file is unreadable, readable by others, or has a token of fewer than 256 bits.
   */
  static fromFile(path: string): CallerToken {
    const { token, mode } = readOrMake(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new UsageError(
        "INSECURE",
        `--http-token-file: other users can read ${path}; run \`chmod 600\` on it`,
      );
    if (!/^[\w~+/.=-]{43,}$/.test(token))
      throw new UsageError(
        "FILE_INVALID",
        `--http-token-file: ${path} contains no token of 256 bits; remove the file to create one`,
      );
    return new CallerToken(token);
  }

  /** Returns the id of the caller, from which the token cannot be derived. Undefined if the token is wrong. */
  authenticate(authorization: string | undefined): string | undefined {
    const [, given = ""] = /^Bearer ([^\s]+)$/i.exec(authorization ?? "") ?? [];
    // Digests are of one length, and are compared in constant time.
    return timingSafeEqual(digest(given), this.#digest) ? this.#digest.toString("hex") : undefined;
  }
}

function readOrMake(path: string): { readonly token: string; readonly mode: number } {
  try {
    if (!existsSync(path)) writeFileSync(path, `${newToken()}\n`, { mode: 0o600, flag: "wx" });
    return { token: readFileSync(path, "utf8").trim(), mode: statSync(path).mode };
  } catch (error) {
    throw new UsageError(
      "FILE_UNREADABLE",
      `--http-token-file: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Creates a token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
