import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { openFolder, type Folder } from "../compile.fixture.js";
import { hardCases } from "./names.fixture.js";

type Client = Record<string, (request: object) => Promise<unknown>>;

/** What generated code does when it runs, where the names of rpcs are hard on it. */
describe("a client whose rpcs are called like members that JavaScript knows", () => {
  let folder: Folder;
  let client: Client;
  let wire: unknown[];

  beforeAll(async () => {
    folder = await openFolder();
    const hard = hardCases.find(({ about }) => about.startsWith("rpcs that an object or a promise"))!;
    const { files, error } = await generateFrom(hard.protos);
    expect(error).toBe("");
    await folder.write(files);
    expect(await folder.compile("TypeScript 7")).toBe("");
    const load = (path: string) => import(pathToFileURL(join(folder.path, "dist", path)).href);
    const { Api } = await load("index.js");
    const { SClient } = await load("acme/v1/index.js");
    wire = [];
    const session = new Api({
      apiDomain: "api.example.com",
      credentials: { description: "none", fetchToken: async () => ({ value: "t".repeat(20) }) },
      interceptors: [
        () => async (call: { readonly method: { readonly path: string } }) => {
          wire.push(call.method.path);
          throw new Error("stop here");
        },
      ],
    });
    client = new SClient(session);
  });

  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
  });

  it("is no promise: it can be returned from an async function and awaited", async () => {
    expect(await (async () => client)()).toBe(client);
  });

  it("can be printed and turned into text and JSON without a call", () => {
    expect([JSON.stringify(client), String(client), inspect(client)]).toEqual([
      "{}",
      "[object Object]",
      "SClient {}",
    ]);
    expect(wire).toEqual([]);
  });

  it("calls every rpc under its own name on the wire", async () => {
    for (const [local, rpc] of [
      ["then$", "Then"],
      ["constructor$", "Constructor"],
      ["close", "Close"],
      ["toJSON$", "ToJSON"],
      ["proto", "__proto__"],
      ["hasOwnProperty$", "HasOwnProperty"],
    ] as const) {
      await expect(client[local]!({})).rejects.toThrow("stop here");
      expect(wire.at(-1)).toBe(`/acme.v1.S/${rpc}`);
    }
  });
});
