import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildImage } from "../../convention/src/proto-image.fixture.js";
import { useFiles } from "./command/used-files.js";
import { runEmulator } from "./command.js";
import { openCloud, type TestCloud } from "./emulator.fixture.js";
import type { EmulatorOptions } from "./options/options.js";

const plain = buildImage({
  "hello/hello.proto": `
    syntax = "proto3"; package hello;
    message In { string name = 1; } message Out { string text = 1; repeated string more = 2; }
    service Greeter {
      rpc Get(In) returns (Out); rpc Update(In) returns (Out);
      rpc Watch(In) returns (stream Out); rpc Send(stream In) returns (Out); rpc Chat(stream In) returns (stream Out);
    }`,
});
const named = buildImage({
  "acme/acme.proto": `
    syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto";
    extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
    message In { string name = 1; }
    service Odd { option (api_service_name) = "odd"; rpc Turn(In) returns (In); }`,
});

const open = async (options: EmulatorOptions): Promise<TestCloud> => {
  const cloud = await openCloud(options);
  onTestFinished(() => cloud[Symbol.asyncDispose]());
  return cloud;
};
const anywhere = { authority: "localhost:50051", authorization: null };

const pass = (bytes: Buffer): Buffer => bytes;

/** Calls a streaming method by any number of empty requests, and counts the responses. */
async function stream(
  cloud: TestCloud,
  name: string,
  requests: number,
): Promise<[count: number, mark: unknown]> {
  const client = cloud.client("localhost:50051");
  const call = client.makeBidiStreamRequest(`/hello.Greeter/${name}`, pass, pass);
  let mark: unknown;
  call.on("metadata", (metadata) => (mark = metadata.get("x-emulator-answer")[0]));
  for (let sent = 0; sent < requests; sent++) call.write(Buffer.alloc(0));
  call.end();
  let count = 0;
  for await (const _ of call) count += 1;
  return [count, mark];
}

describe("an API of plain gRPC", () => {
  it("answers default values at any authority without a token, marked by a header and in the report", async () => {
    const cloud = await open({ image: plain });
    for (const method of ["Greeter/Get", "Greeter/Update"]) {
      const { code, response, headers } = await cloud.call(method, { name: "a" }, anywhere);
      expect([code, response]).toEqual(["OK", {}]);
      expect(headers.get("x-emulator-answer")).toEqual(["default"]);
    }
    expect(cloud.emulator.calls().map(({ isDefault }) => isDefault)).toEqual([true, true]);
  });

  it.each([
    ["Watch", 1, 1],
    ["Send", 3, 1],
    ["Chat", 3, 3],
    ["Chat", 0, 0],
  ])("answers the stream %s with %i requests by %i responses", async (name, requests, responses) => {
    const cloud = await open({ image: plain });
    expect(await stream(cloud, name, requests)).toEqual([responses, "default"]);
  });

  it("is answered by handlers, whose responses have no mark", async () => {
    const cloud = await open({ image: plain });
    cloud.emulator.handle("Greeter/Get", ({ name }) => ({ text: `hello ${String(name)}` }));
    const { response, headers } = await cloud.call("Greeter/Get", { name: "a" }, anywhere);
    expect(response).toEqual({ text: "hello a" });
    expect(headers.get("x-emulator-answer")).toEqual([]);
  });

  it("answers UNIMPLEMENTED if it is strict", async () => {
    const cloud = await open({ image: plain, defaults: false });
    const { code, headers } = await cloud.call("Greeter/Get", {}, anywhere);
    expect([code, headers.get("x-emulator-answer")]).toEqual(["UNIMPLEMENTED", []]);
    await expect(stream(cloud, "Watch", 1)).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });
});

describe("the command for an API of plain gRPC", () => {
  const run = async (...flags: readonly string[]): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), "plain-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "image.binpb");
    await writeFile(file, plain);
    let out = "";
    const io = {
      out: (text: string) => void (out += text),
      error: (text: string) => void (out += text),
      waitForStop: () => Promise.resolve(),
    };
    await runEmulator(["--image", file, "--session", "Hello", ...flags], io);
    return out;
  };

  it("prints that methods answer default values, and only the variables that a session needs", async () => {
    const out = await run();
    expect(out).toMatch(
      /hello\.Greeter +every address +5 of 5 +answers default values: Get, Update, Watch, Send, Chat\n/,
    );
    expect(out).toMatch(/\nexport HELLO_ENDPOINT=127\.0\.0\.1:\d+ HELLO_INSECURE=true\n/);
    expect(out).not.toContain("token exchange");
  });

  it("prints the methods that need a handler with --strict", async () => {
    expect(await run("--strict")).toMatch(/0 of 5 +needs a handler: Get, Update, Watch, Send, Chat\n/);
  });
});

describe("a script for an API of plain gRPC", () => {
  it("answers calls, and is read again when it changes; other calls are marked in the log", async () => {
    const lines: string[] = [];
    const cloud = await open({ image: plain, log: { write: (line) => void lines.push(line) } });
    const folder = await mkdtemp(join(tmpdir(), "plain-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = join(folder, "script.yaml");
    const said: string[] = [];
    const save = async (text: string): Promise<void> => {
      said.length = 0;
      await writeFile(`${script}~`, text);
      await rename(`${script}~`, script);
      await expect.poll(() => said, { timeout: 9_000 }).toHaveLength(1);
    };
    await writeFile(script, "hello.Greeter/Get: { answer: { text: one } }\n");
    const stop = await useFiles(cloud.emulator, { script }, (line) => said.push(line));
    onTestFinished(stop);
    const get = async () => (await cloud.call("Greeter/Get", { name: "a" }, anywhere)).response;
    expect(await get()).toEqual({ text: "one" });
    await save(
      "hello.Greeter/Get: { answer: { text: two } }\nhello.Greeter/Watch: { answer: [{ text: a }, { text: b }] }\n",
    );
    expect(said).toEqual([`read ${script} again`]);
    expect(await get()).toEqual({ text: "two" });
    expect(await stream(cloud, "Watch", 1)).toEqual([2, undefined]);
    for (const [text, reason] of [
      ["hello.Greeter/Get: { answer: { txt: two } }\n", /txt/],
      ["hello.Greeter/Gett: { answer: {} }\n", /Gett/],
      ["hello.Greeter/Get: [\n", /script\.yaml/],
    ] as const) {
      await save(text);
      expect(said[0]).toMatch(reason);
      expect(said[0]).toContain("former content remains");
      expect(await get()).toEqual({ text: "two" });
    }
    await cloud.call("Greeter/Update", {}, anywhere);
    expect(lines.filter((line) => line.includes("(default values)"))).toEqual([
      expect.stringContaining("Greeter/Update"),
    ]);
  });
});

describe("an API of the convention", () => {
  it.each([
    [{}, "UNIMPLEMENTED", []],
    [{ defaults: true }, "OK", ["default"]],
  ])("with %o answers an unknown method with %s", async (options, code, mark) => {
    const cloud = await open({ image: named, ...options });
    const outcome = await cloud.call("Odd/Turn");
    expect([outcome.code, outcome.headers.get("x-emulator-answer")]).toEqual([code, mark]);
  });
});
