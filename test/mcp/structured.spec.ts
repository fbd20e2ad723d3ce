import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as OldTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cloud, openAgent, openCloud, planOf, serverOf } from "./connect.fixture.js";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
});
afterAll(() => cloud[Symbol.asyncDispose]());

/** A call of a tool, with all that it answers. */
type Call = (name: string, given: object) => Promise<ToolResult>;

interface ToolResult {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: { readonly [name: string]: unknown };
  readonly isError?: boolean;
}

const allow = ["create", "change", "destroy"] as const;

/** Both official clients, which check structured content against the schemas that they have listed. */
const clients: readonly (readonly [version: string, () => Promise<Call>])[] = [
  [
    "2",
    async () => {
      const { client } = await openAgent(await cloud.api({ allow }));
      await client.listTools();
      return async (name, given) =>
        (await client.callTool({ name, arguments: { ...given } })) as unknown as ToolResult;
    },
  ],
  [
    "1",
    async () => {
      const [mine, theirs] = OldTransport.createLinkedPair();
      serveStdio(serverOf(await cloud.api({ allow }), "destroy"), { transport: theirs as never });
      const client = new OldClient({ name: "old", version: "1" });
      await client.connect(mine);
      await client.listTools();
      return async (name, given) => (await client.callTool({ name, arguments: { ...given } })) as ToolResult;
    },
  ],
];

/** All texts of structured content. */
const textsOf = (value: unknown): readonly string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, one]) => (name === "code" ? [] : textsOf(one)))
      : [];

describe.each(clients)(
  "the structured content of plans, for the official client of version %s",
  (version, connect) => {
    it("has a schema, and says nothing that the text does not say, from the plan to its outcome", async () => {
      const call = await connect();
      const ids = [
        await cloud.make(`one-${version}`, { cpu: 1 }),
        await cloud.make(`two-${version}`, { cpu: 1 }),
      ];
      const change = { method: "compute/instance/update", set: { "spec.cpu": 2 } };
      const answers: ToolResult[] = [];
      const ask: Call = async (name, given) => {
        const answer = await call(name, given);
        answers.push(answer);
        return answer;
      };
      const make = async (given: object): Promise<void> => {
        const { content, structuredContent } = await ask("plan", given);
        const plan = planOf({ text: content[0]?.text ?? "", isError: false });
        expect(structuredContent).toMatchObject({
          ...plan,
          outcome: expect.stringMatching(/^Nothing was changed yet/),
        });
        await ask(String(structuredContent?.["tool"]), plan);
      };
      await make({ ...change, request: { id: ids[0] } });
      await make({ ...change, ids: [...ids], set: { "spec.cpu": 3 } });
      await make({ method: "compute/instance/delete", request: { id: ids[0] } });
      // Refused: nothing to change, a plan that nobody made, and a field that nobody has.
      await ask("plan", { ...change, request: { id: ids[1] }, set: { "spec.cpu": 3 } });
      await ask("apply", { plan_id: "none", summary: "" });
      await ask("plan", { ...change, request: { id: ids[1] }, set: { "spec.cpus": 3 } });
      expect(answers.map(({ isError = false }) => isError)).toEqual(
        Array.from({ length: 9 }, (_, at) => at >= 6),
      );
      for (const { content, structuredContent = {} } of answers) {
        const texts = textsOf(structuredContent);
        expect(texts).not.toEqual([]);
        for (const text of texts)
          if (text !== structuredContent["tool"]) expect(content[0]?.text).toContain(text);
      }
    });
  },
);

describe("the tools that change something", () => {
  it("declare the schema of what they answer, and the others answer with text", async () => {
    const { client } = await openAgent(await cloud.api({ allow }));
    const { tools } = await client.listTools();
    const declared = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
    expect(declared).toEqual(["plan", "apply", "destroy"]);
    const read = await client.callTool({ name: "read", arguments: { method: "iam/profile/get" } });
    expect(read.structuredContent).toBeUndefined();
    const refused = await client.callTool({ name: "read", arguments: { method: "none" } });
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toBeUndefined();
  });
});
