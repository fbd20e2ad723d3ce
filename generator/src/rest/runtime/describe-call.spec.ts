import { describe, expect, it } from "vitest";
import { type CallDescription, describeKey } from "./describe-call.js";
import type { Operation } from "./operation.js";
import { Session } from "./session.js";

const text = { guard: (value: unknown) => typeof value === "string", rule: "text" };
const getPet: Operation<unknown> = {
  name: "pets.get",
  path: ["/pets/", ""],
  parameters: [
    { name: "petId", ...text },
    { name: "fields", location: "query", ...text },
    { name: "accept-language", location: "header", ...text },
  ],
};

describe("a call that is asked to describe itself", () => {
  const session = new Session({
    baseUrl: "https://api.test/v1",
    headers: { authorization: "Bearer secret" },
    fetch: () => Promise.reject(new Error("sent")),
    cacheScope: "user-1",
  });
  const describeCall = (operation: Operation<unknown>, params?: object): CallDescription | undefined => {
    let found: CallDescription | undefined;
    const options = { params, [describeKey]: (description: CallDescription) => void (found = description) };
    void session.call(operation, { values: ["a/b"] }, options);
    return found;
  };

  it("reports the operation, the URL below the base URL, and no credential", () => {
    const description = describeCall(getPet, { fields: "name", "accept-language": "de" });
    expect(description).toEqual({
      sdk: "Api",
      cacheScope: "user-1",
      service: "pets",
      method: "get",
      isRead: true,
      baseUrl: "https://api.test/v1",
      operation: getPet,
      request: { url: "/pets/a%2Fb?fields=name", headers: { "accept-language": "de" } },
    });
    expect(JSON.stringify(description)).not.toContain("secret");
  });

  it.each([
    ["GET", true],
    ["HEAD", true],
    ["POST", false],
    ["DELETE", false],
  ])("reports whether %s changes nothing", (method, want) => {
    expect(describeCall({ ...getPet, method })?.isRead).toBe(want);
  });
});
