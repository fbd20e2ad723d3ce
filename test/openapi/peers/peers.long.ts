import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { json, startServer } from "../../../generator/src/rest/runtime/server.fixture.js";
import { openWorkshop, type CallOf, type Made, type PeerName } from "./peers.fixture.js";
import { broken, plain, plainWithParameter, probe } from "./probe.fixture.js";

const names: readonly PeerName[] = ["stratus", "hey-api", "orval", "openapi-fetch", "redocly"];

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
const made = new Map<string, Promise<Made>>();
const realFetch = globalThis.fetch;

beforeAll(async () => {
  workshop = await openWorkshop();
}, 300_000);
afterAll(() => workshop?.[Symbol.asyncDispose]());
afterEach(() => void vi.unstubAllGlobals());

/** What a tool makes of a description, made once. */
function of(name: PeerName, spec: object): Promise<Made> {
  const key = `${name} ${JSON.stringify(spec)}`;
  const result = made.get(key) ?? workshop.make(name, spec);
  made.set(key, result);
  return result;
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
}

type Answer = (sent: Sent, count: number) => Response | Promise<Response>;

/** Lets the platform's `fetch` be one that answers as it is told; a path alone is one on a page's own host. */
function answering(answer: Answer): Sent[] {
  const all: Sent[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const isPath = typeof input === "string" && input.startsWith("/");
    const request = new Request(isPath ? `http://a.test${input}` : input, init);
    const { url, method, headers } = request;
    const sent = { url, method, headers, text: await request.text() };
    all.push(sent);
    return answer(sent, all.length);
  });
  return all;
}

const base = "http://a.test";
const called = async (name: PeerName, call: CallOf, answer: Answer, at: string | undefined = base) => {
  const sent = answering(answer);
  const tool = await of(name, probe);
  const data: unknown = await tool.call(call, at);
  return { data, sent };
};

const nothing = (): Response => new Response(null, { status: 204 });
const getPet: CallOf = { id: "getPet", method: "GET", path: "/pets/{id}", inPath: { id: 7 } };
const post = (id: string, path: string, body: unknown): CallOf => ({ id, method: "POST", path, body });
const get = (id: string, path: string): CallOf => ({ id, method: "GET", path });

/** A program by which the types of a body and of its answer are told; `m` is the module. */
const programs: Readonly<Record<PeerName, string>> = {
  stratus:
    'import * as m from "./out/src/index.ts";\nexport const a = m.createPet({} as m.Session, { name: "Tom" }).then(({ id }): number => id);\n',
  "hey-api":
    'import * as m from "./out/index.ts";\nexport const a = m.createPet({ body: { name: "Tom" }, throwOnError: true }).then(({ data }): number => data.id);\n',
  orval:
    'import * as m from "./out/api.ts";\nexport const a = m.createPet({ name: "Tom" }).then((r): number => (r.status === 201 ? r.data.id : 0));\n',
  "openapi-fetch":
    'import client from "./out/client.ts";\nexport const a = client({}).POST("/pets", { body: { name: "Tom" } }).then(({ data }): number => data?.id ?? 0);\n',
  redocly:
    'import * as m from "./out/api.ts";\nexport const a = m.createPet({ body: { name: "Tom" } }).then(({ id }): number => id);\n',
};

/** Whether a tool does something: each is seen to, with the default options. */
const features: Readonly<Record<string, (name: PeerName) => Promise<boolean>>> = {
  "parts that cannot be read are left out and reported, the rest is generated": async (name) => {
    const tool = await of(name, broken);
    if (!tool.isDone || !/bad/i.test(tool.log)) return false;
    answering(() => Response.json({ a: "1" }));
    return JSON.stringify(await tool.call(get("getGood", "/good"), base)) === '{"a":"1"}';
  },
  "every style of query parameters": async (name) => {
    const query = { filter: { a: "x" }, ids: [1, 2], json: { a: 1 }, csv: ["a,b", "c"] };
    const { sent } = await called(name, { ...get("listPets", "/pets"), query }, () => Response.json([]));
    const search = new URL(sent[0]!.url).search
      .replace("%7C", "|")
      .replaceAll(/%5B|%5D/g, decodeURIComponent);
    const parts = search.slice(1).split("&").sort();
    return (
      JSON.stringify(parts) ===
      JSON.stringify(["csv=a%2Cb,c", "filter[a]=x", "ids=1|2", "json=%7B%22a%22%3A1%7D"])
    );
  },
  "urlencoded bodies, lists among them": async (name) => {
    const form = { a: "x y", list: ["1", "2"] };
    const asItsTypeSays =
      name === "redocly"
        ? new URLSearchParams([
            ["a", "x y"],
            ["list", "1"],
            ["list", "2"],
          ])
        : form;
    const { sent } = await called(name, post("sendForm", "/form", asItsTypeSays), nothing);
    const { headers, text } = sent[0]!;
    const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
    return isForm === true && new URLSearchParams(text).toString() === "a=x+y&list=1&list=2";
  },
  "multipart bodies with a file": async (name) => {
    const file = new Blob(["some bytes"]);
    const { sent } = await called(name, post("upload", "/upload", { note: "n", file }), nothing);
    const { headers, text } = sent[0]!;
    return (
      /^multipart\/form-data; *boundary=/.test(headers.get("content-type") ?? "") &&
      text.includes("some bytes")
    );
  },
  "text sent and read": async (name) => {
    const answer = (): Response => new Response("there", { headers: { "content-type": "text/plain" } });
    const { sent, data } = await called(name, post("sendText", "/text", "hi"), answer);
    return (
      sent[0]!.text === "hi" &&
      sent[0]!.headers.get("content-type")!.startsWith("text/plain") &&
      data === "there"
    );
  },
  "bytes read": async (name) => {
    const bytes = new Uint8Array([0, 255, 10]);
    const answer = (): Response =>
      new Response(bytes, { headers: { "content-type": "application/octet-stream" } });
    const { data } = await called(name, get("getBytes", "/bytes"), answer);
    return data instanceof Blob && (await data.arrayBuffer()).byteLength === 3;
  },
  "server-sent events as an async iterable": async (name) => {
    const answer = (): Response =>
      new Response('data: {"n":1}\n\n', { headers: { "content-type": "text/event-stream" } });
    const { data } = await called(name, get("watch", "/events"), answer);
    if (typeof data !== "object" || data === null || !(Symbol.asyncIterator in data)) return false;
    for await (const event of data as AsyncIterable<unknown>) return JSON.stringify(event).includes('"n":1');
    return false;
  },
  "bodies of errors, decoded": async (name) => {
    const answer = (): Response => Response.json({ fields: ["name"] }, { status: 422 });
    const error = await called(name, post("createPet", "/pets", { name: "" }), answer).catch(
      (reason: unknown) => reason,
    );
    const { body, data, fields } = error as { body?: unknown; data?: unknown; fields?: unknown };
    return JSON.stringify([body, data, { fields }]).includes('{"fields":["name"]}');
  },
  "the described server with its variables": async (name) => {
    const { sent } = await called(name, getPet, () => Response.json({ id: 7, name: "a" }), "");
    return sent[0]!.url === "https://eu.probe.test/v1/pets/7";
  },
  "an operation's own server": async (name) => {
    const { sent } = await called(name, get("getOwn", "/own"), () => Response.json({ a: "1" }), "");
    return sent[0]!.url === "https://own.test/own";
  },
  "headers of a call stay with its origin at a redirect": async (name) => {
    await using other = await startServer((_, response) => json(response, 200, { id: 7, name: "a" }));
    await using first = await startServer(
      (_, response) => void response.writeHead(302, { location: `${other.url}/elsewhere` }).end(),
    );
    vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) =>
      realFetch(typeof input === "string" && input.startsWith("/") ? first.url + input : input, init),
    );
    const tool = await of(name, probe);
    await tool.call({ ...getPet, headers: { "x-key": "secret" } }, first.url);
    return first.seen[0]?.headers["x-key"] === "secret" && other.seen[0]?.headers["x-key"] === undefined;
  },
  "a request without readOnly properties, an answer with them": async (name) => {
    const complaints = await (await of(name, probe)).complaints(programs[name]);
    // What is said of the client's own files is another row.
    return !/^program\.ts/m.test(complaints);
  },
  "answers checked against the description": async (name) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const told = await called(name, getPet, () => Response.json({ id: "seven", name: 7 })).then(
      () => warn.mock.calls.length > 0,
      () => true,
    );
    warn.mockRestore();
    return told;
  },
  "a GET that fails for a moment is tried again": async (name) => {
    const answer: Answer = (_, count) =>
      count === 1 ? new Response("", { status: 503 }) : Response.json({ id: 7, name: "a" });
    const result = await called(name, getPet, answer).catch(() => undefined);
    return result?.sent.length === 2;
  },
  "lists followed page by page, as the description shows them": async (name) => {
    const text = await (await of(name, probe)).text();
    if (name !== "stratus") {
      // How such a function would be called is the tool's affair: it would have to know both names.
      return /param: "cursor"|nextCursor: "/.test(text);
    }
    const answer: Answer = ({ url }) =>
      Response.json(url.includes("cursor=b") ? { items: ["2"] } : { items: ["1"], next_cursor: "b" });
    const { data } = await called(name, get("listAllItems", "/items"), answer);
    const items: unknown[] = [];
    for await (const item of data as AsyncIterable<unknown>) items.push(item);
    return JSON.stringify(items) === '["1","2"]';
  },
  "an optional parameter that is added moves no argument": async (name) => {
    const sentBy = async (spec: object): Promise<string> => {
      const sent = answering(() => Response.json({ a: "1" }));
      await (await of(name, spec)).call({ ...getPet, headers: { "x-a": "1" } }, base);
      return JSON.stringify(sent.map(({ url, headers }) => [url, headers.get("x-a")]));
    };
    return (await sentBy(plain)) === (await sentBy(plainWithParameter));
  },
  "parameters that are misspelled are refused": async (name) => {
    const sent = answering(() => Response.json({ id: 7, name: "a" }));
    const tool = await of(name, probe);
    const misspelled = { ...getPet, query: { dpeth: 1 } };
    const isRefused = await tool.call(misspelled, base).then(
      () => false,
      () => sent.length === 0,
    );
    return isRefused;
  },
  "a file of the user's in the way is left alone": async (name) => {
    const first = await workshop.make(name, plain);
    const place = {
      stratus: "src/index.ts",
      "hey-api": "index.ts",
      orval: "api.ts",
      "openapi-fetch": "types.ts",
      redocly: "api.ts",
    };
    const file = join(first.folder, "out", place[name]);
    await writeFile(file, "export const mine = 1;\n");
    await workshop.make(name, plain, first.folder);
    return (await readFile(file, "utf8")) === "export const mine = 1;\n";
  },
  "the client needs no other package": async (name) => {
    const text = await (await of(name, probe)).text();
    return ![...text.matchAll(/^(?:import|export)\b[^;]*?from ["']([^"']+)["']/gm)].some(
      ([, from = ""]) => !from.startsWith("."),
    );
  },
  "output passes a strict compiler": async (name) => (await (await of(name, probe)).complaints()) === "",
};

const documentation = readFileSync(new URL("../../FIGURES.md", import.meta.url), "utf8");

/** The rows of the table of features in the documentation. */
const rows = new Map(
  documentation.split("\n").flatMap((line) => {
    const [feature = "", ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    return cells.length === names.length && cells.every((cell) => /^[yn]$/.test(cell))
      ? [[feature, cells]]
      : [];
  }),
);

describe("the table of features", () => {
  it("has a row for each", () => {
    expect([...rows.keys()]).toEqual(Object.keys(features));
  });

  it.each(Object.entries(features))("is true: %s", { timeout: 300_000 }, async (feature, probe) => {
    const cells: string[] = [];
    for (const name of names) {
      // What cannot be called at all is not there.
      const has = await probe(name).catch((reason: unknown) => {
        console.log(`${feature}: ${name}: ${String(reason).slice(0, 200)}`);
        return false;
      });
      cells.push(has ? "y" : "n");
    }
    console.log(`| ${feature} | ${cells.join(" | ")} |`);
    expect(cells).toEqual(rows.get(feature));
  });
});
