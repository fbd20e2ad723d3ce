import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { apiKey, Cloud, fileToken, noCredentials, OptionsError, staticToken } from "@svc/cloud";
import { describe, expect, it, vi } from "vitest";
import { caller, emulator, folder, token, useHome } from "./home.fixture.js";
import { readConfig } from "./yaml-profile.fixture.js";

useHome();

describe("a platform's own configuration file", () => {
  it("is read by the function on the page about logins", async () => {
    const config = join(folder, ".acme", "config.yaml");
    const yaml = (mode: string): string =>
      ["current: work", "profiles:", "  work:", "    endpoint: api.example.com", `    auth-type: ${mode}`]
        .concat([`    token-file: ${token}`, `    key-file: ${token}`, "    parent-id: project-1"])
        .join("\n");
    await mkdir(dirname(config));
    await writeFile(config, yaml("token-file"), { mode: 0o600 });
    const options = readConfig(await readFile(config, "utf8"));
    expect(options).toMatchObject({ name: "work", apiDomain: "api.example.com", parentId: "project-1" });
    expect(options.credentials?.description).toBe(`the token file ${token}`);
    expect(readConfig(yaml("service-account")).credentials?.description).toContain("service account");
    await Cloud.fromProfile({ file: config, read: readConfig }).close();
    expect(() => Cloud.fromProfile({ file: config, name: "home", read: readConfig })).toThrow(
      "there is no profile home",
    );
    // A parser quotes the line that it cannot read.
    await writeFile(config, "current: [\ntoken: secret-text-1");
    const broken = () => Cloud.fromProfile({ file: config, read: readConfig });
    expect(broken).toThrow(OptionsError);
    expect(broken).not.toThrow(/secret-text-1/);
    expect(readConfig.toString().split("\n").length).toBeLessThanOrEqual(30);
  });

  it("is read by a function of the program, under the same rules", async () => {
    const config = join(folder, "config.json");
    const profiles = { work: { endpoint: emulator.address, tokenFile: token } };
    await writeFile(config, JSON.stringify({ current: "work", profiles }), { mode: 0o600 });
    const read = (text: string, name?: string) => {
      const all = JSON.parse(text) as { current: string; profiles: typeof profiles };
      const one = all.profiles[(name ?? all.current) as "work"];
      if (!one) throw new Error(`there is no profile ${name}`);
      const { apiDomain } = emulator;
      return { apiDomain, endpoint: one.endpoint, insecure: true, credentials: fileToken(one.tokenFile) };
    };
    expect(await caller(Cloud.fromProfile({ file: config, read }))).toContain("ann");
    expect(() => Cloud.fromProfile({ file: config, name: "other", read })).toThrow(
      "there is no profile other",
    );
    vi.stubEnv("CLOUD_PROFILE", "another");
    expect(() => Cloud.fromProfile({ file: config, read })).toThrow("there is no profile another");
    vi.stubEnv("CLOUD_PROFILE", undefined);
    expect(() => Cloud.fromProfile({ file: config, read }, { endpoint: "h:1" })).toThrow(/own addresses/);
    expect(() => Cloud.fromProfile({ file: "config.json", read })).toThrow(/absolute path/);
    await chmod(config, 0o644);
    expect(() => Cloud.fromProfile({ file: config, read })).toThrow(/open to other users/);
  });

  it("may have credentials of any kind, whose errors name the profile", async () => {
    const config = join(folder, "config.json");
    await writeFile(config, "", { mode: 0o600 });
    const { apiDomain, address: endpoint } = emulator;
    for (const credentials of [apiKey("x-api-key", "k-1"), noCredentials(), staticToken("unknown-1")]) {
      const read = () => ({ name: "home", apiDomain, endpoint, insecure: true, credentials });
      await expect(caller(Cloud.fromProfile({ file: config, read }))).rejects.toThrow(
        /UNAUTHENTICATED.*the credentials are those of profile home/,
      );
    }
  });
});
