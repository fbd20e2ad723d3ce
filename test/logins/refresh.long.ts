import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loginInBrowser, profileToken, revokeLogin, saveLogin } from "@stratus/runtime/login";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Browser, clientId, OpenidProvider } from "./openid-provider.fixture.js";

const program = fileURLToPath(new URL("refresh-process.mjs", import.meta.url));
const owner = { packageName: "@svc/cloud", profile: "work" };
const { signal } = new AbortController();

let provider: OpenidProvider;
let folder: string;
let loginFile: string;
beforeEach(async () => {
  provider = await OpenidProvider.start();
  folder = await mkdtemp(join(tmpdir(), "logins-"));
  loginFile = join(folder, "work.login");
  const login = await loginInBrowser({
    issuer: provider.issuer,
    clientId,
    scopes: "openid offline_access",
    signal,
    open: (url) => void new Browser().open(url),
  });
  await saveLogin(loginFile, login);
});
afterEach(async () => {
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

type Kept = Readonly<Record<string, string>> & { readonly issuedAtMs: number; readonly expiresAtMs: number };
const kept = async (): Promise<Kept> => JSON.parse(await readFile(loginFile, "utf8")) as Kept;
/** Lets the access token expire. */
const expire = async (): Promise<void> =>
  writeFile(
    loginFile,
    JSON.stringify({ ...(await kept()), issuedAtMs: Date.now() - 7_200_000, expiresAtMs: Date.now() - 1 }),
  );
const token = (): Promise<string> => profileToken({ loginFile }, owner);

describe("the token of a browser login", () => {
  it("is used until it is due, and then renewed with the refresh token, which changes", async () => {
    const first = await kept();
    expect(await token()).toBe(first["token"]);
    await expire();
    const fresh = await token();
    expect(fresh).not.toBe(first["token"]);
    const second = await kept();
    expect(second).toMatchObject({ token: fresh, account: first["account"] });
    expect(second["refreshToken"]).not.toBe(first["refreshToken"]);
    expect(provider.grants).toEqual(["authorization_code", "refresh_token"]);
  });

  it("is renewed once by several processes at the same time", async () => {
    await expire();
    const run = promisify(execFile);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, [program, loginFile])),
    );
    expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1);
    expect(provider.grants.filter((one) => one === "refresh_token")).toHaveLength(1);
    expect(provider.failures).toEqual([]);
  });

  it("ends with the login that was revoked, and its error shows no token", async () => {
    const { refreshToken = "", token: access = "" } = await kept();
    const before = await readFile(loginFile, "utf8");
    expect(await revokeLogin(loginFile, {}, signal)).toBe(true);
    await writeFile(loginFile, before, { mode: 0o600 });
    await expire();
    const error: unknown = await token().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", clientReason: "CREDENTIALS_REJECTED" });
    expect(String(error)).toContain("invalid_grant");
    for (const secret of [refreshToken, access]) expect(String(error)).not.toContain(secret);
  });

  it("is not read from a file that others can read, nor from a link", async () => {
    const { chmod, symlink } = await import("node:fs/promises");
    await chmod(loginFile, 0o640);
    await expect(token()).rejects.toThrow(/is open to other users \(mode 0640\)/);
    await chmod(loginFile, 0o600);
    const link = join(folder, "link.login");
    await symlink(loginFile, link);
    await expect(profileToken({ loginFile: link }, owner)).rejects.toThrow(/is a link/);
  });
});
