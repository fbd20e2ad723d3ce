import { once } from "node:events";
import http1, { type IncomingMessage } from "node:http";
import http2 from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { staticToken } from "../../runtime/src/session/auth/static-token.js";
import {
  connectThings,
  methods,
  openSession,
  type Thing,
} from "../../runtime/src/fixture/test-api.fixture.js";
import { TestServer } from "../../runtime/src/fixture/test-server.fixture.js";

/** MSW 3 needs this function of Node 22. */
vi.hoisted(() => {
  if ("withResolvers" in Promise) return;
  Object.assign(Promise, {
    withResolvers() {
      const resolvers = {};
      const promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
      return { promise, ...resolvers };
    },
  });
});

/** Replaces the sockets of `node:net` to read what a program sends. */
const msw = setupServer(http.get("http://127.0.0.1:9/", () => HttpResponse.text("by MSW")));
const thing: Thing = { metadata: undefined, spec: { size: 1, note: "", password: "" } };

beforeAll(() => msw.listen());
afterAll(() => {
  msw.close();
  for (const name of Object.keys(globalThis).filter((key) => key.startsWith("__MSW_")))
    Reflect.deleteProperty(globalThis, name);
});

it("calls pass while MSW patches sockets", async () => {
  await using server = await new TestServer().unary(methods.get, () => thing).listen();
  const session = openSession({
    endpoint: server.address,
    insecure: true,
    credentials: staticToken("t"),
    retry: false,
  });
  const [intercepted] = (await once(http1.get("http://127.0.0.1:9/"), "response")) as [IncomingMessage];
  expect(String(await intercepted.setEncoding("utf8").toArray())).toBe("by MSW");
  const calls = Array.from({ length: 20 }, () => connectThings(session).unary(methods.get, { id: "1" }));
  expect(await Promise.all(calls)).toEqual(calls.map(() => thing));
  await session.close({ graceMs: 1 });
});

/** The reason why the transport does not use `node:http2`. If this fails, MSW or Node has changed. */
it("node:http2 gets no response meanwhile, from a server that answers without MSW", async () => {
  await using server = await new TestServer().unary(methods.get, () => thing).listen();
  const outcome = async (limitMs: number): Promise<string> => {
    const session = http2.connect(`http://${server.address}`);
    const stream = session.request({ ":method": "POST", ":path": "/none/None", te: "trailers" });
    const failed = Promise.race([once(session, "error"), once(stream, "error")]).then(() => "failed");
    const answered = once(stream, "response").then(() => "answered");
    // What is left over ends with the session.
    for (const rest of [failed, answered]) rest.catch(() => undefined);
    stream.end();
    try {
      return await Promise.race([answered, failed, pause(limitMs, "nothing", { ref: false })]);
    } finally {
      session.destroy();
    }
  };
  expect(await outcome(2_000)).not.toBe("answered");
  msw.close();
  expect(await outcome(20_000)).toBe("answered");
  msw.listen();
});
