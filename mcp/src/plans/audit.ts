import { isJsonObject } from "@stratus/dynamic-client";
import type { Api, ToolCall } from "../calls/api.js";
import type { LogLine } from "../record/log.js";
import { digest } from "./binding.js";
import type { Plan } from "./plan.js";

/**
 * How a change was approved: on the approval page, by a question through the client, by the client's dialog for the call of
 * the tool (if it shows one), or by nobody, because the server was started with `--confirm never`.
 */
export type ApprovedBy = NonNullable<LogLine["approvedBy"]>;

/** Returns the facts of a plan for a line of the log: who changes what, in the words that are approved. */
export function auditFacts(api: Api, plan: Plan, { caller, client }: ToolCall): Omit<LogLine, "event"> {
  const { open, details, summary, current } = plan;
  const names = open.service.positionals(open.method).map((field) => open.service.jsonName(field));
  const request = isJsonObject(details) && isJsonObject(details["request"]) ? details["request"] : {};
  const named = Object.fromEntries(
    names.flatMap((name) => (name in request ? [[name, request[name] ?? null]] : [])),
  );
  return {
    subject: api.subject,
    caller: caller === "" ? undefined : caller.slice(0, 8),
    client,
    method: open.listed.name,
    plan: plan.id.slice(0, 8),
    ids: plan.members?.map(({ id }) => id) ?? current?.request ?? named,
    // The summary determines the request, so its digest does too.
    digest: digest(summary),
    summary,
  };
}

/** Logs that the user did not approve a plan. */
export function logDeclined(api: Api, plan: Plan, call: ToolCall): void {
  api.log.add({ event: "declined", ...auditFacts(api, plan, call), result: "DECLINED" });
}
