import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { codedError } from "../../../../test/coded-error.js";
import { type CallDescription, describeKey } from "./describe-call.js";

describe("a call that is asked to describe itself", () => {
  const sent: unknown[] = [];
  const transport = answering((call) => {
    sent.push(call.message);
    return {};
  });
  const session = openSession({
    transport,
    credentials: staticToken("t"),
    parentId: "p",
    cacheScope: "user-1",
  });
  const things = connectThings(session);
  const results: (CallDescription | Error)[] = [];
  const options: object = { [describeKey]: (result: CallDescription | Error) => results.push(result) };

  it("reports its method, its request with the defaults of the session, and the scope, and is not sent", () => {
    void things.unary(methods.list, {} as never, options);
    expect(results.pop()).toMatchObject({
      cacheScope: "user-1",
      service: methods.list.service.typeName,
      method: methods.list.name,
      isRead: true,
      request: { parentId: "p" },
    });
    void things.unary(methods.create, {}, options);
    expect(results.pop()).toMatchObject({ isRead: false });
    expect(sent).toEqual([]);
  });

  it("reports why it cannot start", () => {
    void things.unary(methods.get, { id: 5 as never }, options);
    expect(results.pop()).toMatchObject({ code: "INVALID_ARGUMENT" });
  });

  it("names no login by anything but text", () => {
    const open = (cacheScope: unknown) => () => openSession({ transport, cacheScope: cacheScope as string });
    expect(open("")).toThrow(codedError("OPTION_INVALID", "cacheScope is text"));
    expect(open(7)).toThrow(codedError("OPTION_INVALID", "cacheScope is text"));
  });
});
