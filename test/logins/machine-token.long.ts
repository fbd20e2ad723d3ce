import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { profileToken } from "@stratus/runtime/login";

it("a machine that does not answer costs a program 3 s", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const startMs = performance.now();
  const settings = { metadataToken: `http://127.0.0.1:${port}/token` };
  await expect(profileToken(settings, { packageName: "", profile: "" })).rejects.toThrow(
    "no answer within 3 s",
  );
  expect(performance.now() - startMs).toBeGreaterThan(2_900);
  expect(performance.now() - startMs).toBeLessThan(6_000);
  server.closeAllConnections();
  server.close();
});
