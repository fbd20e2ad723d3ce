import { afterEach, describe, expect, it, vi } from "vitest";
import { connectThings, methods, wiring } from "../../../fixture/test-api.fixture.js";
import { federatedToken, staticToken } from "../../../entries/web.js";
import type { WebSessionOptions } from "../../../session/web/web-options.js";
import { WebSession } from "../../../session/web/web-session.js";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe("a call by the platform's fetch, while the environment disables the verification of certificates", () => {
  const open = (options: WebSessionOptions) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const sent = vi.fn(async () => new Response("", { status: 403 }));
    vi.stubGlobal("fetch", sent);
    const things = connectThings(new WebSession(wiring, { credentials: staticToken("token"), ...options }));
    const failure = things.unary(methods.get, { id: "1" }).catch((error: unknown) => error);
    return { sent, failure };
  };

  it.each<WebSessionOptions>([
    { baseUrl: "https://api.example.com" },
    { baseUrl: "HTTPS://api.example.com", protocol: "connect" },
    { endpoint: () => "https://api.example.com" },
  ])("is refused before anything is sent: %o", async (options) => {
    const { sent, failure } = open(options);
    const error = await failure;
    expect(error).toMatchObject({ code: "UNAVAILABLE", clientReason: "TLS_FAILED" });
    expect(error).toMatchObject({ mayHaveReachedServer: false });
    expect(String(error)).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0.*NODE_EXTRA_CA_CERTS/);
    expect(sent).not.toHaveBeenCalled();
  });

  it("is refused where its token would be exchanged", async () => {
    const authUrl = "https://auth.example.com";
    const credentials = federatedToken.fromFunction(() => "secret", { authUrl });
    const { sent, failure } = open({ baseUrl: "http://localhost:8080", credentials });
    expect(await failure).toMatchObject({ clientReason: "TLS_FAILED" });
    expect(sent).not.toHaveBeenCalled();
  });

  it("is sent without TLS to this machine", async () => {
    const { sent, failure } = open({ baseUrl: "http://localhost:8080" });
    expect(await failure).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(sent).toHaveBeenCalledOnce();
  });
});
