import { compileQuery, fromQueryValue, QueryError, toQueryValue } from "@stratus/dynamic-client";
import type { GuideForm, GuideJson } from "@stratus/runtime/guide";
import { redactByName } from "../answer/redact.js";
import { itemsName } from "../methods/items-name.js";
import type { OpenMethod } from "../methods/access.js";
import { Refusal } from "../text/refusal.js";
import type { Api, ToolCall } from "./api.js";
import { callRead, logRead, startRead } from "./call-read.js";
import { shownValue } from "./shown-value.js";

/** The maximum number of items that a query reads. */
const maxItems = 100_000;

/** The input of a read with a query. */
export interface QueryInput {
  readonly request: GuideJson;
  readonly query: string;
}

/**
 * Evaluates a query over all pages of a response. It is evaluated after secrets are hidden, so that no query can tell anything
 * about them.
 */
export async function readQuery(
  api: Api,
  open: OpenMethod,
  { request, query }: QueryInput,
  call: ToolCall,
): Promise<string> {
  const { service, method } = open;
  const run = compileQuery(query);
  const { pages } = method;
  const form: GuideForm = method.response ?? { kind: "json" };
  if (!pages) {
    const shown = hidden(api, await callRead(api, open, request, call));
    return api.answer(fromQueryValue(run(toQueryValue(form, shown, service))));
  }
  const itemForm: GuideForm =
    pages.type === undefined ? { kind: "json" } : { kind: "message", type: pages.type };
  const items = await logRead(api, open, () => allItems(api, open, request, call));
  const values = items.map((one) =>
    toQueryValue(itemForm, hidden(api, shownValue(open, itemForm, one)), service),
  );
  const name = itemsName(open);
  try {
    const result = run(name === undefined ? values : { [name]: values });
    return `Of ${items.length} items on all pages.\n${api.answer(fromQueryValue(result))}`;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new Refusal(
      "ARGUMENT_INVALID",
      `query: ${error.message} (it is evaluated over ${name === undefined ? "the list of items" : `{"${name}": [...]}`})`,
    );
  }
}

/** Returns JSON of the API as answers show it. */
function hidden(api: Api, json: GuideJson): GuideJson {
  return api.secrets.scrubJson(redactByName(json));
}

async function allItems(api: Api, open: OpenMethod, request: GuideJson, call: ToolCall): Promise<unknown[]> {
  const { method, listed } = open;
  const local = method.pages?.local ?? method.local;
  const all = (await startRead(api, open, { request, local, call })) as AsyncIterable<unknown>;
  const items: unknown[] = [];
  for await (const one of all) {
    items.push(one);
    if (items.length % 1_000 === 0) call.progress?.(`${listed.name}: ${items.length} items`, undefined);
    if (items.length > maxItems)
      throw new Refusal("LIMIT_REACHED", `the query reads more than ${maxItems} items; narrow the request`);
  }
  return items;
}
