import { describe, expect, it } from "vitest";
import type { Caller } from "../../calls/caller.js";
import type { CallOptions } from "../../calls/chain/call-options.js";
import type { Call } from "../../calls/client/call.js";
import { goodSpec, ruledMethods, type RuledRequest } from "../../fixture/ruled-api.fixture.js";
import { connectThings } from "../../fixture/test-api.fixture.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { ClientOptions } from "../core/client-options.js";
import type { Session } from "../core/session.js";
import { mock } from "./mock.js";

describe("a mocked client", () => {
  it("checks requests by the rules of the API, as a client of a server does", async () => {
    class RuledClient {
      readonly #caller: Caller;
      constructor(session: Session, options?: ClientOptions) {
        this.#caller = connectThings(session, options);
      }
      create(request: MessageInit<RuledRequest>, options?: CallOptions): Call<RuledRequest> {
        return this.#caller.unary(ruledMethods.create, request, options);
      }
    }
    let calls = 0;
    const handlers = { create: () => ({ id: String(++calls) }) };
    const lax = mock(RuledClient, handlers);
    const strict = mock(RuledClient, handlers, { validate: "refuse" });
    const tooLong = { spec: { ...goodSpec, name: "longer" } };
    await expect(lax.create({})).rejects.toMatchObject({ violations: [{ path: "spec", rule: "required" }] });
    await expect(strict.create(tooLong)).rejects.toMatchObject({
      violations: [{ path: "spec.name", rule: "string.max_len" }],
    });
    expect(calls).toBe(0);
    expect(await lax.create(tooLong)).toMatchObject({ id: "1" });
    expect(await strict.create(tooLong, { validate: "off" })).toMatchObject({ id: "2" });
  });
});
