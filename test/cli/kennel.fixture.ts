import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { buildPackage } from "../built-package.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const pet = { $ref: "#/components/schemas/Pet" };
const tag = { $ref: "#/components/schemas/Tag" };
const answer = (schema: object): object => ({ 200: { description: "OK", ...json(schema) } });
const parameter = (name: string): object => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
});

/** Pets are created by POST and changed by PATCH; tags are created and replaced by PUT. */
const description = {
  openapi: "3.1.0",
  info: { title: "Kennel", version: "1" },
  servers: [{ url: "https://kennel.example.com" }],
  paths: {
    "/owners/{keeper}/pets": {
      parameters: [parameter("keeper")],
      get: { operationId: "pets/list", tags: ["pets"], responses: answer({ type: "array", items: pet }) },
      post: { operationId: "pets/create", tags: ["pets"], requestBody: json(pet), responses: answer(pet) },
    },
    "/owners/{owner}/pets/{name}": {
      parameters: [parameter("owner"), parameter("name")],
      get: { operationId: "pets/get", tags: ["pets"], responses: answer(pet) },
      patch: { operationId: "pets/update", tags: ["pets"], requestBody: json(pet), responses: answer(pet) },
    },
    "/tags/{tag}": {
      parameters: [parameter("tag")],
      get: { operationId: "tags/get", tags: ["tags"], responses: answer(tag) },
      put: { operationId: "tags/replace", tags: ["tags"], requestBody: json(tag), responses: answer(tag) },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        properties: {
          name: { type: "string" },
          kind: { type: "string" },
          age: { type: ["integer", "null"] },
          tagId: { type: "string" },
          colors: { type: "array", items: { type: "string" } },
          chip: {
            type: "object",
            properties: { code: { type: "string" }, seen: { type: "string", readOnly: true } },
          },
          pin: { type: "string", writeOnly: true },
          state: { type: "string", readOnly: true },
        },
      },
      Tag: {
        type: "object",
        properties: {
          text: { type: "string" },
          note: { type: "string" },
          made: { type: "string", readOnly: true },
        },
      },
    },
  },
};

type Json = Record<string, unknown>;

/** A command line of a REST API, and its server, which stores what it is sent. */
export interface Kennel extends AsyncDisposable {
  readonly acme: ReturnType<typeof commandLine>;
  /** The resources by their paths. */
  readonly stored: Map<string, Json>;
  /** The calls that change something: `POST /owners/ann/pets`. */
  readonly changes: string[];
  /** What the server makes of a resource that it is sent. */
  normalize: (resource: Json) => Json;
  /** Whether responses have ETags, and changes are compared with them. */
  hasTags: boolean;
  /** Called for each request before and after it has its effect. What it returns is the status; `cut` ends the connection. */
  intercept: (call: string, isDone: boolean) => number | "cut" | undefined;
}

/** Generates the package, and starts the server. */
export async function openKennel(): Promise<Kennel> {
  const names = { packageName: "@acme/kennel", packageVersion: "1.0.0", name: "Kennel" };
  const { files } = await generateRestClient(
    { file: "kennel.json", text: JSON.stringify(description) },
    names,
    { hasGuide: true },
  );
  const built = await buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
  const server = createServer((request, response) => {
    void handle(kennel, request).then((result) => {
      if (result === "cut") return void request.socket.destroy();
      const tag = kennel.hasTags ? { etag: tagOf(result.body) } : {};
      response.writeHead(result.status, { "content-type": "application/json", ...tag });
      response.end(JSON.stringify(result.body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kennel: Kennel = {
    acme: commandLine(built.path, { env: { KENNEL_CLIENT_ENDPOINT: url } }),
    stored: new Map(),
    changes: [],
    normalize: (resource) => resource,
    hasTags: false,
    intercept: () => undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await built[Symbol.asyncDispose]();
    },
  };
  return kennel;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function handle(kennel: Kennel, request: IncomingMessage): Promise<Answer | "cut"> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = "GET", url = "" } = request;
  const call = `${method} ${url}`;
  const before = kennel.intercept(call, false);
  if (before === "cut") return "cut";
  if (before !== undefined) return { status: before, body: {} };
  const old = kennel.stored.get(url);
  const condition = request.headers["if-match"];
  if (condition !== undefined && (!old || condition !== tagOf(shown(old)))) return { status: 412, body: {} };
  const body = parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as Json) : {};
  const result = answerCall(kennel, method, url, body);
  return kennel.intercept(call, true) === "cut" ? "cut" : result;
}

/** The ETag of a resource as it is shown. */
const tagOf = (body: unknown): string => `"${createHash("sha1").update(JSON.stringify(body)).digest("hex")}"`;

function answerCall(kennel: Kennel, method: string, url: string, body: Json): Answer {
  const { stored, changes } = kennel;
  const old = stored.get(url);
  if (method === "GET" && old) return { status: 200, body: shown(old) };
  if (method === "GET") {
    const inside = [...stored].filter(([path]) => path.startsWith(`${url}/`)).map(([, one]) => shown(one));
    return url.endsWith("/pets") ? { status: 200, body: inside } : { status: 404, body: {} };
  }
  changes.push(`${method} ${url}`);
  const path = method === "POST" ? `${url}/${String(body["name"])}` : url;
  if (method === "POST" && stored.has(path)) return { status: 409, body: {} };
  if (method === "PATCH" && !old) return { status: 404, body: {} };
  const managed = url.startsWith("/tags") ? { made: "now" } : { state: "NEW" };
  const merged = method === "PATCH" ? { ...old, ...body } : { ...managed, ...body };
  const clean = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const resource = kennel.normalize(clean);
  stored.set(path, resource);
  return { status: 200, body: shown(resource) };
}

/** Returns what a response contains. */
function shown(resource: Json): Json {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => name !== "pin"));
}
