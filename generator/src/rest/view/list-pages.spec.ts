import { describe, expect, it } from "vitest";
import { code, identifier } from "../../kit/code/code.js";
import type { Page, View } from "../../kit/render/page.js";
import { readApi } from "../model/read-api.js";
import { NameLock } from "../model/name-lock.js";
import { Findings } from "../read/findings.js";
import { readSpecText } from "../read/spec-text.js";
import type { CallView } from "./calls.js";
import type { GuardView } from "./guards.js";
import { listPages } from "./list-pages.js";
import { RepresentationsWriter } from "./representations.js";

const spec = `
openapi: 3.1.0
info: { title: Cars, version: "1" }
paths:
  /cars/{plate}:
    delete:
      operationId: delete
      parameters: [{ name: plate, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone } }
    get:
      tags: [cars]
      operationId: getCar
      parameters: [{ name: plate, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: OK, content: { application/json: { schema: { $ref: "#/components/schemas/Car" } } } }
components: { schemas: { Car: { type: object, required: [plate], properties: { plate: { type: string } } } } }
`;

const text = await readSpecText("api.yaml", spec);

const pages = (isExtended = false): readonly Page[] => {
  const api = readApi(text, {
    reservedNames: [],
    lock: new NameLock(),
    findings: new Findings(),
    selection: { include: [], exclude: [] },
    invalidParts: [],
  });
  const names = { packageName: "@acme/cars", packageVersion: "1.0.0", name: "Cars" };
  return [
    ...listPages(api, names, {
      isExtended,
      hasGuide: false,
      hasOpenapiTypes: false,
      hasLazyGroups: false,
      hasOpenTelemetry: true,
      hasStandardSchema: true,
      hasTesting: true,
      representations: new RepresentationsWriter(api),
    }),
  ];
};

const viewAt = (path: string): View => pages().find((page) => page.path === path)?.view ?? {};

describe("the pages of an API", () => {
  it("have a template and a place each", () => {
    const placed = pages().map(({ path, template }) => [path, template] as const);
    expect(placed.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ["README.md", "rest/README.md"],
      ["bundle.js", "package/bundle.js"],
      ["package.json", "rest/package.json"],
      ["src/client.ts", "rest/src/client.ts"],
      ["src/guards.ts", "rest/src/guards.ts"],
      ["src/index.ts", "rest/src/index.ts"],
      ["src/models.ts", "rest/src/models.ts"],
      ["src/opentelemetry.ts", "rest/src/opentelemetry.ts"],
      ["src/operations/cars.ts", "rest/src/operations/[group].ts"],
      ["src/operations/operations.ts", "rest/src/operations/[group].ts"],
      ["src/shapes.ts", "rest/src/shapes.ts"],
      ["src/standard-schema.ts", "rest/src/standard-schema.ts"],
      ["src/testing.ts", "rest/src/testing.ts"],
      ["tsconfig.json", "rest/tsconfig.json"],
    ]);
  });

  it("name in the README what is called like a reserved word", () => {
    const rows = viewAt("README.md")["rows"] as readonly Record<string, string>[];
    expect(rows.map(({ call }) => call)).toEqual(["cars.get", "delete"]);
  });

  it("have a class for the operations of a tag, and none for those of no tag", () => {
    expect(viewAt("src/operations/operations.ts")).toMatchObject({ group: false });
    expect(viewAt("src/operations/cars.ts")).toMatchObject({
      group: { name: "Cars", methods: [{ name: "get" }, { name: "find", returns: "Call<Car | undefined>" }] },
    });
    expect(viewAt("src/client.ts")).toMatchObject({
      methods: [{ name: "delete", call: "delete$(this.#session, plate, options)" }],
      groups: [{ property: "cars", className: "Cars" }],
    });
  });

  it("take no plain string: text of a description comes by `code/` alone", () => {
    const plain: string = "evil()";
    const call: CallView = {
      doc: code``,
      name: identifier("get"),
      parameters: code``,
      // @ts-expect-error -- a type that was not made as source text
      returns: plain,
      call: code``,
      overloads: [],
    };
    // @ts-expect-error -- a condition that was not made as source text
    const guard: GuardView = { doc: code``, name: identifier("isA"), type: false, conditions: [plain] };
    // @ts-expect-error -- nor does a page of any view take one
    const page: Page = { path: "a.ts", template: "a.ts", view: { text: plain } };
    expect([call, guard, page]).toHaveLength(3);
  });
});
