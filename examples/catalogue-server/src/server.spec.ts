import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadData } from "./data.js";
import { startCatalogue } from "./server.js";

const read = async (url: string, init?: RequestInit): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
};

const course = {
  title: "CS 1 - Data and Structure",
  subjectCode: "CS",
  courseNumber: 1,
  description: "Trees.",
  extra: [1],
};
const other = {
  title: "ART 2 - Café Drawing",
  subjectCode: "ART",
  courseNumber: 2,
  description: "Data, sometimes.",
};
const hall = { abbr: "TUR", name: "Turing Hall", address: "1 Way" };
const data = { courses: [course, other], buildings: [hall] };

describe("the catalogue", () => {
  it.each([
    [
      "/courses",
      [course, other].map(({ title, subjectCode, courseNumber }) => ({ title, subjectCode, courseNumber })),
    ],
    ["/courses/CS/1", course],
    ["/courses/cs/1", course],
    ["/subjects", ["ART", "CS"]],
    ["/buildings", [hall]],
    ["/buildings/tur", hall],
    ["/buildings/TUR/", hall],
    ["/search/courses/zebra", []],
    ["/search/buildings/%20", []],
  ])("answers %s", async (path, want) => {
    await using catalogue = await startCatalogue({ data });
    expect(await read(catalogue.url + path)).toEqual({ status: 200, body: want });
  });

  it.each([
    "/",
    "/nothing",
    "/courses/CS",
    "/courses/CS/99",
    "/courses/CS/1/2",
    "/search/courses",
    "/search/x/y",
    "/buildings/%ff",
    "/courses/../courses/XX/1",
  ])("has nothing at %s", async (path) => {
    await using catalogue = await startCatalogue({ data });
    expect(await read(catalogue.url + path)).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });

  it("finds the nearest course first, with sections and a score, whatever the case and the accents", async () => {
    await using catalogue = await startCatalogue({ data });
    const { body } = await read(`${catalogue.url}/search/courses/data`);
    expect(body).toEqual([
      { ...course, score: expect.any(Number) },
      { ...other, score: expect.any(Number) },
    ]);
    const [first, second] = body as { score: number }[];
    expect(first?.score).toBeGreaterThan(second?.score ?? 0);
    expect((await read(`${catalogue.url}/search/courses/CAFE%20draw`)).body).toEqual([
      { ...other, score: expect.any(Number) },
    ]);
  });

  it("gives no more than 100 results", async () => {
    const courses = Array.from({ length: 150 }, (_, index) => ({ ...course, courseNumber: index }));
    await using catalogue = await startCatalogue({ data: { courses, buildings: [] } });
    expect((await read(`${catalogue.url}/search/courses/data`)).body).toHaveLength(100);
  });

  it("confirms what has not changed, and is read-only", async () => {
    await using catalogue = await startCatalogue({ data });
    const first = await fetch(`${catalogue.url}/subjects`);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect(await read(`${catalogue.url}/subjects`, { headers })).toEqual({ status: 304, body: undefined });
    expect(await read(`${catalogue.url}/subjects`, { method: "POST", body: "{}" })).toMatchObject({
      status: 405,
    });
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("serves a university of its own where no data is named", async () => {
    await using catalogue = await startCatalogue();
    expect(catalogue.data.courses.length).toBeGreaterThan(20);
    expect(await read(`${catalogue.url}/courses/CS/225`)).toMatchObject({
      body: { title: "CS 225 - Data Structures" },
    });
  });
});

describe("the command", () => {
  const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

  it.each([
    [["--data", "nowhere.json"], "nowhere.json cannot be read as JSON: ENOENT"],
    [["--port", "many"], "options.port"],
    [["--prot", "8081"], "Unknown option '--prot'"],
  ])("ends with one line where it cannot serve: %s", (args, message) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^catalogue: .*\n$/);
    expect(stderr).toContain(message);
  });
});

describe("data that cannot be served", () => {
  it.each([
    [null, '"courses" must be a list'],
    [{ courses: [] }, '"buildings" must be a list'],
    [{ courses: [{ title: "x" }], buildings: [] }, "courses[0] needs subjectCode"],
    [{ courses: [], buildings: [hall, 7] }, "buildings[1] needs abbr"],
  ])("such as %j is named", async (value, message) => {
    await expect(loadData(value as never)).rejects.toThrow(message);
  });

  it("such as a missing file is named", async () => {
    await expect(loadData("/nowhere/data.json")).rejects.toThrow("/nowhere/data.json cannot be read as JSON");
  });
});
