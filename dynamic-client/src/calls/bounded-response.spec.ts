import { expect, it } from "vitest";
import { boundResponse } from "./bounded-response.js";

function nested(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
}

async function* elements(...values: readonly unknown[]): AsyncIterable<unknown> {
  yield* values;
}

async function collect(answer: unknown): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const one of (await answer) as AsyncIterable<unknown>) found.push(one);
  return found;
}

function callOf(data: unknown): Promise<unknown> {
  const withResponse = async (): Promise<object> => ({ data, status: 200 });
  return Object.assign(Promise.resolve(data), { withResponse });
}

const withResponse = (call: unknown): Promise<unknown> =>
  (call as { withResponse(): Promise<unknown> }).withResponse();

it.each<[string, (value: unknown) => unknown]>([
  ["a call", (value) => boundResponse(callOf(value))],
  ["a call with its response", (value) => withResponse(boundResponse(callOf(value)))],
  ["an element of pages", (value) => collect(boundResponse(elements(1, value)))],
  ["an element of a stream", (value) => collect(boundResponse(Promise.resolve(elements(value))))],
])("%s fails, without a stack overflow, if it is nested 20,000 levels deep", async (_, answer) => {
  await expect(answer(nested(20_000))).rejects.toMatchObject({
    code: "DECODE",
    attempts: 1,
    mayHaveReachedServer: true,
    message: "the response is nested more than 500 levels deep; the server has processed the request",
  });
  await expect(answer(nested(501))).rejects.toThrow("nested more than 500");
  await expect(answer(nested(500))).resolves.toBeDefined();
});

it("responses stay as they are, with bytes, files and the facts of their call", async () => {
  const bytes = new Uint8Array(4);
  for (const value of [undefined, null, 1, bytes, new Blob(["a"]), nested(3)])
    expect(await boundResponse(Promise.resolve(value))).toBe(value);
  const body = new ReadableStream();
  expect(await boundResponse(Promise.resolve(body))).toBe(body);
  expect(await withResponse(boundResponse(callOf([1])))).toEqual({ data: [1], status: 200 });
  expect(await collect(boundResponse(elements(1, 2)))).toEqual([1, 2]);
});

it.each([
  ["too deep", 20_000, undefined],
  ["shallow", 2, nested(2)],
])("an error whose body is %s can be printed", async (_, levels, body) => {
  const error = Object.assign(new Error("no such pet"), { code: "NOT_FOUND", body: nested(levels) });
  const call = boundResponse(Promise.reject(error));
  await expect(call).rejects.toBe(error);
  expect(JSON.parse(JSON.stringify({ ...error })).body).toEqual(body);
});
