import type { GuideJson } from "@stratus/runtime/guide";
import { requireFields } from "../answer/require-fields.js";
import { Refusal } from "../text/refusal.js";
import type { Api, ToolCall } from "./api.js";
import { callRead } from "./call-read.js";
import { refuseMisplaced } from "./misplaced.js";

/** The input of the tool `read`. */
export interface ReadInput {
  readonly method: string;
  readonly request?: GuideJson | undefined;
  /** A JMESPath expression, which is evaluated over all pages. */
  readonly query?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly skip?: number | undefined;
}

/** Calls a read-only method and formats its response. */
export async function read(api: Api, input: ReadInput, call: ToolCall): Promise<string> {
  const { request = {}, query, fields, skip } = input;
  const open = await api.allowed(input.method, "read");
  refuseMisplaced(open, request);
  if (query !== undefined) {
    if (fields !== undefined || skip !== undefined)
      throw new Refusal("ARGUMENT_INVALID", "a query selects what to return; leave out fields and skip");
    const { readQuery } = await import("./read-query.js");
    return readQuery(api, open, { request, query }, call);
  }
  await requireFields(open, fields ?? []);
  const value = await callRead(api, open, request, call);
  return api.answer(value, { fields, skip, items: open.method.pages?.items });
}
