import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown, type Plugin } from "rolldown";
import { afterAll, describe, expect, it } from "vitest";
import { answer, compile, expectCompiled } from "../openapi/package.fixture.js";

afterAll(expectCompiled);

const top = fileURLToPath(new URL("../../", import.meta.url));
const catalogue = join(top, "generated/catalogue/dist/index.js");

/** What is loaded only if an argument or an answer is not as described, with headers to protect, or with hooks. */
const laterParts = /\/(checks|common|headers|observation|shapes)\.js$/;

/** Leaves those parts out; the import that loads one has the same length wherever this repository lies. */
const later: Plugin = {
  name: "later",
  resolveId: (id) => (laterParts.test(id) ? { id: `./${basename(id)}`, external: true } : null),
};

/** A program of one line as a browser would load it; `isWhole` with all that is loaded later. */
async function bundleOf(program: string, isWhole = false): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "bundle-"));
  try {
    const entry = join(folder, "entry.js");
    await writeFile(entry, program);
    const bundle = await rolldown({
      input: entry,
      platform: "browser",
      logLevel: "silent",
      plugins: isWhole ? [] : [later],
    });
    const { output } = await bundle.generate({
      minify: true,
      format: isWhole ? "iife" : "esm",
      name: "catalogue",
      ...(isWhole && { codeSplitting: false }),
    });
    await bundle.close();
    return output[0].code;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const weightOf = (code: string): number => gzipSync(code, { level: 9 }).length;
const program = (names: string, from = catalogue): string =>
  `export { ${names} } from ${JSON.stringify(from)};`;

describe("the catalogue's client in a bundle", () => {
  it("weighs at most 5.3 kB with its guards, and 4.5 kB for one function, minified and gzipped", async () => {
    const code = await bundleOf(program("CatalogueClient"));
    expect(code).toContain("waitlistCapacity");
    expect(weightOf(code)).toBeLessThan(5300);
    expect(weightOf(await bundleOf(program("listSubjects, Session")))).toBeLessThan(4500);
  });

  it("leaves out the other operations where one function is used", async () => {
    const [whole, one] = await Promise.all([
      bundleOf(program("CatalogueClient")),
      bundleOf(program("listSubjects, Session")),
    ]);
    for (const text of ["/courses", "/buildings", "meetingTimes", "latitude"]) {
      expect(whole).toContain(text);
      expect(one).not.toContain(text);
    }
    expect(one).toContain("/subjects");
    expect(weightOf(one)).toBeLessThan(weightOf(whole) * 0.85);
  });

  it("needs nothing but what every browser and edge runtime has", async () => {
    const code = await bundleOf(program("CatalogueClient, CatalogueError"), true);
    const sent: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      sent.push(url);
      return Response.json(url.endsWith("/subjects") ? ["CS", 7] : {}, { status: 200 });
    };
    const console = { warn: (line: string) => sent.push(line) };
    const globals = {
      TextDecoder,
      fetch,
      URL,
      Headers,
      Response,
      AbortController,
      setTimeout,
      clearTimeout,
      performance,
    };
    const context = createContext({ ...globals, console });
    const use = `(async () => {
      const client = new catalogue.CatalogueClient({ baseUrl: "https://a.test", headers: { "x-a": "1" } });
      const subjects = await client.subjects.list();
      const error = await client.courses.get("CS", 1).catch((reason) => reason);
      return JSON.stringify([subjects, String(error)]);
    })()`;
    const result: unknown = await runInContext(`${code}\n${use}`, context);
    expect(JSON.parse(String(result))).toEqual([
      ["CS", 7],
      "CatalogueError: courses.get: GET /courses/CS/1: no such resource (HTTP 200)",
    ]);
    expect(sent).toEqual([
      "https://a.test/subjects",
      "subjects.list: the response differs from the description: []: expected string, got integer",
      "https://a.test/courses/CS/1",
    ]);
  });
});

describe("a client of a hundred operations in a bundle", () => {
  const large = {
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `/part${index}/{id}`,
        {
          get: {
            tags: [`area ${index % 10}`],
            operationId: `getPart${index}`,
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            responses: answer({
              type: "object",
              required: [`member${index}`],
              properties: { [`member${index}`]: { type: "array", items: { type: "string" } } },
            }),
          },
        },
      ]),
    ),
  };

  it("weighs what the functions weigh that are used", async () => {
    const built = await compile(large);
    const index = join(built.folder, "dist/index.js");
    const [whole, one] = await Promise.all([
      bundleOf(program("AcmeClient", index)),
      bundleOf(program("getPart7, Session", index)),
    ]);
    expect(one).toContain("/part7/");
    expect(new Set(one.match(/member\d+/g))).toEqual(new Set(["member7"]));
    expect(one.length).toBeLessThan(whole.length / 3);
  });
});
