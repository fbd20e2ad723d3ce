import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, type Ended } from "./test-host.fixture.js";
import { startCatalogue } from "../../examples/catalogue-server/src/server.js";

let server: Awaited<ReturnType<typeof startCatalogue>>;
let acme: (argv: string | readonly string[]) => Promise<Ended>;

beforeAll(async () => {
  server = await startCatalogue();
  acme = commandLine("@svc/catalogue", { env: { CATALOGUE_CLIENT_ENDPOINT: server.url } });
});
afterAll(() => server.close());

describe("a REST API on the command line", () => {
  it("has the parameters of a path by their places", async () => {
    expect(JSON.parse((await acme("courses get CS 225 -o json")).out)).toMatchObject({
      title: "CS 225 - Data Structures",
      courseNumber: 225,
    });
  });

  it("lists whole lists as tables, and as little of them as is wanted", async () => {
    expect((await acme("courses list --max-items 1")).out).toMatch(
      /^NAME +SUBJECT-CODE +COURSE-NUMBER\nCS 101 .* CS +101\n$/,
    );
    expect(JSON.parse((await acme("courses list -o json --query [].courseNumber")).out)).toContain(225);
    expect((await acme(["search", "courses", "data structures", "-o", "wide"])).out).toContain(
      "SUBJECT-CODE",
    );
  });

  it.each([
    ["courses get CS 9999", 4],
    ["courses get CS nope", 2],
    ["courses get CS nope --dry-run", 2],
    ["courses get CS", 2],
    ["courses edit CS", 2],
    ["courses operation wait 1", 2],
  ])("ends as any other: %j with %j", async (argv, code) => {
    expect((await acme(argv)).code).toBe(code);
  });

  it("explains its types", async () => {
    expect((await acme("courses explain")).out).toContain("title");
  });
});
