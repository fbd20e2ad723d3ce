import dns from "node:dns";
import { createServer, type Server as HttpServer } from "node:http";
import { connect, createServer as createRelay, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { inspect } from "node:util";
import { ServerCredentials } from "@grpc/grpc-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { patienceMs } from "../patience.js";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import { connectThings, methods, type Thing } from "../../runtime/src/fixture/test-api.fixture.js";
import { TestServer } from "../../runtime/src/fixture/test-server.fixture.js";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";
import type { SessionOptions } from "../../runtime/src/session/core/session-options.js";
import { implementations } from "./implementations.fixture.js";

describe.each(implementations)("over $name,", (implementation) => {
  const isOurs = implementation.name === "our HTTP/2";
  const thing: Thing = { metadata: undefined, spec: { size: 1, note: "", password: "" } };

  /** A proxy that opens tunnels to one address, whatever is asked for, and says what was. */
  class TunnelProxy {
    readonly asked: { readonly target: string | undefined; readonly authorization: string | undefined }[] =
      [];
    readonly #server: HttpServer;
    #answer = 200;

    constructor(to: string) {
      const [host, port] = to.split(":");
      this.#server = createServer();
      this.#server.on("connect", ({ url, headers }, socket, head) => {
        this.asked.push({ target: url, authorization: headers["proxy-authorization"] });
        if (this.#answer !== 200) {
          socket.end(`HTTP/1.1 ${this.#answer} No\r\n\r\n`);
          return;
        }
        const onward = connect(Number(port), host, () => {
          socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
          onward.write(head);
          onward.pipe(socket).pipe(onward);
        });
        onward.on("error", () => socket.destroy());
        socket.on("error", () => onward.destroy());
      });
    }

    refusing(status: number): this {
      this.#answer = status;
      return this;
    }

    async listen(): Promise<this> {
      await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
      return this;
    }

    get port(): number {
      return (this.#server.address() as AddressInfo).port;
    }

    [Symbol.dispose](): void {
      this.#server.close();
    }
  }

  async function callThing(options: SessionOptions): Promise<unknown> {
    await using session = implementation.open({ credentials: staticToken("token-1"), ...options });
    return await connectThings(session).unary(methods.get, { id: "1" }, { timeoutMs: patienceMs / 5 });
  }

  function thingServer(credentials?: ServerCredentials): Promise<TestServer> {
    return new TestServer().unary(methods.get, () => thing).listen(credentials);
  }

  function portOf({ address }: TestServer): number {
    return Number(address.split(":")[1]);
  }

  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === "::1"),
  );

  const tlsServer = (): Promise<TestServer> =>
    thingServer(
      ServerCredentials.createSsl(null, [
        { cert_chain: Buffer.from(testCertificate), private_key: Buffer.from(testCertificateKey) },
      ]),
    );

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  describe("behind a proxy", () => {
    it.each(["grpc_proxy", "https_proxy", "http_proxy"])(
      "%s is asked for a tunnel, with TLS inside it",
      async (name) => {
        await using server = await tlsServer();
        using proxy = await new TunnelProxy(server.address).listen();
        vi.stubEnv(name, `http://user:secret@127.0.0.1:${proxy.port}`);
        expect(await callThing({ tls: { ca: testCertificate } })).toEqual(thing);
        expect(proxy.asked).toEqual([
          {
            target: "things.store.api.example.com:443",
            authorization: `Basic ${Buffer.from("user:secret").toString("base64")}`,
          },
        ]);
        expect(server.seen[0]?.authority).toBe("things.store.api.example.com:443");
      },
    );

    it.each(["no_grpc_proxy", "no_proxy"])("%s leaves hosts out", async (name) => {
      await using server = await thingServer();
      using proxy = await new TunnelProxy(server.address).listen();
      vi.stubEnv("grpc_proxy", `http://127.0.0.1:${proxy.port}`);
      vi.stubEnv(name, "localhost");
      expect(
        await callThing({ endpoint: server.address.replace("127.0.0.1", "localhost"), insecure: true }),
      ).toEqual(thing);
      expect(proxy.asked).toEqual([]);
    });

    it("a refusal is a failed connection, and shows no password", async () => {
      using proxy = await new TunnelProxy("127.0.0.1:1").refusing(407).listen();
      vi.stubEnv("grpc_proxy", `http://user:secret@127.0.0.1:${proxy.port}`);
      const error = await callThing({ retry: false }).catch((failure: unknown) => failure);
      // The library says only in its log what the proxy answered.
      const reason = isOurs
        ? "no tunnel: the proxy that grpc_proxy names asks for a user and a password (407); write them into its URL"
        : "the proxy that grpc_proxy names did not open a tunnel";
      const text = `No connection established: ${reason}`;
      expect(error).toMatchObject({ code: "UNAVAILABLE", text });
      expect(inspect(error)).not.toContain("secret");
    });
  });

  describe.runIf(isOurs)("a TLS handshake that will fail again fails the call at once, with advice:", () => {
    const own = { ca: testCertificate };

    it.each<[what: string, options: SessionOptions, server: () => Promise<TestServer>, want: RegExp]>([
      ["nobody trusts the server", {}, tlsServer, /self-signed certificate; the option `tls\.ca`/],
      [
        "the certificate is for another host",
        { tls: own, apiDomain: "other.example.com" },
        tlsServer,
        /altnames: .*; the certificate is for another host/,
      ],
      ["the server speaks none", { tls: own }, thingServer, /wrong version number; .*`insecure: true`/],
    ])("%s", async (_, options, start, want) => {
      await using server = await start();
      const retried: unknown[] = [];
      const hooks = { onRetry: (event: unknown) => void retried.push(event) };
      const error = await callThing({ ...options, endpoint: server.address, hooks }).catch(
        (failure: unknown) => failure,
      );
      const text = expect.stringMatching(want);
      expect(error).toMatchObject({ code: "UNAVAILABLE", clientReason: "TLS_FAILED", text, attempts: 1 });
      expect(retried).toEqual([]);
    });
  });

  describe("an address", () => {
    it.each(["127.0.0.1:1", "[::1]:1"])(
      "%s where nobody listens is named in the failure",
      async (endpoint) => {
        const error = await callThing({ endpoint, insecure: true, retry: false }).catch(
          (failure: unknown) => failure,
        );
        const text = expect.stringMatching(/^No connection established: connect E[A-Z]+ /);
        expect(error).toMatchObject({ code: "UNAVAILABLE", text, attempts: 1 });
      },
    );

    it.skipIf(!hasIpv6)("of IPv6 is connected", async () => {
      await using server = await thingServer();
      const relay = createRelay((socket) => socket.pipe(connect(portOf(server), "127.0.0.1")).pipe(socket));
      await new Promise<void>((resolve) => relay.listen(0, "::1", resolve));
      const { port } = relay.address() as AddressInfo;
      expect(await callThing({ endpoint: `[::1]:${port}`, insecure: true })).toEqual(thing);
      relay.close();
    });
  });

  describe("a name", () => {
    const host = "things.store.api.example.com";

    it("with several addresses is tried until one answers", async () => {
      await using server = await thingServer();
      const port = portOf(server);
      vi.spyOn(dns.promises, "lookup").mockImplementation((async () => [
        { address: "127.0.0.2", family: 4 },
        { address: "::1", family: 6 },
        { address: "127.0.0.1", family: 4 },
      ]) as never);
      expect(await callThing({ endpoint: `${host}:${port}`, insecure: true })).toEqual(thing);
    });

    it("that does not resolve says so, and is asked for again", async () => {
      await using server = await thingServer();
      const port = portOf(server);
      let asked = 0;
      vi.spyOn(dns.promises, "lookup").mockImplementation((async () => {
        if (++asked === 1)
          throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
        return [{ address: "127.0.0.1", family: 4 }];
      }) as never);
      const options = { endpoint: `${host}:${port}`, insecure: true };
      const error = await callThing({ ...options, retry: false }).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: "UNAVAILABLE", text: expect.stringContaining(host) });
      asked = 0;
      expect(await callThing(options)).toEqual(thing);
    });
  });
});
