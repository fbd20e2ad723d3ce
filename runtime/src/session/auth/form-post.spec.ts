import dns from "node:dns";
import { createServer as createPlainServer, type RequestListener } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo, Server } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testCertificate, testCertificateKey } from "../../fixture/tls.fixture.js";
import { type FormPost, postForm } from "./form-post.js";

const servers: (Server & { closeAllConnections?: () => void })[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections?.();
  }
});

async function listen(server: Server, scheme: string): Promise<URL> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/login`);
}

const identity = { cert: testCertificate, key: testCertificateKey };
const plain = (listener: RequestListener) => listen(createPlainServer(listener), "http");
const secure = (listener: RequestListener, options: ServerOptions = {}) =>
  listen(createServer({ ...identity, ...options }, listener), "https");

function post(url: URL, how: Partial<FormPost> = {}): Promise<unknown> {
  const settings = { tls: undefined, signal: new AbortController().signal, timeoutMs: 10_000, ...how };
  return postForm(url, new URLSearchParams({ key: "a b&c" }), settings);
}

const echo: RequestListener = (request, response) => {
  request.setEncoding("utf8");
  void request.toArray().then((parts) => response.writeHead(201).end(parts.join("")));
};

describe("a form is posted", () => {
  it("in the clear on this machine", async () => {
    expect(await post(await plain(echo))).toEqual({ status: 201, text: "key=a+b%26c" });
  });

  it("to a server whose certificate the session's own roots have signed", async () => {
    const answer = await post(await secure(echo), { tls: { ca: testCertificate } });
    expect(answer).toEqual({ status: 201, text: "key=a+b%26c" });
  });

  it("to a name with a final dot, which TLS and the header leave out", async () => {
    const names: unknown[] = [];
    const showName: RequestListener = ({ socket, headers }, response) => {
      response.end(
        `${String((socket as TLSSocket & { readonly servername?: string }).servername)} ${headers.host}`,
      );
    };
    const { port } = await secure(showName);
    vi.spyOn(dns, "lookup").mockImplementation(((
      name: string,
      _: object,
      done: (...found: unknown[]) => void,
    ) => {
      names.push(name);
      done(null, [{ address: "127.0.0.1", family: 4 }]);
    }) as never);
    const answer = await post(new URL(`https://localhost.:${port}/login`), { tls: { ca: testCertificate } });
    expect(answer).toEqual({ status: 200, text: `localhost localhost:${port}` });
    expect(names).toEqual(["localhost."]);
  });

  it("with the client's certificate where the server asks for one", async () => {
    const showSubject: RequestListener = ({ socket }, response) => {
      const { subject } = (socket as TLSSocket).getPeerCertificate();
      response.end(subject.CN);
    };
    const url = await secure(showSubject, { requestCert: true, ca: testCertificate });
    const answer = await post(url, { tls: { ca: testCertificate, ...identity } });
    expect(answer).toEqual({ status: 200, text: "stratus test" });
  });
});

describe("there is no answer, and the error says why, from", () => {
  it("a server whose certificate nobody has signed", async () => {
    let requests = 0;
    const url = await secure(() => (requests += 1));
    await expect(post(url)).rejects.toThrow(/self-signed certificate/);
    expect(requests).toBe(0);
  });

  it("a server whose certificate nobody has signed, while the environment switches verification off", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    let requests = 0;
    const url = await secure(() => (requests += 1));
    await expect(post(url)).rejects.toThrow(/self-signed certificate/);
    expect(requests).toBe(0);
  });

  it("a server that asks for a certificate the session has not", async () => {
    const url = await secure(echo, { requestCert: true, rejectUnauthorized: true, ca: testCertificate });
    await expect(post(url, { tls: { ca: testCertificate } })).rejects.toThrow();
  });

  it.each<[what: string, listener: RequestListener]>([
    ["one that stays silent", () => undefined],
    ["one that stops in the middle", (_, response) => response.write("{")],
  ])("%s", async (_what, listener) => {
    await expect(post(await plain(listener), { timeoutMs: 50 })).rejects.toThrow("no answer within 0.05 s");
  });

  it.each<[what: string, listener: RequestListener, names: RegExp]>([
    ["one that goes away", ({ socket }) => socket.destroy(), /socket hang up/],
    ["one that goes away in the middle", goAwayLater, /aborted/],
    ["one that does not end", (_, response) => response.end("x".repeat(300_000)), /more than 262144 bytes/],
  ])("%s", async (_what, listener, names) => {
    await expect(post(await plain(listener))).rejects.toThrow(names);
  });
});

function goAwayLater(...[, response]: Parameters<RequestListener>): void {
  response.writeHead(200, { "content-length": 10 });
  response.write("{", () => response.destroy());
}

describe("who gives up", () => {
  it("while the server is silent gets the reason that was given", async () => {
    const leaving = new AbortController();
    const url = await plain(() => leaving.abort("closed"));
    await expect(post(url, { signal: leaving.signal })).rejects.toBe("closed");
  });

  it("before the start sends nothing", async () => {
    let requests = 0;
    const url = await plain(() => (requests += 1));
    await expect(post(url, { signal: AbortSignal.abort("closed") })).rejects.toBe("closed");
    expect(requests).toBe(0);
  });
});
