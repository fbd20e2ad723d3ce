import { describe, expect, it } from "vitest";
import { isNotFound } from "./is-not-found.js";

const response = (status: number, text: string) => {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is not JSON.
  }
  return { operation: "courses.get", status, text, body };
};

describe("isNotFound", () => {
  it.each(["", "null", "{}", "[]", '""', '"no such course"', "false", '{"error":"none"}'])(
    "is true for a success with %j",
    (text) => expect(isNotFound(response(200, text))).toBe(true),
  );

  it.each([
    [200, '{"title":"CS 225"}'],
    [200, '{"name":"Turing Hall"}'],
    [200, '[{"title":"CS 225"}]'],
    [200, "<html>"],
    [400, "{}"],
    [500, ""],
  ])("is false for %i with %j", (status, text) => expect(isNotFound(response(status, text))).toBe(false));
});
