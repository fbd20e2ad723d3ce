import { describe, expect, it } from "vitest";
import { staticToken } from "../auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { TestServer } from "../../fixture/test-server.fixture.js";

const thing = {
  metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
  spec: { size: 3, note: "n", password: "" },
};

describe("a call", () => {
  it("goes to its service's own authority, with token, user agent and no key when it only reads", async () => {
    await using server = await new TestServer().unary(methods.get, () => thing).listen();
    await using session = openSession({
      ...server.options,
      credentials: staticToken("token-1"),
      userAgent: "app/1",
    });
    const response = await connectThings(session).unary(methods.get, { id: "t1" });
    expect(response).toEqual(thing);
    expect(server.seen).toHaveLength(1);
    const [seen] = server.seen;
    expect(seen?.authority).toBe("things.store.api.example.com:443");
    expect(seen?.message).toEqual({ id: "t1" });
    expect(seen?.metadata["authorization"]).toBe("Bearer token-1");
    expect(seen?.metadata["user-agent"]).toMatch(/^app\/1 acme-sdk\/1\.2\.3 stratus\/0\.1\.0 node\/.*$/);
    expect(seen?.metadata).not.toHaveProperty("x-idempotency-key");
    expect(seen?.metadata).not.toHaveProperty("x-resetmask");
  });
});
