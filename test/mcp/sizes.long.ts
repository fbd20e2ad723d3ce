import { findSdk, type Sdk } from "@stratus/dynamic-client";
import { afterAll, describe, expect, it } from "vitest";
import { Api } from "../../mcp/src/calls/api.js";
import type { BuiltPackage } from "../built-package.fixture.js";
import { printFigure } from "../figures.js";
import { openAgent } from "./connect.fixture.js";
import { naiveTools } from "./naive-tools.fixture.js";
import { gitHubPackage, googlePackage } from "./public-apis.fixture.js";
import { tokenizer } from "./tokenizer.fixture.js";

const countTokens = tokenizer("o200k_base");

const median = (sizes: readonly number[]): number =>
  sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;

/** Tokens of what a client gets, beside a list with a tool for each method. */
async function sizesOf(sdk: Sdk): Promise<Readonly<Record<string, number>>> {
  const api = new Api({
    sdk,
    settings: {},
    env: {},
    userAgent: "acme/1",
    writeLog: () => undefined,
    allow: ["create", "change", "destroy"],
  });
  const agent = await openAgent(api);
  const { tools } = await agent.client.listTools();
  const instructions = agent.client.getInstructions() ?? "";
  const sizeOf = async (tool: string, given: object): Promise<number> => {
    const { text, isError } = await agent.call(tool, given);
    expect(isError, text).toBe(false);
    return countTokens(text);
  };
  const every = Math.ceil(api.methods.all.length / 60);
  const some = api.methods.all.filter((_, at) => at % every === 0);
  const [finds, describes]: [number[], number[]] = [[], []];
  for (const { name, line } of some) {
    finds.push(await sizeOf("find_methods", { query: line.text || name }));
    describes.push(await sizeOf("describe_methods", { names: [name] }));
  }
  const naive = await naiveTools(api);
  const schemas = new Map(naive.map((tool) => [tool.name, countTokens(JSON.stringify(tool))]));
  return {
    methods: api.methods.all.length,
    budget: countTokens(JSON.stringify(tools)) + countTokens(instructions),
    overview: await sizeOf("find_methods", {}),
    list: countTokens(JSON.stringify(tools)),
    naiveList: countTokens(JSON.stringify(naive)),
    find: median(finds),
    findMost: Math.max(...finds),
    describe: median(describes),
    describeMost: Math.max(...describes),
    naiveOne: median(some.map(({ name }) => schemas.get(name) ?? 0)),
  };
}

/** What was measured of each API, in the order of the tests. */
const measured: Readonly<Record<string, number>>[] = [];
afterAll(() => {
  const row = (what: string, cellOf: (sizes: Readonly<Record<string, number>>) => string): string =>
    `| ${what} | ${measured.map(cellOf).join(" | ")} |`;
  const number = (one: number | undefined): string => (one ?? Number.NaN).toLocaleString("en-US");
  const [google, gitHub] = measured;
  printFigure("tools", `${number(google?.["list"])} tokens`);
  printFigure(
    "sizes",
    [
      `| | Google's APIs, ${number(google?.["methods"])} methods | GitHub's REST API, ${number(gitHub?.["methods"])} operations |`,
      "|---|---|---|",
      row("`tools/list`, all tools", ({ list }) => number(list)),
      row("instructions and `tools/list`", ({ budget }) => number(budget)),
      row("the overview of the services", ({ overview }) => number(overview)),
      row("a naive list", ({ naiveList }) => number(naiveList)),
      row(
        "an answer of `find_methods`, median and most",
        ({ find, findMost }) => `${number(find)}, ${number(findMost)}`,
      ),
      row(
        "an answer of `describe_methods` for one method, median and most",
        ({ describe: middle, describeMost }) => `${number(middle)}, ${number(describeMost)}`,
      ),
      row("the JSON Schema of one request, median", ({ naiveOne }) => number(naiveOne)),
    ].join("\n"),
  );
});

async function holds(build: () => Promise<BuiltPackage>): Promise<void> {
  await using built = await build();
  const sizes = await sizesOf(await findSdk(built.path, "/"));
  measured.push(sizes);
  expect(sizes["budget"]).toBeLessThan(1_100);
  expect(sizes["overview"]).toBeLessThan(1_200);
  expect(sizes["findMost"]).toBeLessThan(8_000);
  expect(sizes["describeMost"]).toBeLessThan(8_000);
}

describe("instructions and tools of at most 1,100 tokens, and answers of 8,000", () => {
  it("hold for Google's APIs by gRPC", () => holds(googlePackage));

  it("hold for GitHub's by REST", () => holds(gitHubPackage));
});
