import { afterAll, describe, expect, it } from "vitest";
import type { ExtensionSource } from "../../generator/src/rest/read/extension.js";
import { answer, compile, expectCompiled, run } from "./package.fixture.js";

afterAll(expectCompiled);

const pet = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const get = (more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { ...answer(pet), ...more },
      },
    },
  },
});

type Find = (id: string) => Promise<unknown>;

/** What `get` and `find` give if the server responds so. */
async function call(spec: object, status: number, body: string | null, extension?: ExtensionSource) {
  const usage = `
    import { AcmeClient } from "./index.js";
    export const id = async (client: AcmeClient): Promise<string> => (await client.getPet("1")).id;
    export const maybe = async (client: AcmeClient): Promise<string | undefined> => (await client.findPet("1"))?.id;`;
  const built = await compile(spec, usage, extension);
  const { AcmeClient } = (await built.load("index.js")) as {
    AcmeClient: new (options: object) => { readonly getPet: Find; readonly findPet: Find };
  };
  const fetch = async (): Promise<Response> => new Response(body, { status });
  const client = new AcmeClient({ baseUrl: "https://a.test", fetch, onDrift: () => undefined, retry: false });
  const settle = (promise: Promise<unknown>): Promise<unknown> =>
    promise.catch((error: unknown) => (error as { code: string }).code);
  return [await settle(client.getPet("1")), await settle(client.findPet("1"))];
}

describe("a resource that does not exist", () => {
  it.each([
    [204, null],
    [400, '{"code":7}'],
  ])("is what a response with x-not-found means, and no other (HTTP %i)", async (status, body) => {
    const marked = get({ [status]: { description: "No such pet", "x-not-found": true } });
    expect(await call(marked, status, body)).toEqual(["NOT_FOUND", undefined]);
    expect(await call(marked, 200, "{}")).toEqual([{}, {}]);
    expect(await call(marked, 403, "{}")).toEqual(["HTTP_ERROR", "HTTP_ERROR"]);
  });

  it("is what the rule of an extension recognizes, unless the program has its own", async () => {
    const text = `export const isNotFound = ({ body }: { readonly body: unknown }): boolean => JSON.stringify(body) === "{}";`;
    const extension = { folder: "pets", files: [{ path: "index.ts", text }], readme: "" };
    expect(await call(get(), 200, "{}", extension)).toEqual(["NOT_FOUND", undefined]);
    expect(await call(get(), 200, '{"id":"1"}', extension)).toEqual([{ id: "1" }, { id: "1" }]);
    const { files } = await run(get(), { extension });
    expect(files.find(({ path }) => path === "src/session.ts")?.text).toContain(
      "isNotFound: options.isNotFound ?? isNotFound",
    );
  });

  it("cannot be marked for several statuses at once, which the report says", async () => {
    const { warnings } = await run(get({ "4XX": { description: "", "x-not-found": true } }));
    expect(warnings.map(({ what }) => what)).toEqual([expect.stringContaining("x-not-found marks 4XX")]);
  });
});
