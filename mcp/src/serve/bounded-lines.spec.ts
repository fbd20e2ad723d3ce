import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { BoundedLines } from "./bounded-lines.js";

const megabyte = 1024 * 1024;

/** What passes, and the ids of lines that do not. */
async function pass(parts: readonly string[]): Promise<{ passed: string; refused: unknown[] }> {
  const refused: unknown[] = [];
  const lines = new BoundedLines((id) => refused.push(id));
  return { passed: await text(Readable.from(parts.map((one) => Buffer.from(one))).pipe(lines)), refused };
}

describe("lines of a stream", () => {
  it("pass as they are, however they arrive", async () => {
    expect(await pass(['{"a"', ":1}\n", '{"b":2}\n{"c', '":"é"}\n'])).toEqual({
      passed: '{"a":1}\n{"b":2}\n{"c":"é"}\n',
      refused: [],
    });
  });

  const long = "x".repeat(9 * megabyte);
  it.each<[string, string, unknown]>([
    ["before its content", `{"jsonrpc":"2.0","id":7,"params":"${long}"}\n`, 7],
    ["behind its content", `{"method":"tools/call","params":"${long}","jsonrpc":"2.0","id":"a-1"}\n`, "a-1"],
    ["before the version", `{"params":"${long}","id":8,"jsonrpc":"2.0"}\n`, 8],
    ["nowhere", `{"params":"${long}"}\n`, null],
    ["in its content alone", `{"params":{"id":9,"x":"${long}","y":{"id":9}}}\n`, null],
  ])("are refused by their id if they are too long: it is %s", async (_, line, id) => {
    const parts = [line.slice(0, 5 * megabyte), line.slice(5 * megabyte), '{"id":1}\n'];
    expect(await pass(parts)).toEqual({ passed: '{"id":1}\n', refused: [id] });
  });
});
