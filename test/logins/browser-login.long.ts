import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loginByDeviceCode, loginInBrowser, saveLogin } from "@stratus/runtime/login";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Browser, clientId, OpenidProvider, person } from "./openid-provider.fixture.js";

let provider: OpenidProvider;
let browser: Browser;
let folder: string;
beforeEach(async () => {
  provider = await OpenidProvider.start();
  browser = new Browser();
  folder = await mkdtemp(join(tmpdir(), "logins-"));
});
afterEach(async () => {
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const options = () => ({
  issuer: provider.issuer,
  clientId,
  scopes: "openid offline_access",
  signal: new AbortController().signal,
});

/** Opens a page as the person's browser does, which may be closed at any time. */
const open = (url: string): void => void browser.open(url).catch(() => undefined);

describe("a login in a browser", () => {
  it("gives tokens, with the person's name", async () => {
    let page = "";
    const login = await loginInBrowser({
      ...options(),
      open: (url) => void browser.open(url).then((text) => (page = text)),
    });
    expect(login).toMatchObject({ subject: person, account: person, issuer: provider.issuer });
    expect(login.refreshToken).toBeTypeOf("string");
    expect(provider.grants).toEqual(["authorization_code"]);
    await expect.poll(() => page).toContain("You are logged in");
  });

  it("ends when the person declines", async () => {
    provider.decision = "deny";
    const ended = loginInBrowser({ ...options(), open });
    await expect(ended).rejects.toMatchObject({ code: "LOGIN_CANCELLED", message: /access_denied/ });
  });

  it("ends when the command is interrupted, or nobody comes in time", async () => {
    const stop = new AbortController();
    const interrupted = loginInBrowser({
      ...options(),
      signal: stop.signal,
      open: () => stop.abort(new Error("interrupted")),
    });
    await expect(interrupted).rejects.toThrow("interrupted");
    const late = loginInBrowser({ ...options(), timeoutMs: 50, open: () => undefined });
    await expect(late).rejects.toMatchObject({ code: "LOGIN_EXPIRED" });
  });

  it.each([
    ["another state", (url: URL) => url.searchParams.set("state", "forged")],
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["another issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example.com")],
    ["no issuer, though the provider names it", (url: URL) => url.searchParams.delete("iss")],
    ["two codes", (url: URL) => url.searchParams.append("code", "second")],
    ["another code", (url: URL) => url.searchParams.set("code", "forged")],
    ["no code", (url: URL) => url.searchParams.delete("code")],
  ])("refuses a redirect with %s", async (_, change) => {
    let page = "";
    browser.redirect = (text) => {
      const url = new URL(text);
      change(url);
      return url.href;
    };
    const ended = loginInBrowser({
      ...options(),
      open: (url) => void browser.open(url).then((text) => (page = text)),
    });
    await expect(ended).rejects.toMatchObject({ code: "LOGIN_INVALID" });
    await expect.poll(() => page).toContain("failed");
    expect(provider.grants).toEqual([]);
  });

  it("is not ended by requests of other pages and programs to its port", async () => {
    const statuses: number[] = [];
    browser.redirect = (url) => url;
    const login = await loginInBrowser({
      ...options(),
      open: async (url) => {
        const { origin, host } = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
        const { port } = new URL(`http://${host}`);
        for (const [place, init] of [
          [`${origin}/favicon.ico`, {}],
          [`${origin}/callback?code=x&state=y`, { method: "POST" }],
          // The name of another site that leads to this machine (DNS rebinding).
          [`http://localhost:${port}/callback?code=x&state=y`, {}],
        ] as const)
          statuses.push(
            await fetch(place, init).then(
              ({ status }) => status,
              () => 404,
            ),
          );
        open(url);
      },
    });
    expect(statuses).toEqual([404, 404, 404]);
    expect(login.account).toBe(person);
  });

  it("refuses metadata of another issuer", async () => {
    const ended = loginInBrowser({ ...options(), issuer: `${provider.issuer}/`, open });
    await expect(ended).rejects.toMatchObject({ code: "LOGIN_INVALID", message: /another issuer/ });
    const far = loginInBrowser({ ...options(), issuer: "http://login.example.com", open });
    await expect(far).rejects.toMatchObject({ code: "LOGIN_INVALID", message: /https/ });
    const none = loginInBrowser({ ...options(), issuer: "http://127.0.0.1:1", open });
    await expect(none).rejects.toMatchObject({ code: "LOGIN_UNAVAILABLE" });
  });

  it("is kept in a file of this user alone", async () => {
    const login = await loginInBrowser({ ...options(), open });
    const path = join(folder, "work.login");
    await saveLogin(path, login);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ account: person });
  });
});

describe("a login by device code", () => {
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    await new Promise((done) => setTimeout(done, 10));
  };

  it("gives tokens when the person has entered the code", async () => {
    let shown: readonly (string | undefined)[] = [];
    const login = await loginByDeviceCode({
      ...options(),
      pause,
      open: (...given) => {
        shown = given;
        open(given[0]);
      },
    });
    expect(login).toMatchObject({ subject: person, account: person });
    expect(login.refreshToken).toBeTypeOf("string");
    expect(shown[0]).toContain(provider.issuer);
    expect(shown[1]).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(pauses[0]).toBe(5_000);
  });

  it("ends when the person declines", async () => {
    provider.decision = "deny";
    const ended = loginByDeviceCode({ ...options(), pause, open });
    await expect(ended).rejects.toMatchObject({ code: "LOGIN_CANCELLED" });
  });

  it("ends when the code has expired", async () => {
    await using short = await OpenidProvider.start({ deviceCodeSeconds: 1 });
    const ended = loginByDeviceCode({
      ...options(),
      issuer: short.issuer,
      pause: () => new Promise((done) => setTimeout(done, 300)),
      open: () => undefined,
    });
    await expect(ended).rejects.toMatchObject({ code: "LOGIN_EXPIRED" });
  });
});
