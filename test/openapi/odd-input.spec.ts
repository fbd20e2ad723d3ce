import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, run, specOf } from "./package.fixture.js";
import { besideOthers, writeFiles } from "./world/client.fixture.js";
import { compileAll } from "./world/compilers.fixture.js";

const info = { title: "Test", version: "1" };
const text = { type: "string" };
const inPath = (name: string): object => ({ name, in: "path", required: true, schema: text });

/** A document of paths, and what else it has. */
const withPaths = (paths: object, more: object = {}): object => ({ openapi: "3.1.0", info, paths, ...more });

/** A success with these forms. */
const forms = (content: object): object => ({ 200: { description: "", content } });

describe("descriptions that others have written", () => {
  const file = (name: string, operationId?: string): object => ({
    get: { ...(operationId && { operationId }), parameters: [inPath(name)], responses: answer(text) },
  });

  const odd: readonly (readonly [name: string, spec: object])[] = [
    [
      "two paths that differ by the name of a parameter",
      { "/files/{id}": file("id", "getById"), "/files/{name}": file("name", "getByName") },
    ],
    ["two such paths without operationId", { "/files/{id}": file("id"), "/files/{name}": file("name") }],
    [
      "two such paths with one operationId",
      { "/files/{id}": file("id", "get"), "/files/{name}": file("name", "get") },
    ],
    [
      "JSON beside multipart/mixed in an answer",
      {
        "/a": {
          get: {
            responses: forms({
              "application/json": { schema: text },
              "multipart/mixed": { schema: { type: "object" } },
            }),
          },
        },
      },
    ],
    [
      "an answer that is a form",
      {
        "/a": {
          get: {
            responses: forms({
              "application/x-www-form-urlencoded": { schema: { type: "object" } },
              "application/pdf": {},
            }),
          },
        },
      },
    ],
    [
      "an answer in two forms that sound alike",
      {
        "/a": {
          get: {
            responses: forms({
              "text/csv": { schema: text },
              "text/csv; header=absent": { schema: text },
              "application/json": { schema: text },
            }),
          },
        },
      },
    ],
    [
      "a body in two forms that sound alike",
      {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/json": { schema: longObject("a") },
                "application/json; version=2": { schema: longObject("b") },
              },
            },
            responses: {},
          },
        },
      },
    ],
    [
      "an enum of nothing",
      specOf({ A: { type: "string", enum: [] }, B: { type: "object", properties: { a: { enum: [] } } } }),
    ],
    ["a choice of nothing", specOf({ A: { oneOf: [] }, B: { type: "array", items: { anyOf: [] } } })],
    ["a type of nothing", specOf({ A: { type: [] } })],
    ["a tuple of nothing", specOf({ A: { type: "array", prefixItems: [] } })],
  ];

  it("compile under both compilers, whatever is odd about them", { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "odd-"));
    try {
      for (const [name, given] of odd) {
        const { files } = await run("openapi" in given ? given : withPaths(given));
        await writeFiles(folder, besideOthers(name.replaceAll(/\W+/g, "-"), files));
      }
      expect(await compileAll(folder)).toEqual({ "TypeScript 5.9": "", "TypeScript 7": "" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("have a call for each of two paths that a server cannot tell apart, and say so", async () => {
    const spec = withPaths({
      "/files/{id}": file("id", "getById"),
      "/files/{name}": file("name", "getByName"),
    });
    const { operations, notes, files } = await run(spec);
    expect(operations).toBe(2);
    expect(notes.map(({ what }) => what)).toEqual([
      "GET /files/{name} is one path with GET /files/{id} to a server, which sees values and no names",
    ]);
    const index = files.find(({ path }) => path === "src/index.ts")?.text ?? "";
    expect(["getById", "getByName"].filter((name) => index.includes(name))).toEqual(["getById", "getByName"]);
  });

  it.each(["getById", undefined])(
    "keep the name of such a path if its twin is put in front of it: %s",
    async (operationId) => {
      const lockOf = (files: Awaited<ReturnType<typeof run>>["files"]): string =>
        files.find(({ path }) => path === "stratus.names.json")?.text ?? "";
      const name = operationId ?? "getFilesById";
      const first = withPaths({ "/files/{id}": file("id", operationId), "/files/{name}": file("name") });
      const before = lockOf((await run(first)).files);
      const turned = withPaths({ "/files/{name}": file("name"), "/files/{id}": file("id", operationId) });
      const { files } = await run(turned, { lock: before });
      expect(lockOf(files)).toBe(before);
      const code = files.find(({ path }) => path === "src/operations/operations.ts")?.text ?? "";
      expect(code.replace(/\s+/g, " ")).toMatch(
        new RegExp(`function ${name}\\( ?session: Session, id: string`),
      );
    },
  );
});

/** An object whose type has a name. */
function longObject(name: string): object {
  return { type: "object", properties: { [name]: text } };
}
