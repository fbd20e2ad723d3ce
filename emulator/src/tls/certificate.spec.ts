import { X509Certificate } from "node:crypto";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { describe, expect, it } from "vitest";
import { patienceMs } from "../../../test/patience.js";
import { openCloud } from "../emulator.fixture.js";
import { generateCertificate } from "./certificate.js";

const now = new Date("2030-01-01T00:00:00Z");

describe("a generated certificate", () => {
  it("is one that others can read, for every host, for a year, signed by its own key", () => {
    for (let i = 0; i < 50; i += 1) {
      const { certificatePem, keyPem } = generateCertificate(["compute.api.example.com", "127.0.0.1"], now);
      const certificate = new X509Certificate(certificatePem);
      expect(certificate.subjectAltName).toBe("DNS:compute.api.example.com, IP Address:127.0.0.1");
      expect(certificate.verify(certificate.publicKey)).toBe(true);
      expect(certificate.validTo).toBe("Jan  1 00:00:00 2031 GMT");
      expect(certificate.ca).toBe(true);
      expect(keyPem).toContain("PRIVATE KEY");
    }
  });
});

describe("an emulator that speaks TLS", () => {
  it("is trusted under each of its authorities by who trusts its certificate, and by no one else", async () => {
    await using cloud = await openCloud({ tls: "generate" });
    const roots = Buffer.from(cloud.emulator.certificatePem ?? "");
    const list = (method: string, authority: string, trusted: Buffer | null) =>
      new Promise<string>((done) => {
        const client = new Client(cloud.emulator.address, credentials.createSsl(trusted), {
          "grpc.default_authority": authority,
          "grpc.ssl_target_name_override": authority.replace(/:\d+$/, ""),
        });
        const pass = (bytes: Buffer) => bytes;
        const options = { deadline: Date.now() + patienceMs / 5 };
        client.makeUnaryRequest(
          method,
          pass,
          pass,
          Buffer.alloc(0),
          cloud.headers({}),
          options,
          (error: ServiceError | null) => {
            client.close();
            done(error === null ? "OK" : error.details);
          },
        );
      });
    const get = "/svc.compute.v1.DiskService/List";
    const profile = "/svc.iam.v1.ProfileService/Get";
    expect(await list(get, "compute.api.example.com:443", roots)).toBe("OK");
    expect(await list(get, "compute.api.example.com", roots)).toBe("OK");
    expect(await list(profile, "cpl.iam.api.example.com:443", roots)).toBe("OK");
    expect(await list(get, "cpl.iam.api.example.com:443", roots)).toMatch(/is not served at/);
    expect(await list(get, "elsewhere.example.com:443", roots)).not.toBe("OK");
    expect(await list(get, "compute.api.example.com:443", null)).not.toBe("OK");
  });
});
