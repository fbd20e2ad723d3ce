import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runtimeVersion } from "../../generator/src/rest/runtime-version.js";
import { answer, generate } from "./package.fixture.js";

/** A parking garage: nothing that the sample of this repository has, down to its formats. */
const garage = {
  openapi: "3.1.0",
  info: { title: "Garage", version: "1" },
  paths: {
    "/cars": {
      get: {
        tags: ["cars"],
        operationId: "listCars",
        responses: answer({
          type: "array",
          maxItems: 100,
          items: { $ref: "#/components/schemas/Car" },
        }),
      },
    },
    "/cars/{plate}": {
      get: {
        tags: ["cars"],
        operationId: "getCar",
        parameters: [{ name: "plate", in: "path", required: true, schema: { type: "string" } }],
        responses: answer({ $ref: "#/components/schemas/Car" }),
      },
    },
  },
  components: {
    schemas: {
      Car: {
        type: "object",
        required: ["plate"],
        properties: {
          plate: { type: "string" },
          arrived: { type: "string", format: "date-time" },
          // Formats of the sample, which mean nothing here.
          left: { type: "string", format: "us-date" },
          worth: { type: "string", format: "credits" },
        },
      },
    },
  },
};

/** What only the sample speaks of. */
const sampleWords = /catalogue|course|building|credit|campus|subject|semester|universit|us-?date|\.edu\b/i;

describe("the package of a foreign API", () => {
  it("speaks of that API alone, also in the runtime that it carries", async () => {
    const files = await generate(garage);
    expect(files.map(({ path }) => path)).toContain("src/runtime/values.ts");
    const lines = files
      .filter(({ path }) => path !== "src/types.ts" && path !== "description.json")
      .flatMap(({ path, text }) => text.split("\n").map((line) => `${path}: ${line}`));
    expect(lines.filter((line) => sampleWords.test(line))).toEqual([]);
  });

  it("says of each file that it carries where it comes from", async () => {
    const carried = (await generate(garage)).filter(({ path }) => path.startsWith("src/runtime/"));
    expect(carried).not.toHaveLength(0);
    for (const { text } of carried) {
      expect(text.split("\n")[2]).toBe(
        `/* Copied by \`stratus openapi\` from runtime ${runtimeVersion}, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */`,
      );
    }
  });
});

describe("the sources of the REST client's runtime", () => {
  it("speak of no API, tests aside", () => {
    const folder = new URL("../../generator/src/rest/runtime/", import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = names.filter((name) => /(?<!\.spec|\.fixture)\.ts$|\.md$/.test(name));
    expect(sources).toContain("README.md");
    for (const name of sources)
      expect(readFileSync(new URL(name, folder), "utf8"), name).not.toMatch(sampleWords);
  });
});
