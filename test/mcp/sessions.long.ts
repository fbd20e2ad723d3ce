import { expect, it } from "vitest";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";
import { printFigure } from "../figures.js";
import { openAgent, openCloud } from "./connect.fixture.js";

const sessions = Number(process.env["MCP_SESSIONS"] ?? 1_000);

/** Methods of the sample API that read, by their names. */
const reads = /\/(?:Get|GetByName|List|ListOperationsByParent|ReadConsole)$/;

it("a thousand random sessions that may only read have no effect", async () => {
  await using cloud = await openCloud();
  const id = await cloud.make("there", { cpu: 4 });
  const api = await cloud.api({ rate: 1e9 });
  const all = await Promise.all(api.methods.all.map(({ name }) => api.method(name)));
  cloud.emulator.clearCalls();
  const called = new Map<string, number>();
  let calls = 0;
  for (let session = 0; session < sessions; session++) {
    const random = seeded(session * 7919 + 1);
    const agent = await openAgent(api, { isOld: session % 2 === 0 });
    for (let step = 0; step < 6; step++, calls++) {
      const one = all[Math.floor(random() * all.length)];
      if (!one) continue;
      const { listed, service, method } = one;
      const request =
        random() < 0.3 ? { id } : new RandomRequest(service as never, random).message(method.request);
      const turns: readonly (readonly [string, object])[] = [
        ["read", { method: listed.name, request }],
        ["read", { method: listed.name.replace("/", random() < 0.5 ? "//" : "/").toUpperCase(), request }],
        ["find_methods", { query: `${listed.line.word} ${listed.line.text}` }],
        ["describe_methods", { names: [listed.name] }],
        ["operation", { handle: `${listed.entry.words.replaceAll(" ", "/")}:${id}`, wait_seconds: 0 }],
        ["plan", { method: listed.name, request }],
        ["apply", { plan_id: id, summary: "change" }],
        ["destroy", { plan_id: id, summary: "destroy" }],
      ];
      const [tool, given] = turns[random() < 0.5 ? 0 : Math.floor(random() * turns.length)] ?? ["read", {}];
      // Tools that are not listed are refused by the protocol, all else by an answer.
      await agent.call(tool, given).catch(() => undefined);
    }
    await agent.client.close();
    for (const { method } of cloud.emulator.calls()) called.set(method, (called.get(method) ?? 0) + 1);
    cloud.emulator.clearCalls();
  }
  const other = [...called.keys()].filter((method) => !reads.test(method));
  expect(other).toEqual([]);
  expect([...called.values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThan(sessions / 4);
  const inWords = (count: number): string => count.toLocaleString("en-US");
  printFigure(
    "sessions",
    `${inWords(sessions)} random sessions that may only read (${inWords(calls)} calls)`,
  );
});
