import { afterEach, expect, it, vi } from "vitest";
import type { Operation } from "./operation.js";
import type { Session } from "./session.js";

/** The parts of the client that are loaded when they are needed fail to load. */
const fail = (): never => {
  throw new Error("Failed to fetch dynamically imported module");
};

afterEach(() => vi.resetModules());

const operation: Operation<unknown> = {
  name: "things.get",
  path: ["/things"],
  parameters: [
    { name: "limit", location: "query", guard: (value) => typeof value === "number", rule: "a number" },
  ],
  guard: (value) => typeof value === "number",
};

it.each<[part: string, path: string, options: object, answer: unknown, isSent: boolean]>([
  ["the check of arguments", "./validate-request.js", { params: { limit: "1" } }, 1, false],
  ["the limits of a call", "./call-limits.js", { timeoutMs: 1000 }, 1, false],
  ["private headers", "./same-origin.js", { headers: { "x-a": "b" } }, 1, false],
  ["the reader of bodies", "./read-body.js", {}, 1, true],
  ["the check of responses", "./validate-response.js", {}, "text", true],
])(
  "a call whose part %s cannot be loaded throws UNAVAILABLE with the reason MODULE_LOAD_FAILED",
  async (_, path, options, answer, isSent) => {
    vi.doMock(path, fail);
    const { Session: Fresh } = (await import("./session.js")) as { Session: typeof Session };
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent++;
      return Response.json(answer);
    };
    const session = new Fresh({ baseUrl: "https://a.test", fetch, retry: false });
    await expect(session.call(operation, {}, options)).rejects.toMatchObject({
      name: "ApiError",
      code: "UNAVAILABLE",
      clientReason: "MODULE_LOAD_FAILED",
    });
    expect(sent).toBe(isSent ? 1 : 0);
    vi.doUnmock(path);
  },
);
