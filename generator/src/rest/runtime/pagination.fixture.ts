import { jsonBody } from "./body.js";
import type { Operation, Parameter } from "./operation.js";
import type { ClientOptions, DriftEvent } from "./options.js";
import type { Pagination } from "./page-plan.js";
import { readItems, readPages } from "./pagination.js";
import { Session } from "./session.js";
import { deepObject } from "./style.js";

export type Ids = readonly number[];
export type Answer = (query: Record<string, string>, url: URL) => unknown;

export const baseUrl = "https://api.test/v1";
const text = (value: unknown): boolean => typeof value === "string";
const number = (value: unknown): boolean => typeof value === "number";
const parameter = (name: string, guard: Parameter["guard"]): Parameter => ({
  name,
  location: "query",
  guard,
  rule: "",
});

export const operation: Operation<unknown> = {
  name: "things.list",
  path: ["/things"],
  parameters: [
    parameter("cursor", text),
    parameter("page", number),
    parameter("offset", number),
    parameter("after", text),
    { ...parameter("paging", () => true), write: deepObject },
  ],
};

/** The items of a list, its requests as queries, what differs from the description, and the error that ended it. */
export async function readAll(
  plan: Pagination,
  answer: Answer,
  options: object = {},
  body?: object,
  settings: Partial<ClientOptions> = {},
) {
  const drift: DriftEvent[] = [];
  const sent: string[] = [];
  const fetch = async (given: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = String(given);
    sent.push(`${url.slice(`${baseUrl}/things`.length)}${typeof init?.body === "string" ? init.body : ""}`);
    if (sent.length > 30) throw new Error("endless");
    const parsed = new URL(url);
    const read =
      typeof init?.body === "string" ? (JSON.parse(init.body) as Record<string, string>) : undefined;
    const value = answer(read ?? Object.fromEntries(parsed.searchParams), parsed);
    return value instanceof Response ? value : Response.json(value);
  };
  const session = new Session({ baseUrl, fetch, onDrift: (event) => void drift.push(event), ...settings });
  const ids: unknown[] = [];
  let error: unknown;
  try {
    const pages = readPages(
      session,
      body ? { ...operation, write: jsonBody() } : operation,
      { body },
      options,
      plan,
    );
    for await (const item of readItems<{ id: unknown }>(pages, plan)) ids.push(item.id);
  } catch (reason) {
    error = reason;
  }
  return { ids, sent, drift, error };
}

export const itemsOf = (ids: Ids): object[] => ids.map((id) => ({ id }));
export const pages: readonly Ids[] = [
  [1, 2],
  [3, 4],
  [5, 6],
];
export const all = pages.flat();
export const items = ["items"];
