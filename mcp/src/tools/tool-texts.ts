/**
 * The MCP tools: their descriptions and what they do.
 *
 * @module
 */

/** The names of the tools in the order of the list. */
export type ToolName =
  | "apply"
  | "cancel_operation"
  | "describe_methods"
  | "destroy"
  | "find_methods"
  | "operation"
  | "plan"
  | "read";

/** A tool as clients list it. No text in it comes from an API. */
export interface ToolText {
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  /** The schema of the structured content. Undefined if the tool answers with text. */
  readonly output?: { readonly type: "object"; readonly [keyword: string]: unknown };
}

const text = { type: "string" } as const;
const texts = { type: "array", items: text, maxItems: 200 } as const;
const name = { type: "string", description: "e.g. compute/instance/get" } as const;
const planId = { ...text, description: "id of the plan" };
/** The outcome of a call, or the error if it failed. Clients check both. */
const outcome = { outcome: text, error: { type: "object" } } as const;
const outcomeOutput = { type: "object", properties: outcome } as const;
const summary = { ...text, description: "its summary, unchanged" };

/** The tools as clients list them. */
export const toolTexts: Readonly<Record<ToolName, ToolText>> = {
  find_methods: {
    title: "Find methods",
    description:
      "Search the API's methods by words. Answers names, effects and sentences, and how to call the best match (`*`: required, KEY: any key). Without words: an overview of the services.",
    properties: { query: { ...text, maxLength: 500 } },
    required: [],
  },
  describe_methods: {
    title: "Describe methods",
    description: "Request, answer and limits of methods, as types (`?`: may be left out).",
    properties: { names: { ...texts, minItems: 1, maxItems: 10 } },
    required: ["names"],
  },
  read: {
    title: "Read",
    description:
      "Call a method that reads. `fields` keeps these paths of the answer, or of each item of a list (spec.cpu). `query` (JMESPath over all pages) counts, sums, filters. The next page's token goes into the request.",
    properties: {
      method: name,
      request: { type: "object" },
      fields: texts,
      query: { ...text, description: "e.g. length(items) or sum(items[].spec.cpu)" },
      skip: { type: "integer", minimum: 0, description: "items of the page to leave out at its start" },
    },
    required: ["method"],
  },
  operation: {
    title: "Operation",
    description: "State of a long-running operation by its handle; waits for its end if wanted.",
    properties: { handle: text, wait_seconds: { type: "integer", minimum: 0, maximum: 60 } },
    required: ["handle"],
  },
  cancel_operation: {
    title: "Cancel operation",
    description: "Ask the API to cancel a long-running operation.",
    properties: { handle: text },
    required: ["handle"],
  },
  plan: {
    title: "Plan",
    description:
      "Work out a change without making it. Answers an id and a summary. To update, name the resource in `request`, and give `set` (paths to values) and `clear` (paths); other fields stay. Other methods take a whole `request`. To change many alike, name them by `ids`, or by `list`, the request of their list.",
    properties: {
      method: name,
      request: { type: "object" },
      set: { type: "object", description: '{"spec.cpu": 8}' },
      clear: texts,
      ids: texts,
      list: { type: "object", description: '{"parentId": "p", "filter": "..."}' },
    },
    required: ["method"],
    output: {
      type: "object",
      properties: { ...outcome, tool: text, plan_id: text, summary: text },
    },
  },
  apply: {
    title: "Apply",
    description: "Make the change of a plan. The summary tells the approver what will happen.",
    properties: { plan_id: planId, summary },
    required: ["plan_id", "summary"],
    output: outcomeOutput,
  },
  destroy: {
    title: "Destroy",
    description: "Destroy what a plan says. The summary tells the approver what will be gone.",
    properties: { plan_id: planId, summary },
    required: ["plan_id", "summary"],
    output: outcomeOutput,
  },
};
