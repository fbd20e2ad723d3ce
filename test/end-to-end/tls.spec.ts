import { serviceAccount } from "@svc/cloud";
import { DiskServiceClient } from "@svc/cloud/compute/v1";
import { describe, expect, it } from "vitest";
import { account, openSession, privateKey, startCloud } from "./local-cloud.fixture.js";
import { codedError } from "../coded-error.js";

describe("a cloud behind certificates of its own", () => {
  it.each(["gRPC", "HTTP"])("is logged in to by %s and called, once they are trusted", async (way) => {
    await using emulator = await startCloud({ tls: "generate" });
    const login = way === "HTTP" ? { authUrl: emulator.authUrl } : {};
    await using cloud = openSession(emulator, {
      insecure: false,
      tls: { ca: emulator.certificatePem },
      credentials: serviceAccount.fromKey({ ...account, key: privateKey }, login),
    });
    const { items } = await new DiskServiceClient(cloud).list({ parentId: "p" });
    expect(items).toEqual([]);
    const exchange =
      way === "HTTP" ? "POST /oauth2/token/exchange" : "svc.iam.v1.TokenExchangeService/Exchange";
    expect(emulator.report().map(({ method, code }) => ({ method, code }))).toEqual([
      { method: exchange, code: "OK" },
      { method: "svc.compute.v1.DiskService/List", code: "OK" },
    ]);
  });

  it("gets neither a login nor a call while they are not", async () => {
    await using emulator = await startCloud({ tls: "generate" });
    await using cloud = openSession(emulator, {
      insecure: false,
      random: () => 0,
      credentials: serviceAccount.fromKey({ ...account, key: privateKey }, { authUrl: emulator.authUrl }),
    });
    const list = new DiskServiceClient(cloud).list({ parentId: "p" });
    await expect(list).rejects.toThrow(codedError("UNAVAILABLE", /no access token.*self-signed certificate/));
    expect(emulator.report()).toEqual([]);
  });
});
