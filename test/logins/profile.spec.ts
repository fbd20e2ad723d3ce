import { chmod, chown, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Cloud, type CloudOptions, OptionsError } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { describe, expect, it, vi } from "vitest";
import {
  acme,
  at,
  caller,
  emulator,
  file,
  folder,
  login,
  token,
  useHome,
  writeProfile,
} from "./home.fixture.js";

useHome();

describe("a program", () => {
  it("uses the login of the command line: the current profile, a named one, or that of the variable", async () => {
    await login();
    await login("--profile work");
    expect(await caller(Cloud.fromProfile())).toContain("ann");
    expect(await caller(Cloud.fromProfile("work"))).toContain("ann");
    vi.stubEnv("CLOUD_PROFILE", "work");
    expect(await caller(Cloud.fromEnv())).toContain("ann");
    expect(await caller(Cloud.fromProfile())).toContain("ann");
    expect((await acme("profile list")).out).toBe("  default\n* work\n");
    vi.stubEnv("CLOUD_PROFILE", "other");
    for (const open of [() => Cloud.fromEnv(), () => Cloud.fromProfile()])
      expect(open).toThrow(/there is no profile "other".*there are default, work/);
    expect((await acme("iam profile get")).said).toContain('there is no profile "other"');
  });

  it("gets the address of a login whatever it came from", async () => {
    vi.stubEnv("CLOUD_ENDPOINT", emulator.address);
    vi.stubEnv("CLOUD_INSECURE", "true");
    vi.stubEnv("CLOUD_API_DOMAIN", emulator.apiDomain);
    expect((await acme(`login --token-file ${token}`)).code).toBe(0);
    for (const name of ["ENDPOINT", "INSECURE", "API_DOMAIN"]) vi.stubEnv(`CLOUD_${name}`, undefined);
    expect(await caller(Cloud.fromProfile())).toContain("ann");
    expect((await acme("iam profile get")).code).toBe(0);
  });

  it("gets a token of the machine, if the variable names its place", async () => {
    vi.stubEnv("CLOUD_METADATA_TOKEN", token);
    const { address: endpoint, apiDomain } = emulator;
    expect(await caller(Cloud.fromEnv({ endpoint, apiDomain, insecure: true }))).toContain("ann");
    vi.stubEnv("CLOUD_METADATA_TOKEN", "http://192.0.2.1/");
    expect(() => Cloud.fromEnv({ endpoint, apiDomain, insecure: true })).toThrow(/neither link-local/);
  });

  it("gets other options of its own, such as a parent", async () => {
    await login();
    await acme("profile set parent-id project-1");
    await using cloud = Cloud.fromProfile(undefined, { timeoutMs: 5_000, parentId: "project-2" });
    await expect(new InstanceServiceClient(cloud).list({})).resolves.toBeDefined();
  });
});

describe("the credentials of a profile go only to its own addresses", () => {
  it.each<[string, Partial<CloudOptions>]>([
    ["apiDomain", { apiDomain: "evil.example.com" }],
    ["endpoint", { endpoint: "127.0.0.1:1" }],
    ["endpoints", { endpoints: { compute: "127.0.0.1:1" } }],
    ["insecure", { insecure: true }],
    ["tls", { tls: { ca: "-----BEGIN" } }],
  ])("so %s beside it is an error", async (name, options) => {
    await writeProfile();
    const error = expect.objectContaining({ code: "OPTION_CONFLICT", option: name });
    expect(() => Cloud.fromProfile("default", options)).toThrow(error);
    vi.stubEnv("CLOUD_PROFILE", "default");
    expect(() => Cloud.fromEnv(options)).toThrow(error);
  });

  it.each([
    "API_DOMAIN",
    "ENDPOINT",
    "INSECURE",
    "TOKEN",
    "SERVICE_ACCOUNT_FILE",
    "FEDERATED_TOKEN_FILE",
    "METADATA_TOKEN",
    "CREDENTIALS",
  ])("so the variable %s beside it is an error", async (name) => {
    await writeProfile();
    vi.stubEnv("CLOUD_PROFILE", "default");
    vi.stubEnv(`CLOUD_${name}`, "x");
    expect(() => Cloud.fromEnv()).toThrow(`CLOUD_PROFILE and CLOUD_${name} are both set`);
  });

  it("so a client cannot name another host", async () => {
    await writeProfile();
    await using cloud = Cloud.fromProfile();
    const open = () => new InstanceServiceClient(cloud, { endpoint: { host: "evil.example.com" } });
    expect(open).toThrow(/profile default/);
  });

  it("so an address that the profile gets later needs another login", async () => {
    await writeProfile();
    await acme("profile set endpoint 127.0.0.1:1");
    expect(() => Cloud.fromProfile()).toThrow(
      `were saved for http://${emulator.address}, and the profile now has http://127.0.0.1:1`,
    );
  });
});

describe.skipIf(process.platform === "win32")("a profiles file is read only", () => {
  const both = async (): Promise<readonly [unknown, string]> => {
    let error: unknown;
    try {
      Cloud.fromProfile();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(OptionsError);
    return [error, (await acme("iam profile get")).said];
  };

  it.each([0o644, 0o640, 0o604, 0o620, 0o602, 0o701].map((mode) => [mode.toString(8), mode] as const))(
    "if it belongs to its user alone, not with mode %s",
    async (_, mode) => {
      await writeProfile();
      await chmod(file, mode);
      for (const said of await both()) {
        expect(String(said)).toContain(`is open to other users (mode 0${mode.toString(8)})`);
        expect(String(said)).toContain("chmod 600");
      }
    },
  );

  it("if it is not a link", async () => {
    await writeProfile();
    await rename(file, `${file}.real`);
    await symlink(`${file}.real`, file);
    for (const said of await both()) expect(String(said)).toContain("is a link");
  });

  it("if it is a file", async () => {
    await mkdir(file, { recursive: true });
    for (const said of await both()) expect(String(said)).toContain("is not a file");
  });

  it("at an absolute path that the variable gives, never relative to the working folder", async () => {
    await writeProfile();
    const moved = join(folder, "elsewhere.json");
    await rename(file, moved);
    vi.stubEnv("CLOUD_PROFILES_FILE", moved);
    expect(await caller(Cloud.fromProfile())).toContain("ann");
    expect((await acme("iam profile get")).code).toBe(0);
    vi.stubEnv("CLOUD_PROFILES_FILE", "profiles.json");
    for (const said of await both()) expect(String(said)).toContain("must be absolute");
    vi.stubEnv("CLOUD_PROFILES_FILE", undefined);
    vi.stubEnv("XDG_CONFIG_HOME", ".");
    expect(() => Cloud.fromProfile()).toThrow(`there are no profiles in ${homedir()}`);
  });

  it.skipIf(process.geteuid?.() !== 0)("if it does not belong to another user", async () => {
    await writeProfile();
    await chown(file, 12_345, 12_345);
    for (const said of await both()) expect(String(said)).toContain("belongs to the user 12345");
  });

  it("with a name that is no path", () => {
    for (const name of ["../other", "a/b", "", ".", ".."])
      expect(() => Cloud.fromProfile(name)).toThrow(/invalid profile name/);
  });

  it("and so is a token that login saved", async () => {
    const saved = join(dirname(file), "default.token");
    const ended = await acme(`login --token-file - ${at()}`, { stdin: await readFile(token, "utf8") });
    expect(ended.code).toBe(0);
    expect(await caller(Cloud.fromProfile())).toContain("ann");
    await chmod(saved, 0o644);
    await expect(caller(Cloud.fromProfile())).rejects.toThrow(/is open to other users.*log in again/);
    expect(await acme("iam profile get")).toMatchObject({ code: 3, said: /open to other users/ });
  });
});

describe("messages name the profile", () => {
  it("in errors of calls, with the command that logs in again, and show no token", async () => {
    await login("--profile work");
    await writeFile(token, "expired-secret-1");
    const error: unknown = await caller(Cloud.fromProfile("work")).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(String(error)).toContain("profile work");
    expect(String(error)).toContain("npx @stratus/cli @svc/cloud login --profile work");
    expect(String(error)).not.toContain("expired-secret-1");
    expect((await acme("iam profile get --profile work")).said).toContain("acme login --profile work");
    const { said } = await acme("iam profile get --profile work -o json");
    expect(JSON.parse(said)).toMatchObject({
      error: { code: "UNAUTHENTICATED", fix: expect.stringContaining("acme login --profile work") },
    });
  });

  it("if it has no credentials", async () => {
    await login();
    await acme("logout");
    await expect(caller(Cloud.fromProfile())).rejects.toThrow(
      /no access token from profile default.*npx @stratus\/cli @svc\/cloud login/,
    );
  });

  it("in the debug log", async () => {
    await login("--profile work");
    const lines: string[] = [];
    const logger = { warn: () => undefined, debug: (_: object, text: string) => void lines.push(text) };
    await caller(Cloud.fromProfile("work", { debug: true, logger }));
    expect(lines[0]).toBe("the addresses and credentials are those of profile work");
    expect(lines.join("\n")).toContain("profile work (token file) gave a token");
    expect(lines.join("\n")).not.toContain(await readFile(token, "utf8"));
  });
});
