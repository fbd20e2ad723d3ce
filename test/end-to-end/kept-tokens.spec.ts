import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Emulator } from "@stratus/emulator";
import { cachedToken, federatedToken, serviceAccount, type Credentials } from "@svc/cloud";
import { ProfileServiceClient } from "@svc/cloud/iam/v1";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, openSession, privateKey, startCloud } from "./local-cloud.fixture.js";
import { patienceMs } from "../patience.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A command that says who it is, and ends as such commands do. */
const command = `
  import { cachedToken, Cloud, serviceAccount } from "@svc/cloud";
  import { ProfileServiceClient } from "@svc/cloud/iam/v1";
  const { API_DOMAIN: apiDomain, ADDRESS: endpoint, KEY_FILE: file } = process.env;
  const credentials = cachedToken(serviceAccount.fromFile(file));
  const cloud = new Cloud({ apiDomain, endpoint, insecure: true, credentials });
  const { profile } = await new ProfileServiceClient(cloud).get({});
  console.log(profile.value.info.metadata.id);
  process.exit(0);
`;

describe("short-lived commands", () => {
  let emulator: Emulator;
  let folder: string;
  beforeAll(async () => {
    emulator = await startCloud();
    folder = await mkdtemp(join(tmpdir(), "stratus-kept-"));
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    const { keyId: kid, accountId: iss } = account;
    const key = { "subject-credentials": { alg: "RS256", "private-key": pem, kid, iss, sub: iss } };
    await writeFile(join(folder, "key.json"), JSON.stringify(key), { mode: 0o600 });
  });
  beforeEach(() => emulator.clearCalls());
  afterAll(async () => {
    await emulator.close();
    await rm(folder, { recursive: true });
  });

  const run = async (): Promise<string> => {
    const env = {
      PATH: process.env["PATH"],
      API_DOMAIN: emulator.apiDomain,
      ADDRESS: emulator.address,
      KEY_FILE: join(folder, "key.json"),
      HOME: folder,
      XDG_CACHE_HOME: join(folder, "cache"),
    };
    const options = { cwd: top, env, timeout: patienceMs };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", command],
      options,
    );
    expect(stderr).toBe("");
    return stdout.trim();
  };
  const logins = (): number => emulator.calls().filter(({ method }) => method.endsWith("/Exchange")).length;

  it.skipIf(process.platform === "win32")(
    "that start together log in once, and later ones not at all",
    async () => {
      expect(await Promise.all([run(), run(), run(), run()])).toEqual(Array(4).fill(account.accountId));
      expect(logins()).toBe(1);
      expect(await run()).toBe(account.accountId);
      expect(logins()).toBe(1);
      const files = await readdir(join(folder, "cache/stratus/tokens"));
      expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
      const kept = await readFile(join(folder, "cache/stratus/tokens", files[0] ?? ""), "utf8");
      expect(kept).not.toMatch(/eyJ|PRIVATE|serviceaccount/);

      // All tokens are revoked: each command meets its refusal, and the first replaces the token for all.
      emulator.revokeTokens();
      expect(await run()).toBe(account.accountId);
      expect(await run()).toBe(account.accountId);
      expect(logins()).toBe(2);
    },
  );

  it("of a workload that another issuer vouches for run without a key, for themselves or for somebody else", async () => {
    const issuer = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const claims = { iss: "https://ci.example.com", sub: "job-1", aud: "cloud" };
    emulator.addFederatedAccount({
      accountId: account.accountId,
      issuer: claims.iss,
      subject: claims.sub,
      audience: claims.aud,
      keyId: "ci-1",
      publicKeyPem: issuer.publicKey.export({ type: "spki", format: "pem" }).toString(),
    });
    const path = join(folder, "id-token");
    const renew = async (jti: string): Promise<void> => {
      const jwt = new SignJWT({ ...claims, jti }).setProtectedHeader({ alg: "RS256", kid: "ci-1" });
      await writeFile(path, await jwt.setExpirationTime("5m").sign(issuer.privateKey));
    };
    const whoIs = async (credentials: Credentials): Promise<unknown> => {
      await using cloud = openSession(emulator, { credentials });
      const { profile } = await new ProfileServiceClient(cloud).get({});
      return profile?.$case === "serviceAccountProfile" ? profile.value.info?.metadata?.id : profile?.$case;
    };
    const tokenType = "id_token";
    await renew("1");
    for (const credentials of [
      federatedToken.fromFile(path, { tokenType, audience: "cloud" }),
      federatedToken.fromFile(path, { tokenType, authUrl: emulator.authUrl }),
      federatedToken.fromFile(path, {
        tokenType,
        actor: serviceAccount.fromKey({ ...account, key: privateKey }),
      }),
      serviceAccount.fromKey({ ...account, key: privateKey }, { actor: federatedToken.fromFile(path) }),
    ]) {
      expect(await whoIs(credentials)).toBe(account.accountId);
    }
    // What the issuer renews is of the same workload: its access token is kept beyond that.
    emulator.clearCalls();
    for (const jti of ["2", "3"]) {
      await renew(jti);
      const credentials = cachedToken(federatedToken.fromFile(path), { folder: join(folder, "federated") });
      expect(await whoIs(credentials)).toBe(account.accountId);
    }
    expect(logins()).toBe(1);
  });
});
