import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Server } from "@grpc/grpc-js";
import type * as Adapter from "@stratus/runtime/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { openFolder, type Folder } from "../compile.fixture.js";
import { listen } from "../server/shop.fixture.js";

/** Rpcs that an object, a promise, a server or the language gives a meaning, some of them twins. */
const rpcs =
  "Then Constructor Close ToJSON ToString ValueOf HasOwnProperty Catch Prototype __proto__ __Proto__ Length Name Bind " +
  "Apply New Delete GetFoo getFoo get_foo Get_Foo _1 Start AddService";

const kinds = [
  ["A", "(M) returns (M)"],
  ["B", "(M) returns (stream M)"],
  ["C", "(stream M) returns (M)"],
  ["D", "(stream M) returns (stream M)"],
] as const;

const protos = {
  "acme/options.proto": acmeOptions,
  "acme/v1/a.proto": acmeFile(
    `message M { string text = 1; string __proto__ = 2; string then = 3; }
     ${kinds
       .map(
         ([name, shape]) =>
           `service ${name} { option (acme.api_service_name) = "s"; ${rpcs
             .split(" ")
             .map((rpc) => `rpc ${rpc}${shape};`)
             .join(" ")} }`,
       )
       .join("\n")}
     service Nothing { option (acme.api_service_name) = "s"; }`,
  ),
};

const fields = Object.entries({ text: "hello", Proto: "yes" }).concat([["then", "no promise"]]);

interface Message {
  readonly text: string;
  readonly Proto: string;
  readonly then?: string;
}

/** A generated client against the generated server, for every kind of rpc, under names that are hard. */
describe("a server whose rpcs are called like members that JavaScript knows", () => {
  let folder: Folder;
  let server: Server;
  let session: { close(): Promise<void> };
  let load: (path: string) => Promise<Record<string, never>>;
  const clients = new Map<string, Record<string, (request: unknown) => never>>();
  const locals = new Map<string, Record<string, { readonly name: string }>>();

  beforeAll(async () => {
    folder = await openFolder();
    const { files, error } = await generateFrom(protos, { parameter: "server=true,verify=true" });
    expect(error).toBe("");
    await folder.write({ ...files, "adapter.ts": 'export * from "@stratus/runtime/server";\n' });
    expect(await folder.compile("TypeScript 7")).toBe("");
    load = (path) => import(pathToFileURL(join(folder.path, "dist", path)).href);
    const [root, api, servers, adapter] = await Promise.all(
      ["index.js", "acme/v1/index.js", "acme/v1/index.server.js", "adapter.js"].map(load),
    );
    server = new Server();
    const { addService } = adapter as unknown as typeof Adapter;
    for (const [name] of kinds) {
      const methods = api![`${name}Methods`]!;
      locals.set(name, methods);
      addService(server, servers![`${name}Server`]!, handlersOf(name, methods));
    }
    addService(server, servers!["NothingServer"]!, {});
    const endpoint = await listen(server);
    const { Api, staticToken } = root as unknown as {
      Api: new (options: object) => typeof session;
      staticToken(token: string): unknown;
    };
    session = new Api({
      apiDomain: "test",
      endpoint,
      insecure: true,
      retry: false,
      credentials: staticToken("t".repeat(20)),
    });
    for (const [name] of kinds) {
      const Client = api![`${name}Client`] as unknown as new (of: unknown) => never;
      clients.set(name, new Client(session));
    }
  });

  afterAll(async () => {
    await session.close();
    server.forceShutdown();
    await folder[Symbol.asyncDispose]();
  });

  it.each(kinds)("answers every rpc under its own name: %s %s", async (name, shape) => {
    const client = clients.get(name)!;
    const answered: string[] = [];
    for (const [local, { name: rpc }] of Object.entries(locals.get(name)!)) {
      const init = Object.fromEntries(fields);
      const given = shape.startsWith("(stream") ? [init, init] : init;
      const result: unknown = client[local]!(given);
      const texts: string[] = [];
      if (shape.includes("returns (stream")) {
        for await (const one of result as AsyncIterable<Message>) texts.push(one.text);
      } else texts.push(((await result) as Message).text);
      expect(new Set(texts)).toEqual(new Set([`${name}.${rpc} hello yes no promise`]));
      answered.push(rpc);
    }
    expect(answered.sort()).toEqual(rpcs.split(" ").sort());
  });
});

/** Handlers of one service: each says who it is and what it got. */
function handlersOf(
  service: string,
  methods: Record<string, { readonly name: string; readonly kind?: string }>,
) {
  const handlers: Record<string, unknown> = {};
  for (const [local, { name, kind }] of Object.entries(methods)) {
    const say = ({ text, Proto, then }: Message) => ({ text: `${service}.${name} ${text} ${Proto} ${then}` });
    const forms: Record<string, unknown> = {
      unary: say,
      serverStreaming: (request: Message) => [say(request), say(request)],
      clientStreaming: async (requests: AsyncIterable<Message>) => {
        let last = {};
        for await (const request of requests) last = say(request);
        return last;
      },
      bidiStreaming: async function* (requests: AsyncIterable<Message>) {
        for await (const request of requests) yield say(request);
      },
    };
    handlers[local] = forms[kind ?? ""];
  }
  return handlers;
}
