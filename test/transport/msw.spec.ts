import { once } from "node:events";
import http1, { type IncomingMessage } from "node:http";
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
