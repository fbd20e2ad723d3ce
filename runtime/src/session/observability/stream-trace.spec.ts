import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { staticToken } from "../auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { parentSeen, Telemetry } from "../../fixture/telemetry.fixture.js";
import { Refusal, TestServer } from "../../fixture/test-server.fixture.js";
import type { Caller } from "../../calls/caller.js";
import { openTelemetryHooks } from "./opentelemetry.js";
import { codedError } from "../../../../test/coded-error.js";

let telemetry: Telemetry;
beforeEach(() => {
  telemetry = new Telemetry();
});
afterEach(() => telemetry[Symbol.asyncDispose]());

function connectTo(server: TestServer): Caller {
  const hooks = openTelemetryHooks(telemetry.options);
  return connectThings(openSession({ ...server.options, credentials: staticToken("token-1"), hooks }));
}

describe("the spans of a stream", () => {
  const serve = () =>
    new TestServer()
      .serverStream(methods.watch, (request, raw) => {
        raw.write({ text: "1" });
        raw.write({ text: "2" });
        if (request.text === "break") raw.emit("error", new Refusal(15, "lost"));
        else raw.end();
      })
      .clientStream(methods.upload, (raw, answer) => {
        raw.on("data", () => undefined);
        raw.on("end", () => answer(null, { text: "done" }));
      })
      .bidiStream(methods.chat, (raw) => {
        raw.on("data", (message) => raw.write(message));
        raw.on("end", () => raw.end());
      })
      .listen();
  const messages = (sent: number, received: number) => ({
    "stratus.messages.sent": sent,
    "stratus.messages.received": received,
  });
  const ended = (name: string) =>
    telemetry.shown.find((span) => span.name === `acme.v1.ThingService/${name}`);
  const attempts = () => telemetry.spans.filter((span) => span.name.startsWith("Attempt."));

  it("end with it, and count its messages", async () => {
    await using server = await serve();
    const things = connectTo(server);
    for await (const _ of things.serverStream(methods.watch, {})) {
      expect(telemetry.shown.map(({ name }) => name)).toEqual(["access token"]);
    }
    await things.clientStream(methods.upload, [{}, {}, {}]);
    for await (const _ of things.bidiStream(methods.chat, [{ text: "a" }, { text: "b" }])) continue;
    expect(ended("Watch")?.attributes).toMatchObject({ "rpc.status_code": "OK", ...messages(1, 2) });
    expect(ended("Upload")?.attributes).toMatchObject({ "rpc.status_code": "OK", ...messages(3, 1) });
    expect(ended("Chat")?.attributes).toMatchObject({ "rpc.status_code": "OK", ...messages(2, 2) });
    expect(attempts()).toHaveLength(3);
    const ids = ["Watch", "Upload", "Chat"].flatMap((name) =>
      telemetry.idsOf(`Attempt.acme.v1.ThingService/${name}`),
    );
    expect(server.seen.map(parentSeen)).toEqual(ids);
  });

  it("say that it broke", async () => {
    await using server = await serve();
    const things = connectTo(server);
    await expect(async () => {
      for await (const _ of things.serverStream(methods.watch, { text: "break" })) continue;
    }).rejects.toThrow(codedError("DATA_LOSS", "lost"));
    expect(ended("Watch")).toMatchObject({
      status: "ERROR",
      attributes: { "rpc.status_code": "DATA_LOSS", ...messages(1, 2) },
    });
    expect(attempts()).toHaveLength(1);
  });

  it("say that its reader left, which is no error", async () => {
    await using server = await serve();
    const things = connectTo(server);
    for await (const _ of things.serverStream(methods.watch, {})) break;
    expect(ended("Watch")).toMatchObject({
      status: "UNSET",
      attributes: { "rpc.status_code": "CANCELLED", ...messages(1, 1) },
    });
    expect(ended("Watch")?.attributes).not.toHaveProperty("error.type");
  });
});
