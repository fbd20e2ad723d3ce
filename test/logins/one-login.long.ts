import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Cloud } from "@svc/cloud";
import { ProfileServiceClient } from "@svc/cloud/iam/v1";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findSdk, Profiles, resolveSettings } from "@stratus/dynamic-client";
import { Api } from "../../mcp/src/calls/api.js";
import { openAgent } from "../mcp/connect.fixture.js";
import { commandLine, type World } from "../cli/test-host.fixture.js";
import { root } from "../repository.fixture.js";
import { ApiServer } from "./api-server.fixture.js";
import { Browser, clientId, OpenidProvider, person } from "./openid-provider.fixture.js";

let provider: OpenidProvider;
let api: ApiServer;
let folder: string;
let profilesFolder: string;
beforeEach(async () => {
  [provider, api] = await Promise.all([OpenidProvider.start(), ApiServer.start()]);
  folder = await mkdtemp(join(tmpdir(), "one-login-"));
  profilesFolder = join(folder, "stratus", "@svc+cloud");
  for (const name of ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"]) vi.stubEnv(name, folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([provider[Symbol.asyncDispose](), api[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

/** A terminal, with a browser if a person is there. */
const atTerminal: World = { terminals: { in: true, out: true, err: true } };
const withBrowser = (): World => ({
  ...atTerminal,
  openBrowser: async (url) => {
    new Browser().open(url).catch(() => undefined);
    return true;
  },
});

const acme = (line: string, world: World = {}) =>
  commandLine("@svc/cloud", { env: { ...process.env } })(line, world);
const flags = () =>
  `--endpoint ${api.address} --insecure --api-domain api.example.com --login-issuer ${provider.issuer} --login-client-id ${clientId}`;

/** All tokens of the login that is kept. */
async function secrets(): Promise<readonly string[]> {
  const kept = JSON.parse(await readFile(join(profilesFolder, "work.login"), "utf8")) as Record<
    string,
    string
  >;
  return [kept["token"], kept["refreshToken"]].filter((one) => one !== undefined);
}

/** Reads with a tool of the MCP server, as an agent does. */
async function callAsAgent(): Promise<void> {
  const sdk = await findSdk("@svc/cloud", root);
  const profiles = new Profiles(sdk, process.env);
  const profile = "work";
  const resolved = resolveSettings({ sdk, env: {}, given: {}, profiles, profile });
  const options = { env: {}, userAgent: "agent/1", writeLog: () => undefined };
  const server = new Api({ sdk, ...resolved, ...options, profile });
  const agent = await openAgent(server);
  const { isError, text } = await agent.call("read", { method: "iam/profile/get", request: {} });
  expect({ isError, text }).toMatchObject({ isError: false });
  for (const secret of await secrets()) expect(text).not.toContain(secret);
  await server.close();
}

describe("one login in a browser", () => {
  it("is used by the command line, a program and an agent's server, until logout revokes it", async () => {
    const login = await acme(`login --profile work ${flags()}`, withBrowser());
    expect(login).toMatchObject({ code: 0, out: "" });
    expect(login.said).toContain(`Logged in as ${person}`);
    const [token = "", refreshToken = ""] = await secrets();
    for (const secret of [token, refreshToken]) expect(login.screen).not.toContain(secret);

    api.seen.length = 0;
    expect((await acme("iam profile get --profile work")).code).toBe(0);
    await using cloud = Cloud.fromProfile("work");
    await new ProfileServiceClient(cloud).get({});
    await callAsAgent();
    expect(api.seen).toEqual(Array.from({ length: 3 }, () => `Bearer ${token}`));
    expect(provider.grants).toEqual(["authorization_code"]);

    const logout = await acme("logout --profile work");
    expect(logout).toMatchObject({ code: 0, said: "Credentials are removed from profile work.\n" });
    expect(provider.paths.filter((path) => path.endsWith("/revocation"))).toHaveLength(1);
    expect((await readdir(profilesFolder)).filter((name) => name.startsWith("work."))).toEqual([]);
    expect((await acme("iam profile get --profile work")).code).toBe(3);
  });

  it("gets another token when the server refuses one, in programs and commands", async () => {
    await acme(`login --profile work ${flags()}`, withBrowser());
    const [first = ""] = await secrets();
    api.refused.add(first);
    await using cloud = Cloud.fromProfile("work");
    await new ProfileServiceClient(cloud).get({});
    const [second = ""] = await secrets();
    expect(second).not.toBe(first);
    expect(api.seen.at(-1)).toBe(`Bearer ${second}`);
    api.refused.add(second);
    expect((await acme("iam profile get --profile work")).code).toBe(0);
    expect(provider.grants).toEqual(["authorization_code", "refresh_token", "refresh_token"]);
  });

  it("names the command that logs in again when it was revoked", async () => {
    await acme(`login --profile work ${flags()}`, withBrowser());
    const path = join(profilesFolder, "work.login");
    const before = await readFile(path, "utf8");
    await acme("logout --profile work");
    await acme(`profile set --profile work login-file ${path}`);
    await writeFile(path, before, { mode: 0o600 });
    api.refused.add((await secrets())[0] ?? "");
    const ended = await acme("iam profile get --profile work");
    expect(ended).toMatchObject({ code: 3, said: expect.stringContaining("acme login --profile work") });
    await using cloud = Cloud.fromProfile("work");
    const error: unknown = await new ProfileServiceClient(cloud).get({}).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(String(error)).toContain("npx @stratus/cli @svc/cloud login --profile work");
    for (const secret of await secrets()) expect(ended.screen + String(error)).not.toContain(secret);
  });

  it("is made by the installed command with the browser of the machine", async () => {
    const [urlFile, browserPath] = [join(folder, "url"), join(folder, "browser.sh")];
    await writeFile(
      browserPath,
      `#!/bin/sh\necho "$1" > "${urlFile}.part" && mv "${urlFile}.part" "${urlFile}"\n`,
      {
        mode: 0o755,
      },
    );
    const bin = join(root, "cli/bin/stratus-cli.js");
    const argv = [bin, "@svc/cloud", "login", "--browser", "--profile", "work", ...flags().split(" ")];
    const run = promisify(execFile)(process.execPath, argv, {
      cwd: root,
      env: { ...process.env, BROWSER: browserPath },
    });
    const url = await expect
      .poll(() => readFile(urlFile, "utf8").catch(() => ""), { timeout: 10_000 })
      .toMatch(/^http/)
      .then(() => readFile(urlFile, "utf8"));
    const page = await new Browser().open(url.trim());
    const { stdout, stderr } = await run;
    expect(page).toContain("You are logged in");
    expect(stderr).toContain(`Logged in as ${person}`);
    for (const secret of await secrets()) expect(page + stdout + stderr).not.toContain(secret);
    expect((await acme("iam profile get --profile work")).code).toBe(0);
  });

  it("is by a code on a machine without a browser", async () => {
    const person1 = new Browser();
    const login = acme(`login --profile work ${flags()}`, {
      ...atTerminal,
      pause: async () => {
        await new Promise((done) => setTimeout(done, 20));
      },
      onSay: (text) => {
        const url = /https?:\S+user_code=\S+/.exec(text)?.[0];
        if (url !== undefined) person1.open(url).catch(() => undefined);
      },
    });
    expect(await login).toMatchObject({
      code: 0,
      said: expect.stringMatching(/enter the code [A-Z]{4}-[A-Z]{4}/),
    });
    expect(provider.grants).toEqual(["urn:ietf:params:oauth:grant-type:device_code"]);
    expect((await acme("iam profile get --profile work")).code).toBe(0);
  });

  it("leaves the profile as it was if the person declines, or Ctrl-C ends it", async () => {
    await acme(`login --profile work ${flags()}`, withBrowser());
    const before = await readFile(join(profilesFolder, "profiles.json"), "utf8");
    provider.decision = "deny";
    const declined = await acme(`login --profile work ${flags()}`, withBrowser());
    expect(declined).toMatchObject({ code: 3, said: expect.stringContaining("access_denied") });
    const stop = new AbortController();
    const interrupted = await acme(`login --profile work ${flags()}`, {
      ...atTerminal,
      signal: stop.signal,
      openBrowser: async () => {
        stop.abort(Object.assign(new Error("interrupted"), { code: "INTERRUPTED" }));
        return true;
      },
    });
    expect(interrupted.code).not.toBe(0);
    expect(await readFile(join(profilesFolder, "profiles.json"), "utf8")).toBe(before);
    provider.decision = "allow";
    expect((await acme("iam profile get --profile work")).code).toBe(0);
  });

  it("is not opened by a script, which passes a token, nor for an API without a provider", async () => {
    const script = await acme(`login ${flags()}`, { stdin: "token-1" });
    expect(script.code).toBe(0);
    expect(provider.paths).toEqual([]);
    const none = await acme("login --browser --profile other", withBrowser());
    expect(none).toMatchObject({ code: 2, said: expect.stringContaining("--login-issuer URL") });
    const half = await acme(`login --profile third --login-issuer ${provider.issuer}`, withBrowser());
    expect(half).toMatchObject({ code: 2, said: expect.stringContaining("--login-client-id ID") });
    const both = await acme(`login --browser --token-file x ${flags()}`, withBrowser());
    expect(both.code).toBe(2);
  });
});
