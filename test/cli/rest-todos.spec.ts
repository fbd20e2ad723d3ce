import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const answer = (schema: object): object => ({ 200: { description: "OK", ...json(schema) } });
const todo = { $ref: "#/components/schemas/Todo" };
const id = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } };
const text = { type: "string" };
const description = {
  openapi: "3.1.0",
  info: { title: "Todo", version: "1" },
  servers: [{ url: "https://todo.example.com/v1" }],
  security: [{ key: [] }],
  paths: {
    "/todos": {
      get: {
        operationId: "todos/list",
        tags: ["todos"],
        parameters: [
          { name: "sort", in: "query", schema: text },
          { name: "X-Trace", in: "header", schema: text },
        ],
        responses: answer({ type: "array", items: todo }),
      },
      post: {
        operationId: "todos/create",
        tags: ["todos"],
        requestBody: { required: true, ...json(todo) },
        responses: answer(todo),
      },
    },
    "/todos/{id}": {
      parameters: [id],
      get: { operationId: "todos/get", tags: ["todos"], responses: answer(todo) },
      patch: {
        operationId: "todos/update",
        tags: ["todos"],
        requestBody: { required: true, ...json(todo) },
        responses: answer(todo),
      },
      delete: {
        operationId: "todos/delete",
        tags: ["todos"],
        responses: { 204: { description: "Deleted" } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: {
      Todo: {
        type: "object",
        required: ["text", "list"],
        properties: {
          id: { type: "integer", format: "int64", readOnly: true },
          text,
          list: { type: "object", required: ["title"], properties: { title: text } },
          done: { type: "boolean" },
          assignee: { type: "object", properties: { name: text } },
          file_bytes: { type: "integer", format: "int64" },
        },
      },
    },
  },
};

let built: BuiltPackage;
let calls: string[];
let acme: ReturnType<typeof commandLine>;
const stored = { id: 7, text: "write", list: { title: "work" }, assignee: { name: "Ann" }, file_bytes: 1 };
const server = createServer((request, response) => void respond(request).then((body) => response.end(body)));

async function respond(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = "", url = "", headers } = request;
  calls.push(`${method} ${url} ${[headers["x-trace"], Buffer.concat(parts)].join(" ")}`.trim());
  if (method === "DELETE") return "";
  return JSON.stringify(url.startsWith("/todos/") || method === "POST" ? stored : [stored]);
}

beforeAll(async () => {
  const { files } = await generateRestClient(
    { file: "todo.json", text: JSON.stringify(description) },
    { packageName: "todo-sdk", packageVersion: "1.0.0", name: "Todo" },
    { hasGuide: true },
  );
  built = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  acme = commandLine(built.path, { env: { TODO_CLIENT_ENDPOINT: url, TODO_CLIENT_TOKEN: "k" } });
});
afterAll(async () => {
  server.close();
  await built?.[Symbol.asyncDispose]();
});
beforeEach(() => void (calls = []));

describe("a REST API with numbers as IDs", () => {
  it("lists the fields of its resources, and not the name of something else", async () => {
    expect((await acme("todos list")).out).toBe("ID  TEXT   DONE  FILE-BYTES\n7   write        1\n");
    expect((await acme("todos list -o csv")).out).toContain("list.title,assignee.name\n");
  });

  it.each([
    ["todos ls", "todos list"],
    ["ls todos", "todos list"],
    ["todos describe 7", "todos get 7"],
    // The API has a field with the name of another tool's flag.
    ["todos ls --sort text", "todos list --sort text"],
    ["todos rm 7 --force", "todos delete 7 --yes"],
  ])("answers the habits of other tools with the command to type: %s", async (line, command) => {
    const said = expect.stringContaining(`Type: acme ${command}\n`) as string;
    expect(await acme(line)).toMatchObject({ code: 2, said });
    expect(calls).toEqual([]);
  });

  it("says what it has deleted", async () => {
    expect(await acme("todos delete 7 --yes")).toMatchObject({ code: 0, out: "", said: "Deleted 7.\n" });
    expect(await acme("todos delete 7 --yes -o json")).toMatchObject({ code: 0, out: "", said: "" });
  });

  it.each([
    ["todos create", "--text, --title"],
    ["todos create --dry-run", "--text, --title"],
    ["todos create --text x --list.title y --done true", "write --done=true"],
  ])("names the flags that are missing or wrong: %s", async (line, said) => {
    expect(await acme(line)).toMatchObject({ code: 2, said: expect.stringContaining(said) });
    expect(calls).toEqual([]);
  });

  it("puts a resource back with the fields that the API requires in each request", async () => {
    const { out } = await acme("todos get 7 -o json");
    calls = [];
    const stdin = JSON.stringify({ ...(JSON.parse(out) as object), file_bytes: "4Ki" });
    expect(await acme("todos update -f -", { stdin })).toMatchObject({ code: 0 });
    const body = { file_bytes: 4096, text: "write", list: { title: "work" } };
    expect(calls).toEqual(["GET /todos/7", `PATCH /todos/7  ${JSON.stringify(body)}`]);
    const { said } = await acme("todos update 7 --done");
    expect(said).toContain("text is required");
    expect(said).not.toContain("validateRequests");
  });

  it("reads sizes in files and flags", async () => {
    await acme("todos create -f - --list.title w", { stdin: "text: 4Ki\nfile_bytes: 4Ki\n" });
    expect(calls).toEqual(['POST /todos  {"text":"4Ki","file_bytes":4096,"list":{"title":"w"}}']);
  });

  it("prints curl with all headers, and the key from the environment", async () => {
    const { out } = await acme("todos list --x-trace 5 --curl");
    expect(out).toMatch(/^curl -X GET -H 'X-Key: '"\$TODO_CLIENT_TOKEN" -H 'x-trace: 5' http:\S+\/todos\n$/);
    await acme("todos list --x-trace 5");
    expect(calls).toEqual(["GET /todos 5"]);
  });
});
