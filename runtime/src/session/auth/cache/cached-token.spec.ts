import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectThings, methods, openSession } from "../../../fixture/test-api.fixture.js";
import { answering, failure } from "../../../fixture/test-transport.fixture.js";
import { OptionsError } from "../../../base/text/options-error.js";
import type { Credentials } from "../credentials.js";
import { federatedToken } from "../federated-token.js";
import { staticToken, tokenFromFunction } from "../static-token.js";
import { defaultFolder } from "./cache-folder.js";
import { cachedToken } from "./cached-token.js";
import { folder, hourMs, Issuer, keptPath, useTokenFolders } from "./issuer.fixture.js";
import { codedError } from "../../../../../test/coded-error.js";

useTokenFolders();
afterEach(() => vi.unstubAllEnvs());

describe("a token that is kept on disk", () => {
  it("serves the next program, without a login", async () => {
    const issuer = new Issuer();
    expect(await issuer.command()).toBe("marker-1");
    expect(await issuer.command()).toBe("marker-1");
    expect(issuer.count).toBe(1);
    expect(issuer.warnings).toEqual([]);
  });

  it.runIf(process.platform !== "win32")(
    "is a file of mode 0600 in a folder of mode 0700, with nothing beside it",
    async () => {
      const issuer = new Issuer();
      await issuer.command();
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(await keptPath())).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toHaveLength(1);
    },
  );

  it("is used for the first 85 % of its lifetime, by programs that start late as well", async () => {
    const issuer = new Issuer();
    await issuer.command();
    await issuer.clock.advance(0.84 * hourMs);
    expect(await issuer.command()).toBe("marker-1");
    await issuer.clock.advance(0.01 * hourMs);
    expect(await issuer.command()).toBe("marker-2");
    expect(await issuer.command()).toBe("marker-2");
  });

  it("stays in use where a new login fails, for as long as it is good", async () => {
    const issuer = new Issuer();
    await issuer.command();
    issuer.gate = () => Promise.reject(new Error("down"));
    await issuer.clock.advance(0.9 * hourMs);
    expect(await issuer.command()).toBe("marker-1");
    await issuer.clock.advance(0.2 * hourMs);
    await expect(issuer.command()).rejects.toThrow(codedError("UNAUTHENTICATED", /kept on disk: down/));
  });

  it("is dropped when the server refuses it, and replaced", async () => {
    const issuer = new Issuer();
    await issuer.command();
    issuer.refused.add("marker-1");
    expect(await issuer.command()).toBe("marker-2");
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.count).toBe(2);
  });

  it("is dropped at once by a stream too, which is not repeated", async () => {
    const issuer = new Issuer();
    await issuer.command();
    const transport = answering(() => failure(16, "no"));
    const credentials = cachedToken(issuer.credentials, { folder, account: "me" });
    const things = connectThings(openSession({ transport, clock: issuer.clock, credentials }));
    await expect(things.clientStream(methods.upload, [{ text: "a" }])).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it("stays where another program has replaced the one that was refused", async () => {
    const issuer = new Issuer();
    const credentials = cachedToken(issuer.credentials, { folder, account: "me" });
    await issuer.command({ credentials });
    await issuer.clock.advance(0.86 * hourMs);
    await issuer.command();
    credentials.refuse?.("marker-1");
    expect(await issuer.command()).toBe("marker-2");
  });

  it("is not the token of another account, another API or another server", async () => {
    const issuer = new Issuer();
    const other = cachedToken(issuer.credentials, { folder, account: "you" });
    const sent = [
      await issuer.command(),
      await issuer.command({ credentials: other }),
      await issuer.command({ apiDomain: "other.example.com" }),
      await issuer.command({ endpoint: "127.0.0.1:1" }),
      await issuer.command({ endpoints: { "things.store": "127.0.0.1:1" } }),
    ];
    expect(new Set(sent).size).toBe(5);
    expect(await issuer.command()).toBe("marker-1");
  });

  it("is not kept where it does not say how long it lives", async () => {
    const issuer = new Issuer();
    const credentials = (): Credentials =>
      cachedToken(
        tokenFromFunction(() => `marker-${++issuer.count}`),
        { folder, account: "a" },
      );
    await issuer.command({ credentials: credentials() });
    expect(await issuer.command({ credentials: credentials() })).toBe("marker-2");
    expect(await readdir(folder)).toEqual([]);
  });

  const makeJwt = (claims: object): string =>
    `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
  it.each<[what: string, first: string, second: string, logins: number]>([
    [
      "a JWT that was renewed",
      makeJwt({ sub: "a", exp: 1, iat: 1, jti: "1", nbf: 1 }),
      makeJwt({ jti: "2", exp: 9, sub: "a" }),
      1,
    ],
    ["a JWT of another subject", makeJwt({ sub: "a" }), makeJwt({ sub: "b" }), 2],
    ["a JWT of another branch", makeJwt({ sub: "a", ref: "main" }), makeJwt({ sub: "a", ref: "mine" }), 2],
    ["another token that is no JWT", "one", "two", 2],
    ["the same token that is no JWT", "a.b.c", "a.b.c", 1],
  ])("knows a federated account by what its token claims: %s", async (_, first, second, logins) => {
    const issuer = new Issuer();
    for (const token of [first, second]) {
      await issuer.command({
        credentials: cachedToken(
          federatedToken.fromFunction(() => token),
          { folder },
        ),
      });
    }
    expect(issuer.count).toBe(logins);
  });

  it("depends on the audience and on who acts", async () => {
    const issuer = new Issuer();
    const get = (): string => "a.b.c";
    for (const options of [
      {},
      { audience: "pool" },
      { audience: "pool", tokenType: "id_token" as const },
      { audience: "pool", actor: federatedToken.fromFunction(() => "d.e.f") },
    ]) {
      const credentials = cachedToken(federatedToken.fromFunction(get, options), { folder });
      // The exchange of this API knows no audience: what matters is that none of them is served.
      await issuer.command({ credentials }).catch(() => issuer.count++);
    }
    expect(issuer.count).toBe(4);
  });
});

describe("programs that need a token at the same time", () => {
  it("log in once", async () => {
    const issuer = new Issuer();
    const sent = await Promise.all(Array.from({ length: 6 }, () => issuer.command()));
    expect(sent).toEqual(Array(6).fill("marker-1"));
  });

  it("wait for one that logs in, and go on alone where it does not end", async () => {
    const issuer = new Issuer();
    await mkdir(folder, { mode: 0o700 });
    await issuer.command();
    await rm(await keptPath());
    const other = new Issuer();
    let release = (): void => undefined;
    other.gate = () => new Promise((resolve) => (release = resolve));
    // Holds the lock, by its own clock, and shows that it is alive while that clock is moved.
    const first = other.command();
    await expect.poll(() => readdir(folder)).toContainEqual(expect.stringMatching(/\.lock$/));
    const startMs = issuer.clock.nowMs();
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.clock.nowMs() - startMs).toBeGreaterThanOrEqual(30_000);
    release();
    expect(await first).toBe("marker-1");
  });

  it("take over from one that was killed, after five seconds without a sign of life", async () => {
    const issuer = new Issuer();
    await issuer.command();
    const path = await keptPath();
    const lock = path.replace(/json$/, "lock");
    await rm(path);
    await writeFile(lock, "somebody");
    const startMs = issuer.clock.nowMs();
    expect(await issuer.command()).toBe("marker-2");
    expect(issuer.clock.nowMs() - startMs).toBeGreaterThanOrEqual(5_000);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("try one after the other where the login fails, and leave no lock", async () => {
    const issuer = new Issuer();
    issuer.gate = () => Promise.reject(new Error("down"));
    const outcomes = await Promise.allSettled([issuer.command(), issuer.command()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("the options", () => {
  it.each<[what: string, make: () => unknown, names: RegExp, code: string]>([
    [
      "credentials that tell no account",
      () => cachedToken(staticToken("t")),
      /a static token cannot tell whose tokens .*\{ account: "name" \}/,
      "OPTION_MISSING",
    ],
    [
      "an empty account",
      () => cachedToken(staticToken("t"), { account: "" }),
      /are not empty/,
      "OPTION_INVALID",
    ],
    [
      "an empty folder",
      () => cachedToken(staticToken("t"), { account: "a", folder: "" }),
      /are not empty/,
      "OPTION_INVALID",
    ],
  ])("refuse %s when they are made", (_, make, names, code) => {
    expect(make).toThrow(OptionsError);
    expect(make).toThrow(codedError(code, names));
  });

  it("need an account where the actor is not known before the login", async () => {
    const actor = staticToken("marker");
    const credentials = cachedToken(
      federatedToken.fromFunction(() => "a.b.c", { actor }),
      { folder },
    );
    const error: unknown = await new Issuer().command({ credentials }).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/the account is not known before a login; name it/);
    expect(inspect(error, { depth: 20 })).not.toContain("marker");
  });

  it("cost a login for each program, with a warning, where the user has no folder for caches", async () => {
    const modules = process.getBuiltinModule;
    const os = { homedir: () => expect.unreachable() };
    vi.stubEnv("XDG_CACHE_HOME", "");
    vi.stubEnv("LOCALAPPDATA", "");
    vi.spyOn(process, "getBuiltinModule").mockImplementation(((id: string) =>
      id === "node:os" ? os : modules(id)) as typeof modules);
    const issuer = new Issuer();
    const credentials = cachedToken(issuer.credentials, { account: "me" });
    expect(await issuer.command({ credentials })).toBe("marker-1");
    vi.restoreAllMocks();
    expect(issuer.warnings).toEqual([
      "no token can be kept: this user has no folder for caches; each process logs in by itself",
    ]);
  });

  it.runIf(process.platform === "linux")("have the user's folder for caches as their default", () => {
    vi.stubEnv("XDG_CACHE_HOME", "/var/cache/me");
    expect(defaultFolder()).toBe("/var/cache/me/stratus/tokens");
    for (const none of ["", "relative"]) {
      vi.stubEnv("XDG_CACHE_HOME", none);
      expect(defaultFolder()).toBe(join(homedir(), ".cache/stratus/tokens"));
    }
  });
});
