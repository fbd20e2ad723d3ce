import { describe, expect, it, vi } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import type { CallError } from "../error/call-error.js";

// As in a page whose network is gone, or whose files are those of another version by now.
vi.mock("../error/add-details.js", () => {
  throw new Error("offline");
});

describe("a failure whose details cannot be read, since what reads them cannot be loaded", () => {
  it("keeps its code and text, says why, and is not repeated, since the service may forbid it there", async () => {
    const trailer = [["grpc-status-details-bin", Uint8Array.of(8, 14)]] as const;
    let attempts = 0;
    const session = openSession({
      credentials: staticToken("token"),
      transport: answering(() => {
        attempts += 1;
        return failure(14, "not now", trailer);
      }),
    });
    const error = await connectThings(session)
      .unary(methods.get, { id: "x" })
      .catch((caught: unknown) => caught as CallError);
    expect(error).toMatchObject({ code: "UNAVAILABLE", attempts: 1, details: [] });
    expect((error as CallError).text).toMatch(/^not now; its details could not be read: /);
    expect(attempts).toBe(1);
  });
});
