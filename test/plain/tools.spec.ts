import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findSdk } from "@stratus/dynamic-client";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { Api } from "../../mcp/src/calls/api.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { commandLine } from "../cli/test-host.fixture.js";
import { root } from "../repository.fixture.js";
import { openAgent, planOf } from "../mcp/connect.fixture.js";
import { plainProtos, type PlainServer, startPlainServer } from "./plain.fixture.js";

let built: BuiltPackage;
let server: PlainServer;
let acme: ReturnType<typeof commandLine>;
let at: string;

beforeAll(async () => {
  const parameter = "session_name=Acme,package_name=acme-sdk,guide=true";
  const { files, error } = await generateFrom(plainProtos, { parameter });
  expect(error).toBe("");
  built = await buildPackage(files);
  server = await startPlainServer();
  acme = commandLine(built.path);
  at = `--endpoint ${server.address} --insecure`;
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await built?.[Symbol.asyncDispose]();
});
beforeEach(() => void (server.seen.length = 0));

describe("the command line of a plain API, with an endpoint alone", () => {
  it.each([
    ["hello greeter say-hello --name a -o json", "", '{\n  "message": "hello a"\n}\n'],
    ["hello keeper keep --name k --query message", "", "hello k\n"],
    ["hello greeter count --name c", "", '{"message":"one"}\n{"message":"two"}\n{"message":"three"}\n'],
    ["hello greeter join -o jsonl", '{"name":"x"}\n{"name":"y"}\n', '{"message":"x+y"}\n'],
    ["hello greeter chat", '{"name":"x"}\n\n{"name":"y"}', '{"message":"hi x"}\n{"message":"hi y"}\n'],
    ["hello greeter chat -o jsonpath={.message}", '{"name":"x"}\n', "hi x\n"],
    ['call hello.Greeter/SayHello -d {"name":"r"} --query message', "", "hello r\n"],
    ["call hello.Greeter/Chat -d @-", '{"name":"x"}\n', '{"message":"hi x"}\n'],
  ])("runs %s", async (line, stdin, out) => {
    expect(await acme(`${line} ${at}`, { stdin })).toEqual({ code: 0, said: "", out, screen: out });
    expect(Object.keys(server.seen[0]?.headers ?? {}).filter((name) => /auth|mask|key/.test(name))).toEqual(
      [],
    );
  });

  it("sends the message of flags first, and then the lines of standard input", async () => {
    const stdin = '{"name":"b"}\n';
    expect(await acme(`hello greeter chat --name a ${at}`, { stdin })).toMatchObject({
      code: 0,
      out: '{"message":"hi a"}\n{"message":"hi b"}\n',
    });
    expect(await acme(`hello greeter join --name a ${at}`, { stdin: "" })).toMatchObject({
      out: "message: a\n",
    });
    const typo = await acme(`hello greeter chat --nam a ${at}`, { stdin });
    expect(typo).toMatchObject({ code: 2, said: expect.stringContaining("did you mean --name") });
    const { out } = await acme(`hello greeter chat --name a ${at} --curl`, { stdin });
    expect(out).toContain(`-d '{"name":"a"}'`);
  });

  it("takes bytes as base64 and as text, and refuses what is neither", async () => {
    for (const value of ["text:foo:bar", "Zm9vOmJhcg==", "Zm9vOmJhcg"])
      expect(await acme(["hello", "keeper", "store", "--data", value, ...at.split(" ")])).toMatchObject({
        out: "message: hello foo:bar\n",
      });
    for (const value of ["b", "foo bar", "YWJj="]) {
      const { code, said } = await acme(["hello", "keeper", "store", "--data", value, ...at.split(" ")]);
      expect({ value, code, said }).toMatchObject({ code: 2, said: expect.stringContaining("text:TEXT") });
    }
  });

  it("sends headers, which --curl repeats, and refuses secret ones and those of the protocol", async () => {
    const call = ["hello", "greeter", "say-hello", "--name", "a", ...at.split(" ")];
    expect((await acme([...call, "-H", "X-Team: blue", "--header", "containerd-namespace:n 1"])).code).toBe(
      0,
    );
    expect(server.seen[0]?.headers).toMatchObject({ "x-team": "blue", "containerd-namespace": "n 1" });
    const { out } = await acme([...call, "--curl", "-H", "x-team: it's"]);
    expect(out).toContain(`-H 'x-team: it'\\''s'`);
    for (const [header, reason] of [
      ["authorization: Bearer abc", "is secret"],
      ["x-api-key: abc", "is secret"],
      ["grpc-timeout: 1S", "belongs to the protocol"],
      ["blue", "must be NAME: VALUE"],
    ] as const) {
      const { code, said } = await acme([...call, "-H", header]);
      expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining(reason) });
      expect(said).not.toContain("abc");
    }
  });

  it("names the words of a service that a line leaves out", async () => {
    const { code, said } = await acme(`keeper keep --name a ${at}`);
    expect({ code, said }).toMatchObject({
      code: 2,
      said: expect.stringContaining(`Type: acme hello keeper keep --name a ${at}`),
    });
  });

  it("lists no command and no flag that needs resources, masks, operations or other logins", async () => {
    for (const line of ["--help", "hello keeper --help", "hello greeter say-hello --help", "login --help"]) {
      const { out } = await acme(line);
      expect(out, line).not.toMatch(
        /\b(?:apply|export|edit|operation|idempotency|mask|parent-id|api-domain|service-account|federated|application-default|metadata-token)\b/,
      );
    }
    expect((await acme("skill")).out).not.toMatch(/operation|idempotency|update ID/);
  });

  it("says in help how streams are read and printed", async () => {
    const { out } = await acme("hello greeter chat --help");
    expect(out.replace(/\s+/g, " ")).toContain("Each line of standard input, or of a file with -f,");
    expect((await acme("hello greeter count --help")).out).toContain("printed as a line in JSON");
    expect((await acme("hello greeter say-hello --help")).out).not.toContain("line in JSON");
  });

  it("refuses apply, and says why and what to do instead", async () => {
    const { code, said } = await acme(`apply -f - ${at}`, { stdin: "$resource: hello/keeper\nname: a\n" });
    expect({ code, said }).toMatchObject({
      code: 2,
      said: expect.stringMatching(/plain gRPC \(kind=grpc\)[^]*acme SERVICE METHOD -f FILE/),
    });
  });

  it("sends each line when it is there, and prints each answer before the next line", async () => {
    const seen: string[] = [];
    const lines = async function* () {
      for (const name of ["a", "b"]) {
        yield JSON.stringify({ name });
        await expect.poll(() => seen).toContain(`{"message":"hi ${name}"}\n`);
      }
    };
    const { code } = await acme(`hello greeter chat ${at}`, {
      stdin: lines(),
      onOut: (text) => seen.push(text),
    });
    expect({ code, seen }).toEqual({ code: 0, seen: ['{"message":"hi a"}\n', '{"message":"hi b"}\n'] });
  });

  it("ends a call with Ctrl-C, which cancels it at the server", async () => {
    const interrupt = new AbortController();
    const lines = async function* () {
      yield '{"name":"a"}';
      await new Promise((resolve) => interrupt.signal.addEventListener("abort", resolve));
    };
    const reason = Object.assign(new Error("interrupted"), { code: "INTERRUPTED" });
    const { code, out } = await acme(`hello greeter chat ${at}`, {
      stdin: lines(),
      signal: interrupt.signal,
      onOut: () => interrupt.abort(reason),
    });
    expect({ code, out }).toEqual({ code: 130, out: '{"message":"hi a"}\n' });
    await expect.poll(() => server.cancelled, { timeout: 9_000 }).toBe(1);
  });

  it("ends as a process with Ctrl-C, although standard input is still open", async () => {
    const argv = [built.path, "hello", "greeter", "chat", ...at.split(" ")];
    const child = spawn(process.execPath, [join(root, "cli/bin/stratus-cli.js"), ...argv]);
    child.stdin.write('{"name":"a"}\n');
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    expect(String(first)).toBe('{"message":"hi a"}\n');
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
  });

  it("ends a call at a line that it cannot read, and names the line", async () => {
    const { code, said } = await acme(`hello greeter chat ${at}`, { stdin: '{"name":"a"}\n{"nam":"b"}\n' });
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringContaining("there is no field nam in standard input:2"),
    });
  });

  it("shows what it would send, for a program that speaks gRPC as well", async () => {
    const { out } = await acme(`hello greeter say-hello --name it's ${at} --curl`);
    expect(out).toBe(
      `grpcurl -plaintext -d '{"name":"it'\\''s"}' ${server.address} hello.Greeter/SayHello\n`,
    );
    expect(server.seen.filter(({ path }) => path.endsWith("SayHello"))).toEqual([]);
  });

  it("needs an address, and says so in its own words", async () => {
    const { code, said } = await acme("hello greeter say-hello --name a");
    expect({ code, said }).toMatchObject({
      code: 2,
      said: expect.stringContaining("--endpoint localhost:50051"),
    });
    expect(said).not.toMatch(/ACME_ENDPOINT: |\{ ?endpoint/);
  });

  it("names --insecure if the server does not speak TLS, and --token-file if it asks for credentials", async () => {
    const secure = await acme(`hello greeter say-hello --name a --endpoint ${server.address}`);
    expect(secure).toMatchObject({ code: 7, said: expect.stringContaining("add --insecure") });
    expect(secure.said).not.toContain("insecure: true");
    server.isClosed = true;
    const closed = await acme(`hello greeter say-hello --name a ${at}`);
    server.isClosed = false;
    expect(closed).toMatchObject({ code: 3, said: expect.stringContaining("acme login") });
    expect(closed.said).not.toMatch(/staticToken|credentials:/);
  });
});

describe("the server for agents of a plain API, with an endpoint alone", () => {
  it("finds and calls its methods", async () => {
    const sdk = await findSdk(built.path, built.path);
    const settings = { endpoint: server.address, insecure: true };
    const allowMethods = ["hello/greeter/say-hello"];
    const options = { sdk, settings, allowMethods, env: {}, userAgent: "acme/1", writeLog: () => undefined };
    const api = new Api(options);
    try {
      const agent = await openAgent(api, { confirm: "never" });
      expect((await agent.call("find_methods", { query: "say hello" })).text).toContain(
        "hello/greeter/say-hello",
      );
      const plan = await agent.call("plan", { method: "hello/greeter/say-hello", request: { name: "a" } });
      expect((await agent.call("apply", planOf(plan))).text).toContain("hello a");
    } finally {
      await api.close();
    }
  });
});
