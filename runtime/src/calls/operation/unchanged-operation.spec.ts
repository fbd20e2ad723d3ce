import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import { messageType } from "../../fixture/message-type.fixture.js";
import {
  AnyType,
  connectThings,
  methods,
  openSession,
  operationWiring,
  StatusType,
  type Thing,
  ThingType,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { defineMethod } from "../rpc/define-service.js";
import { wireNamedOperations, withTypes } from "./named-operation.js";
import { withResource } from "./resource-operation.js";
import { codedError } from "../../../../test/coded-error.js";

const thing: Thing = {
  metadata: { id: "t1", parentId: "p", resourceVersion: 7n },
  spec: { size: 3, note: "old", password: "" },
};

function setUp() {
  const transport = answering((_call: OutgoingCall) => structuredClone(thing));
  const session = openSession({ transport, credentials: staticToken("t"), clock: new TestClock() });
  return { things: connectThings(session), names: () => transport.calls.map(({ method }) => method.name) };
}

const nothing = [
  ["nothing", () => undefined],
  ["an equal value", ({ spec }: Thing) => void (spec && (spec.size = 3))],
  ["a change and its contrary", ({ spec }: Thing) => void (spec && ((spec.size = 4), (spec.size = 3)))],
  ["a copy", (one: Thing) => structuredClone(one)],
] as const;

describe("a modify that changes nothing", () => {
  it.each(nothing)("sends nothing if the callback does %s", async (_, change) => {
    const { things, names } = setUp();
    const wiring = withResource(operationWiring, methods.get, (id) => ({ id }));
    const setting = { get: methods.get, update: methods.update, operation: wiring };
    const operation = await things.modify(setting, { id: "t1" }, change);
    expect(names()).toEqual(["Get"]);
    expect(operation).toMatchObject({ isUnchanged: true, isDone: true, id: "", resourceId: "t1" });
    expect(await operation.wait()).toBe(operation.latest);
    expect(await operation.resource()).toEqual(thing);
    expect(await operation.refresh()).toBe(operation.latest);
    expect(JSON.stringify(operation)).toContain("t1");
    expect(names()).toEqual(["Get"]);
  });

  it("gives the resource, with the call that read it, if the update would", async () => {
    const { things, names } = setUp();
    const setting = { get: methods.get, update: methods.set };
    const call = things.modifyNow(setting, { id: "t1" }, () => undefined);
    expect(await call).toEqual(thing);
    expect((await call.withResponse()).data).toEqual(thing);
    expect(names()).toEqual(["Get"]);
  });

  it("gives the resource in what the update would answer with", async () => {
    const Holder = messageType<{ thing: Thing | undefined }>("acme.v1.UpdateThingResponse", [
      [1, "thing", ThingType],
    ]);
    const Empty = messageType<object>("acme.v1.Empty", []);
    const { things } = setUp();
    for (const [response, want] of [
      [Holder, { thing }],
      [Empty, {}],
    ] as const) {
      const update = defineMethod(methods.set.service, "Put", "unary", ThingType, response as typeof Empty, {
        update: true,
      });
      expect(await things.modifyNow({ get: methods.get, update }, { id: "t1" }, () => undefined)).toEqual(
        want,
      );
    }
  });

  it("gives a finished operation of AIP-151, whose result is the resource", async () => {
    const Named = messageType<{ name: string; done: boolean }>("acme.v1.NamedOperation", [
      [1, "name", "string"],
      [2, "done", "bool"],
      [3, "error", StatusType, { oneof: "result" }],
      [4, "response", AnyType, { oneof: "result" }],
    ]);
    const service = methods.set.service;
    const get = defineMethod(service, "GetOperation", "unary", ThingType, Named, { readOnly: true });
    const update = defineMethod(service, "Put", "unary", ThingType, Named, { update: true });
    const reading = wireNamedOperations(
      () => get,
      () => ({}),
    );
    const { things, names } = setUp();
    const setting = { get: methods.get, update, operation: withTypes(reading, ThingType, undefined) };
    const operation = await things.modify(setting, { id: "t1" }, () => undefined);
    expect(operation).toMatchObject({ isUnchanged: true, isDone: true, id: "" });
    expect(await operation.result()).toEqual(thing);
    expect(names()).toEqual(["Get"]);
  });

  it("is over for whoever waits, unless that was given up before", async () => {
    const { things } = setUp();
    const setting = { get: methods.get, update: methods.update, operation: operationWiring };
    const operation = await things.modify(setting, { id: "t1" }, () => undefined);
    await expect(operation.wait({ signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    await expect(operation.wait({ timeout: 5 } as object)).rejects.toThrow(
      codedError("OPTION_UNKNOWN", /did you mean "timeoutMs"/),
    );
  });
});
