import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect, promisify } from "node:util";
import { startCatalogue } from "@stratus/example-catalogue-server";
import {
  CatalogueClient,
  CatalogueError,
  etagCache,
  findBuilding,
  getCourse,
  isCourse,
  isPossiblyTruncated,
  parseCredits,
  parseOffsetDateTime,
  parseUsDate,
  searchCourses,
  Session,
  type Course,
} from "@svc/catalogue";
import { mock } from "@svc/catalogue/testing";
import { describe, expect, expectTypeOf, it } from "vitest";

describe("the catalogue's client", () => {
  it("does what its README promises, against a catalogue", async () => {
    await using server = await startCatalogue();
    const catalogue = new CatalogueClient({
      baseUrl: `${server.url}/`,
      validate: "strict",
      cache: etagCache(),
    });
    const course = await catalogue.courses.get("CS", 225);
    expect(course).toMatchObject({ title: "CS 225 - Data Structures", credits: "4" });
    expect(isCourse(course)).toBe(true);
    expect(await catalogue.courses.find("CS", 999)).toBeUndefined();
    expect(await catalogue.courses.list()).toHaveLength(server.data.courses.length);
    expect(await catalogue.subjects.list()).toContain("MATH");
    expect((await catalogue.buildings.get("TUR")).name).toBe("Turing Hall");
    expect(await catalogue.buildings.find("NOPE")).toBeUndefined();
    expect(await catalogue.buildings.list()).toHaveLength(server.data.buildings.length);
    const hits = await catalogue.search.courses("data structures");
    expect(hits[0]).toMatchObject({ courseNumber: 225, score: expect.any(Number) });
    expect(isPossiblyTruncated(hits)).toBe(false);
    expect(await catalogue.search.buildings("hall")).not.toHaveLength(0);
    expect(await catalogue.courses.get("CS", 225).withResponse()).toMatchObject({
      isCached: true,
      data: course,
    });
    const [section] = course.sections;
    expect(parseCredits(course.credits)).toEqual({ min: 4, max: 4 });
    expect(parseUsDate(section?.startDate ?? "")?.iso).toBe("2026-01-12");
    expect(parseOffsetDateTime(section?.meetingTimes[0]?.startTime ?? "")?.offsetMinutes).toBe(-480);
  });

  it("throws an error of its own that says what, where and why", async () => {
    await using server = await startCatalogue();
    const catalogue = new CatalogueClient({ baseUrl: server.url });
    const error: unknown = await catalogue.courses.get("CS", 999).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CatalogueError);
    const line =
      "CatalogueError: courses.get: GET /courses/CS/999: no such resource (HTTP 404: There is nothing at this path)";
    expect(String(error)).toBe(line);
    // However it is printed, it has the name under which it is caught.
    const { name, stack, constructor } = error as Error;
    expect([name, constructor.name, stack?.split("\n")[0]]).toEqual([
      "CatalogueError",
      "CatalogueError",
      line,
    ]);
    expect(inspect(error)).toMatch(/^CatalogueError: /);
    expect(inspect(error)).not.toContain("ApiError");
  });

  it.each(["", "/body"])(
    "ends in time a program that has nothing else to do (base path %j)",
    async (path) => {
      const server = createServer((request, response) => {
        // The headers never come, or the body never ends.
        if (request.url?.startsWith("/body")) response.writeHead(200).write("[");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const options = { baseUrl: `http://127.0.0.1:${port}${path}`, timeoutMs: 300 };
      const script = `
        import { CatalogueClient } from "@svc/catalogue";
        const client = new CatalogueClient(${JSON.stringify(options)});
        console.log(await client.subjects.list().catch((error) => error.code));`;
      const args = ["--input-type=module", "--eval", script];
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
      expect(stdout.trim()).toBe("DEADLINE_EXCEEDED");
      server.closeAllConnections();
      server.close();
    },
  );

  it.each([
    ["a fraction", 1.5],
    ["a negative number", -1],
    ["no number", Number.NaN],
  ])("refuses %s for a course number before it sends anything", async (_, courseNumber) => {
    const fetch = mock({});
    const catalogue = new CatalogueClient({ baseUrl: fetch.baseUrl, fetch, validateRequests: "strict" });
    await expect(catalogue.courses.find("CS", courseNumber)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
    expect(fetch.requests).toHaveLength(0);
  });

  it.each([
    ["credits as text", { credits: "1-16" }, []],
    ["credits as a number", { credits: 4 }, []],
    ["credits as a list", { credits: [1, 16] }, []],
    ["credits as something else", { credits: { min: 1 } }, ["credits"]],
    ["an unknown status", { sections: [] }, []],
    ["no sections", { sections: undefined }, ["sections"]],
    ["a new property", { prerequisites: ["CS 101"] }, []],
  ])("takes %s as sent, and reports only what is not described", async (_, change, want) => {
    await using server = await startCatalogue();
    const [record] = server.data.courses;
    const sent = JSON.parse(JSON.stringify({ ...record, ...change })) as object;
    const fetch = mock({ "/courses/*/*": sent });
    const paths: string[] = [];
    const catalogue = new CatalogueClient({
      baseUrl: fetch.baseUrl,
      fetch,
      onDrift: ({ path }) => paths.push(path),
    });
    expect(await catalogue.courses.get("CS", 101)).toEqual(sent);
    expect(paths).toEqual(want);
  });

  it("shares a session with standalone functions", async () => {
    await using server = await startCatalogue();
    const session = new Session({ baseUrl: server.url });
    const [course, building, hits] = await Promise.all([
      getCourse(session, "CS", 101),
      findBuilding(session, "nope"),
      searchCourses(session, "algebra"),
    ]);
    expect([course.courseNumber, building, hits.length]).toEqual([101, undefined, 2]);
    expect((await new CatalogueClient(session).courses.get("CS", 101)).title).toBe(course.title);
  });

  it("has types that hold", () => {
    const catalogue = new CatalogueClient({ baseUrl: "http://a.test", fetch: mock({}) });
    expectTypeOf(catalogue.courses.get).parameter(1).toEqualTypeOf<number>();
    expectTypeOf(catalogue.courses.find).returns.resolves.toEqualTypeOf<Course | undefined>();
    expectTypeOf(catalogue.subjects.list).returns.resolves.toEqualTypeOf<string[]>();
    expectTypeOf<Course["credits"]>().toEqualTypeOf<string | number | number[]>();
    expectTypeOf<Awaited<ReturnType<typeof searchCourses>>[number]["sections"]>().toExtend<
      unknown[] | undefined
    >();
    // @ts-expect-error -- a course number is a number
    const wrong = () => catalogue.courses.get("CS", "101");
    // @ts-expect-error -- there is no such operation
    const missing = () => catalogue.courses.create({});
    expect([wrong, missing]).toHaveLength(2);
  });
});
