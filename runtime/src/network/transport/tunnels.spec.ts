import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, FaultServer } from "../../fixture/fault-server.fixture.js";
import { callTo } from "../../fixture/sessions.fixture.js";
import { methods, ThingType, type Thing } from "../../fixture/test-api.fixture.js";
import { testCertificate, testCertificateKey } from "../../fixture/tls.fixture.js";
import type { SessionOptions } from "../../session/core/session-options.js";
import { codedError } from "../../../../test/coded-error.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const bytes = ThingType.encode(thing);

/** How a proxy joins the two sides once the far one is connected. */
type Joining = (near: Socket, far: Socket) => void;

const established = "HTTP/1.1 200 Connection established\r\n\r\n";
const atOnce: Joining = (near, far) => {
  near.write(established);
  far.pipe(near).pipe(far);
};

/** Waits for what the far end says of itself, and sends it in one piece with its own answer. */
const withFirstWords: Joining = (near, far) => {
  far.once("data", (words: Buffer) => {
    near.write(Buffer.concat([Buffer.from(established), words]));
    far.pipe(near).pipe(far);
  });
};

/** A proxy that opens tunnels to one server, whatever is asked for. */
async function proxyTo(server: FaultServer, join: Joining, secure = false) {
  const asked: (string | undefined)[] = [];
  const proxy: Server = secure
    ? (createSecureServer({ cert: testCertificate, key: testCertificateKey }) as unknown as Server)
    : createServer();
  proxy.on("connect", ({ url, headers }, near: Socket) => {
    asked.push(url, headers["proxy-authorization"]);
    const far = connect(Number(server.address.split(":")[1]), "127.0.0.1", () => join(near, far));
    far.on("error", () => near.destroy());
    near.on("error", () => far.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return { asked, port, [Symbol.dispose]: () => void proxy.close() };
}

const plain: SessionOptions = { logger: { warn: () => undefined }, retry: false };
const remote = "emulator.example.com:8443";

afterEach(() => vi.unstubAllEnvs());

describe("through a tunnel,", () => {
  it.each([
    ["a server without TLS is called", atOnce],
    ["a server that speaks first is heard", withFirstWords],
  ])("%s", async (_, join) => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    using proxy = await proxyTo(server, join);
    const things = callTo(remote, { ...plain, proxy: `http://127.0.0.1:${proxy.port}` });
    expect(await things.unary(methods.get, {})).toEqual(thing);
    expect(proxy.asked).toEqual([remote, undefined]);
  });
});

describe("a proxy that speaks TLS itself", () => {
  it("is trusted by its own CA, and gets its user and password inside TLS", async () => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    using proxy = await proxyTo(server, atOnce, true);
    const url = `https://user:p%40ss@127.0.0.1:${proxy.port}`;
    const things = callTo(remote, { ...plain, proxy: { url, ca: testCertificate } });
    expect(await things.unary(methods.get, {})).toEqual(thing);
    expect(proxy.asked).toEqual([remote, `Basic ${Buffer.from("user:p@ss").toString("base64")}`]);
  });

  it.each([
    ["", "1"],
    [", also while the environment switches verification off", "0"],
  ])("that nobody vouches for is told neither, and the error shows no password%s", async (_, variable) => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", variable);
    await using server = await new FaultServer([answer(bytes)]).listen();
    using proxy = await proxyTo(server, atOnce, true);
    const things = callTo(remote, { ...plain, proxy: `https://user:marker@127.0.0.1:${proxy.port}` });
    const error: unknown = await things.unary(methods.get, {}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "UNAVAILABLE",
      text: expect.stringMatching(
        /no tunnel: the proxy that the option proxy names: self-signed certificate; the option proxy takes the certificates to trust: \{ url, ca \}$/,
      ),
    });
    expect(inspect(error, { depth: 10 })).not.toContain("marker");
    expect(proxy.asked).toEqual([]);
  });

  it("by its URL alone is named with a fix", async () => {
    await using server = await new FaultServer([answer(bytes)]).listen();
    using proxy = await proxyTo(server, atOnce);
    const things = callTo(remote, { ...plain, proxy: `https://127.0.0.1:${proxy.port}` });
    await expect(things.unary(methods.get, {})).rejects.toThrow(
      codedError("UNAVAILABLE", /the option proxy names: .*write http: in its URL/),
    );
  });
});
