import { expect, it } from "vitest";
import { conditionalFetch } from "./conditional-fetch.js";

type Step = readonly [
  method: string,
  path: string,
  answer: { readonly etag?: string; readonly status?: number },
];

/** Sends calls, and returns the condition of each. */
async function conditions(steps: readonly Step[]): Promise<readonly (string | undefined)[]> {
  const seen: (string | undefined)[] = [];
  let next: Step[2] = {};
  const send = conditionalFetch(async (_, init) => {
    seen.push(new Headers(init?.headers).get("if-match") ?? undefined);
    const { etag, status = 200 } = next;
    return new Response("{}", { status, headers: etag === undefined ? {} : { etag } });
  });
  for (const [method, path, answer] of steps) {
    next = answer;
    await send(`https://api.example.com${path}`, { method });
  }
  return seen;
}

const read: Step = ["GET", "/pets/1", { etag: '"a"' }];

it.each<[what: string, steps: readonly Step[], last: string | undefined]>([
  ["the tag that was read", [read, ["PATCH", "/pets/1", {}]], '"a"'],
  ["the tag of a delete", [read, ["DELETE", "/pets/1", {}]], '"a"'],
  ["the tag of the last change", [read, ["PUT", "/pets/1", { etag: '"b"' }], ["PUT", "/pets/1", {}]], '"b"'],
  ["the same tag in a retry", [read, ["PUT", "/pets/1", { status: 503 }], ["PUT", "/pets/1", {}]], '"a"'],
  [
    "no tag after a change that returned none",
    [read, ["PUT", "/pets/1", {}], ["PUT", "/pets/1", {}]],
    undefined,
  ],
  ["no tag of another resource", [read, ["PUT", "/pets/2", {}]], undefined],
  [
    "no weak tag, which never matches",
    [
      ["GET", "/pets/1", { etag: 'W/"a"' }],
      ["PUT", "/pets/1", {}],
    ],
    undefined,
  ],
  [
    "no tag of a part",
    [
      ["GET", "/pets/1?fields=name", { etag: '"p"' }],
      ["PUT", "/pets/1", {}],
    ],
    undefined,
  ],
  ["no tag in a POST", [read, ["POST", "/pets/1", {}]], undefined],
])("a change has %s", async (_, steps, last) => {
  expect((await conditions(steps)).at(-1)).toBe(last);
});
