import { afterAll, beforeAll, expect, it } from "vitest";
import { type Agent, type Cloud, openAgent, openCloud } from "./connect.fixture.js";

let cloud: Cloud;
let agent: Agent;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 0 });
  agent = await openAgent(await cloud.api({ rate: 1_000_000 }));
  // Two instances that differ in their secret alone.
  for (const [parentId, secret] of [
    ["a", "2718281828"],
    ["b", "zzzz-much-longer-9999"],
  ] as const)
    await cloud.make("vm", { cpu: 4, userData: Buffer.from(secret), hostnames: ["h"] }, { parentId });
});
afterAll(() => cloud?.[Symbol.asyncDispose]());

const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-"];

/** Ways to ask about a value, with a guess. */
const questions: readonly ((guess: string) => string)[] = [
  (guess) => `items[].spec | [?userData < '${guess}']`,
  (guess) => `items[].spec | [?userData == '${guess}'] | length(@)`,
  (guess) => `items[].spec.contains(userData, '${guess}')`,
  (guess) => `items[].spec.starts_with(userData, '${guess}')`,
  (guess) => `items[].spec.length(userData)  | [@[0] > \`${guess.length}\`]`,
  (guess) => `sort([items[0].spec.userData, '${guess}'])[0] == '${guess}'`,
  (guess) => `max([items[0].spec.userData, '${guess}']) == '${guess}'`,
  (guess) => `contains(to_string(items[0].spec), '${guess}')`,
  (guess) => `reverse(items[0].spec.userData) < '${guess}'`,
  (guess) => `join('', [items[0].spec.userData, '${guess}'])`,
];

it("2,000 queries tell nothing of a secret: they have the same answer for any other", async () => {
  const answers = new Set<string>();
  for (let at = 0; at < 1_000; at++) {
    const guess =
      alphabet[at % alphabet.length]! + (alphabet[Math.floor(at / alphabet.length) % alphabet.length] ?? "");
    const query = questions[at % questions.length]!(guess);
    const [one, other] = await Promise.all(
      ["a", "b"].map((parentId) =>
        agent.call("read", { method: "compute/instance/list", request: { parentId }, query }),
      ),
    );
    expect(one?.text, query).toBe(other?.text);
    expect(one?.text).not.toMatch(/MjcxODI4|enp6ei1/);
    answers.add(one?.text ?? "");
  }
  // The queries are real ones: their answers differ from each other.
  expect(answers.size).toBeGreaterThan(10);
});
