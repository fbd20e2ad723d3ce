import { expect, it } from "vitest";
import { staticToken } from "../auth/static-token.js";
import { messageType } from "../../fixture/message-type.fixture.js";
import { connectThings, methods, openSession, operationWiring } from "../../fixture/test-api.fixture.js";
import { defineMethod, defineService } from "../../calls/rpc/define-service.js";
import { mockOperation } from "./mock-operation.js";
import { mockTransport } from "./mock-transport.js";

const answer = (note: string) => () => ({ spec: { note } });

it("a handler for get answers no operation service, which a handler with its name does", async () => {
  const handlers = { get: answer("thing"), create: () => ({ id: "op-1" }) };
  const read = async (more: object): Promise<unknown> => {
    await using session = openSession({
      transport: mockTransport({ ...handlers, ...more }),
      credentials: staticToken("token-1"),
      retry: false,
    });
    return connectThings(session).unary(methods.getOperation, { id: "op-2" });
  };
  await expect(read({})).rejects.toMatchObject({
    code: "NOT_FOUND",
    text: expect.stringContaining("OperationService/Get"),
  });
  expect(await read({ "OperationService/Get": () => ({ id: "op-2" }) })).toMatchObject({ id: "op-2" });
});

it("the waits of a session with a mock take no time", async () => {
  const transport = mockTransport({ create: () => mockOperation.slow(20) });
  await using session = openSession({ transport, credentials: staticToken("token-1") });
  const operation = await connectThings(session).operation(methods.create, operationWiring, {});
  expect((await operation.wait()).status).toMatchObject({ code: 0 });
});

it("a resource with a status of its own is no operation", async () => {
  const table = messageType<{ id: string; status: string }>("acme.v1.Job", [
    [1, "id", "string"],
    [2, "status", "string"],
  ]);
  const get = defineMethod(defineService("acme.v1.JobService", "jobs"), "Get", "unary", table, table);
  await using session = openSession({
    transport: mockTransport({ get: () => ({}) }),
    credentials: staticToken("t"),
  });
  expect(await connectThings(session).unary(get, { id: "1" })).toEqual({ id: "", status: "" });
});

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
