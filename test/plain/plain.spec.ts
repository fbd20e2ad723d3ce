import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { buildImage } from "../../convention/src/proto-image.fixture.js";
import { buildPackage } from "../built-package.fixture.js";
import { type Folder, openFolder } from "../compile.fixture.js";
import { plainProtos, type PlainServer, startPlainServer } from "./plain.fixture.js";

/** A program as a user of the SDK writes it, which the strictest settings must accept. */
const program = `
import { Acme, apiKey, basic, mock, noCredentials, staticToken, type AcmeOptions } from "./index.js";
import { GreeterClient, KeeperClient } from "./hello/index.js";
import { AcmeServices } from "./services.js";

export { Acme, apiKey, basic, noCredentials, staticToken, GreeterClient, KeeperClient };

export async function greet(options: AcmeOptions): Promise<string[]> {
  const session = new Acme(options);
  const greeter = new GreeterClient(session);
  const messages = [(await greeter.sayHello({ name: "a" })).message];
  messages.push((await greeter.update({ name: "b" })).message);
  for await (const { message } of greeter.count({ name: "c" })) messages.push(message);
  messages.push((await greeter.join([{ name: "x" }, { name: "y" }])).message);
  messages.push((await new AcmeServices(session).hello.keeper.keep({ name: "k" })).message);
  await session.close();
  return messages;
}

/** A client for a test, whose calls handlers answer. */
export const mocked: GreeterClient = mock(
  GreeterClient,
  {
    sayHello: ({ name }, { attempt }) => {
      if (attempt === 1) throw new Error("try again");
      return { message: "mocked " + name };
    },
    async *count({ name }) {
      yield { message: name };
    },
  },
  { timeoutMs: 1_000 },
);

// @ts-expect-error A plain API has no domain.
export const domain: AcmeOptions = { apiDomain: "api.example.com" };
// @ts-expect-error It has no parents.
export const parent: AcmeOptions = { parentId: "p" };
// @ts-expect-error Its calls have no idempotency keys.
export const key = (greeter: GreeterClient): PromiseLike<unknown> => greeter.sayHello({}, { idempotencyKey: "0123456789abcdef" });
// @ts-expect-error A method that is called Update takes no reset mask.
export const mask = (greeter: GreeterClient): PromiseLike<unknown> => greeter.update({}, { resetMask: "name" });
`;

interface Program {
  readonly Acme: new (options: object) => { close(): Promise<void> };
  readonly GreeterClient: new (session: object) => {
    sayHello(request: object): Promise<{ readonly message: string }>;
  };
  readonly apiKey: (header: string, key: string) => object;
  readonly basic: (user: string, password: string) => object;
  readonly noCredentials: () => object;
  readonly staticToken: (token: string) => object;
  readonly mocked: {
    sayHello(request: object): Promise<{ readonly message: string }>;
    count(request: object): AsyncIterable<{ readonly message: string }>;
  };
  greet(options: object): Promise<string[]>;
}

describe("an SDK of protos that know nothing of Stratus", () => {
  let files: Readonly<Record<string, string>>;
  let folder: Folder;
  let sdk: Program;
  let server: PlainServer;

  beforeAll(async () => {
    const outcome = await generateFrom(plainProtos, { parameter: "session_name=Acme" });
    expect(outcome.error).toBe("");
    files = outcome.files;
    folder = await openFolder();
    await folder.write({ ...files, "main.ts": program });
    expect(await folder.compile("TypeScript 7")).toBe("");
    sdk = await folder.load<Program>("main.js");
    server = await startPlainServer();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    server.seen.length = 0;
    server.isClosed = false;
  });

  const say = async (options: object): Promise<string> => {
    const session = new sdk.Acme({ endpoint: server.address, insecure: true, ...options });
    try {
      return (await new sdk.GreeterClient(session).sayHello({ name: "a" })).message;
    } finally {
      await session.close();
    }
  };

  it("reaches every service by the session's endpoint alone, under the authority of that address", async () => {
    expect(await sdk.greet({ endpoint: server.address, insecure: true })).toEqual([
      "hello a",
      "hello b",
      "one",
      "two",
      "three",
      "x+y",
      "hello k",
    ]);
    expect(new Set(server.seen.map(({ authority }) => authority))).toEqual(new Set([server.address]));
  });

  it("sends nothing beyond gRPC: no credentials, no masks, no keys", async () => {
    await sdk.greet({ endpoint: server.address, insecure: true });
    const names = server.seen.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => /authorization|mask|idempotency|goog/i.test(name))).toEqual([]);
  });

  it.each<[what: string, credentials: () => object, headers: object]>([
    ["a token", () => sdk.staticToken("t"), { authorization: "Bearer t" }],
    ["an API key", () => sdk.apiKey("X-API-Key", "k 1"), { "x-api-key": "k 1" }],
    ["a user and a password", () => sdk.basic("ü", "p:w"), { authorization: "Basic w7w6cDp3" }],
  ])("sends %s if the session is given one", async (_, credentials, headers) => {
    expect(await say({ credentials: credentials() })).toBe("hello a");
    expect(server.seen[0]?.headers).toMatchObject(headers);
  });

  it("names the option if the server asks for credentials", async () => {
    server.isClosed = true;
    await expect(say({})).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringContaining(
        "Acme sends no credentials; pass credentials: staticToken(token), apiKey",
      ),
    });
  });

  it("says where the address comes from if the session has none", () => {
    const session = new sdk.Acme({});
    expect(() => new sdk.GreeterClient(session)).toThrow(/endpoint: "api\.example\.com:443".*ACME_ENDPOINT/);
  });

  it("has mocks, whose handlers answer calls and streams", async () => {
    await expect(sdk.mocked.sayHello({ name: "a" })).rejects.toMatchObject({
      code: "UNKNOWN",
      text: "try again",
    });
    const messages = [];
    for await (const { message } of sdk.mocked.count({ name: "b" })) messages.push(message);
    expect(messages).toEqual(["b"]);
  });

  it("refuses options that mean nothing to it", () => {
    expect(() => new sdk.Acme({ apiDomain: "a.example" })).toThrow("apiDomain");
    expect(() => new sdk.Acme({ parentId: "p" })).toThrow("parentId");
  });

  it("calls the emulator with the options that it gives", async () => {
    await using emulator = await startEmulator({ image: buildImage(plainProtos) });
    expect(await sdk.greet(emulator.session)).toHaveLength(5);
  });

  it("has a README whose first example runs as pasted, in plain JavaScript beside the emulator", async () => {
    const parameter = "session_name=Acme,package_name=acme-sdk";
    const { files: generated } = await generateFrom(plainProtos, { parameter });
    const [, snippet = ""] = /```ts\n([^]*?)```/.exec(generated["README.md"] ?? "") ?? [];
    await using built = await buildPackage(generated);
    await mkdir(join(built.path, "app/node_modules"), { recursive: true });
    await symlink(built.path, join(built.path, "app/node_modules/acme-sdk"));
    await writeFile(join(built.path, "app/main.mjs"), snippet);
    await using emulator = await startEmulator({ image: buildImage(plainProtos) });
    const env = { ...process.env, ACME_ENDPOINT: emulator.address, ACME_INSECURE: "true" };
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [join(built.path, "app/main.mjs")], { env });
    expect(stdout).toContain("message: ''");
    const unset = run(process.execPath, [join(built.path, "app/main.mjs")]);
    await expect(unset).rejects.toThrow("fromEnv() reads ACME_ENDPOINT");
  });

  it("says of itself what it is, and nothing of masks, keys, operations and parents", async () => {
    const parameter = "session_name=Acme,package_name=acme,docs=true";
    const { files: documented, error } = await generateFrom(plainProtos, { parameter });
    expect(error).toBe("");
    const readme = documented["README.md"] ?? "";
    expect(readme).toContain("plain gRPC API (`kind=grpc`)");
    expect(readme).toContain("const session = Acme.fromEnv();");
    expect(readme).toContain("client.sayHello(");
    const texts = Object.entries(documented).filter(([path]) => /\.(?:md|txt)$/.test(path));
    expect(texts.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/README.md",
        "docs/hello/Greeter.md",
        "docs/hello/types.md",
        "llms.txt",
      ]),
    );
    for (const [path, text] of texts)
      expect(text, path).not.toMatch(
        /idempotency|\bmasks?\b|\boperations?\b|parent_?id|api_?domain|await using session = new/i,
      );
  });
});
