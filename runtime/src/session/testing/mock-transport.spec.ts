import { expect, it } from "vitest";
import { staticToken } from "../auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { mockTransport } from "./mock-transport.js";

const answer = (note: string) => () => ({ spec: { note } });

it.each([
  ["every service", { get: answer("any") }, "any"],
  ["a service", { get: answer("any"), "ThingService/Get": answer("one") }, "one"],
  [
    "a service of a package",
    { "ThingService/Get": answer("one"), "acme.v1.ThingService/Get": answer("full") },
    "full",
  ],
  ["another service alone", { get: answer("any"), "OtherService/Get": answer("other") }, "any"],
])("a handler answers the method of %s", async (_, handlers, want) => {
  const transport = mockTransport(handlers);
  await using session = openSession({ transport, credentials: staticToken("token-1"), retry: false });
  const thing = await connectThings(session).unary(methods.get, { id: "1" });
  expect(thing.spec?.note).toBe(want);
});
