import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staticToken } from "../auth/static-token.js";
import {
  connectThings,
  methods,
  openSession,
  operationWiring,
  type Operation,
} from "../../fixture/test-api.fixture.js";
import { TestClock } from "../../fixture/test-clock.fixture.js";
import { Telemetry, withContext } from "../../fixture/telemetry.fixture.js";
import { errorStatus } from "../../fixture/test-server.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { openTelemetryHooks } from "./opentelemetry.js";
import { codedError } from "../../../../test/coded-error.js";

const running: Operation = { id: "op-1", resourceId: "t-1", status: undefined, done: 0 };
const succeeded: Operation = { ...running, status: { code: 0, message: "", details: [] } };
const failed: Operation = { ...running, status: errorStatus(9, "no room", { secretNote: "marker-9a" }) };

let dropContext: () => void;
beforeAll(() => {
  dropContext = withContext();
});
afterAll(() => dropContext());

/** Starts an operation that the server shows in these states, one for each read. */
async function start(telemetry: Telemetry, first: Operation, reads: readonly Operation[]) {
  const clock = new TestClock();
  let turn = 0;
  const transport = answering(({ method }) => (method.name === "Create" ? first : reads[turn++]));
  const session = openSession({
    transport,
    clock,
    credentials: staticToken("token-1"),
    hooks: openTelemetryHooks(telemetry.options),
  });
  const things = connectThings(session);
  return { clock, things, operation: await things.operation(methods.create, operationWiring, {}) };
}

const wait = "Wait.acme.v1.ThingService/Create";
const read = "acme.v1.OperationService/Get";

describe("the span of a wait", () => {
  it("is over the calls that read the operation, and its time is measured", async () => {
    await using telemetry = new Telemetry();
    const { clock, operation } = await start(telemetry, running, [running, succeeded]);
    await clock.run(operation.wait());
    const spans = telemetry.shown.slice(-5);
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      [`Attempt.${read}`, read],
      [read, wait],
      [`Attempt.${read}`, read],
      [read, wait],
      [wait, undefined],
    ]);
    expect(spans.at(-1)).toMatchObject({
      status: "UNSET",
      attributes: { "rpc.method": "acme.v1.ThingService/Create", "stratus.operation.id": "op-1" },
    });
    expect((await telemetry.points())["stratus.client.operation.wait.duration"]).toMatchObject([
      { unit: "s", value: { sum: 2 }, attributes: { "rpc.method": "acme.v1.ThingService/Create" } },
    ]);
  });

  it("says what the operation failed with, and none of its secrets", async () => {
    await using telemetry = new Telemetry();
    const { clock, operation } = await start(telemetry, running, [failed]);
    await expect(clock.run(operation.wait())).rejects.toThrow(codedError("FAILED_PRECONDITION", "no room"));
    expect(telemetry.shown.at(-1)).toMatchObject({
      name: wait,
      status: "ERROR",
      message: "no room",
      attributes: { "error.type": "FAILED_PRECONDITION" },
    });
    expect(JSON.stringify(telemetry.shown)).not.toContain("marker");
  });

  it("says that the caller left", async () => {
    await using telemetry = new Telemetry();
    const { operation } = await start(telemetry, running, []);
    const stop = new AbortController();
    const waiting = expect(operation.wait({ signal: stop.signal })).rejects.toThrow("enough");
    stop.abort(new Error("enough"));
    await waiting;
    expect(telemetry.shown.at(-1)).toMatchObject({ name: wait, attributes: { "error.type": "CANCELLED" } });
  });

  it("is not made where the operation came back complete", async () => {
    await using telemetry = new Telemetry();
    const { operation } = await start(telemetry, succeeded, []);
    await operation.wait();
    expect(telemetry.shown.map(({ name }) => name)).not.toContain(wait);
  });

  it("of an operation that is picked up by its id names no rpc", async () => {
    await using telemetry = new Telemetry();
    const { things, clock } = await start(telemetry, running, [running, succeeded]);
    const again = await things.operationById(operationWiring, "op-1");
    await clock.run(again.wait());
    expect(telemetry.shown.at(-1)).toMatchObject({
      name: "Wait.operation",
      attributes: { "stratus.operation.id": "op-1" },
    });
  });
});
