import {
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { Api, ToolCall } from "../calls/api.js";
import { failureCode, failureText } from "../calls/failure-text.js";
import { cancelOperation, readOperation } from "../calls/operation.js";
import { read, type ReadInput } from "../calls/read.js";
import { applyPlan } from "../plans/apply.js";
import type { Approvals } from "../plans/approvals.js";
import { makePlan, planAnswer } from "../plans/make-plan.js";
import type { Plan, PlanInput } from "../plans/plan.js";
import type { Plans } from "../plans/plans.js";
import type { Confirm } from "./approval-channel.js";
import { clientName, confirmation, requireQuestions } from "./confirm.js";
import { describeMethods, findMethods } from "./find-methods.js";
import { lazySchema } from "../text/lazy-schema.js";
import type { ToolAnswer } from "../text/tool-answer.js";
import { type ToolName, toolTexts } from "./tool-texts.js";

/** The dependencies of tools. All servers of an API share them. */
export interface ToolDependencies {
  readonly api: Api;
  readonly plans: Plans;
  /** The plans that wait for an approval on the page. */
  readonly approvals: Approvals;
  /** The changes that need a confirmation by the user. */
  readonly confirm: Confirm;
}

/** Runs a tool with arguments that match its schema. */
type Run = (
  given: never,
  call: ToolCall,
  context: ServerContext,
) => Promise<InputRequiredResult | ToolAnswer | string>;

/** The hints of tools that read. Of such a tool, no other has a meaning (MCP, ToolAnnotations). */
const readOnly = { readOnlyHint: true } as const;

/** Registers the tools that the allowed methods need. Clients cannot call any other tool. */
export function registerTools(server: McpServer, dependencies: ToolDependencies): void {
  const { api, plans, confirm } = dependencies;
  const add = (name: ToolName, annotations: ToolAnnotations, run: Run): void =>
    addTool(server, api, { name, annotations, run });
  add("find_methods", { ...readOnly, openWorldHint: false }, ({ query = "" }: { query?: string }) =>
    findMethods(api, query),
  );
  add("describe_methods", { ...readOnly, openWorldHint: false }, ({ names }: { names: readonly string[] }) =>
    describeMethods(api, names),
  );
  add("read", readOnly, (given: ReadInput, call) => read(api, given, call));
  add("operation", readOnly, (given: { handle: string; wait_seconds?: number }, call) =>
    readOperation(api, given.handle, (given.wait_seconds ?? 0) * 1_000, call),
  );
  const { tools, onlyAdds } = api.access;
  if (!tools.has("apply") && !tools.has("destroy")) return;
  // Under these modes each change is approved by a plan.
  if (api.sdk.session.kind === "aip" && confirm !== "all" && confirm !== "page")
    add(
      "cancel_operation",
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      ({ handle }: { handle: string }, call) => cancelOperation(api, handle, call),
    );
  add("plan", readOnly, async (given: PlanInput, call, context) => {
    requireQuestions(server, context, confirm);
    return planAnswer(api, await makePlan(api, plans, given, call));
  });
  // A plan can be used once, so that a second call of the same does nothing.
  const changing = { readOnlyHint: false, idempotentHint: true } as const;
  if (tools.has("apply"))
    add("apply", { ...changing, destructiveHint: !onlyAdds }, applyTool(server, dependencies, "apply"));
  if (tools.has("destroy"))
    add("destroy", { ...changing, destructiveHint: true }, applyTool(server, dependencies, "destroy"));
}

function applyTool(server: McpServer, dependencies: ToolDependencies, tool: Plan["tool"]): Run {
  const { api, plans } = dependencies;
  return async (given: { plan_id: string; summary: string }, call, context) => {
    const find = (): Plan => plans.validate(given.plan_id, given.summary, tool, call.caller);
    const approval = await confirmation({ ...dependencies, server, context, call }, find());
    if (typeof approval === "object") return approval;
    // The plan may have expired, and the login may have changed, while the user read.
    const plan = find();
    if (approval !== "declined") return applyPlan(api, plans, plan, call, approval);
    plans.take(plan);
    const outcome = "The user did not approve the plan. Nothing was changed, and the plan is discarded.";
    return { text: outcome, structured: { outcome } };
  };
}

interface AddedTool {
  readonly name: ToolName;
  readonly annotations: ToolAnnotations;
  readonly run: Run;
}

function addTool(server: McpServer, api: Api, { name, annotations, run }: AddedTool): void {
  const { title, description, properties, required, output } = toolTexts[name];
  const inputSchema = lazySchema<never>({
    type: "object",
    properties,
    required,
    additionalProperties: false,
  });
  const outputSchema = output && lazySchema<Readonly<Record<string, unknown>>>(output);
  const config = { title, description, inputSchema, ...(outputSchema && { outputSchema }), annotations };
  server.registerTool(name, config, async (given, context) => {
    try {
      const answer = await run(given, toolCall(server, context), context);
      if (typeof answer === "string") return { content: [{ type: "text", text: answer }] };
      if (!isToolAnswer(answer)) return answer;
      const { text, structured } = answer;
      return { content: [{ type: "text", text }], structuredContent: { ...structured } };
    } catch (error) {
      const message = failureText(error, api);
      return {
        content: [{ type: "text", text: message }],
        // Some clients show a model only the structured content of tools that have some.
        ...(outputSchema && { structuredContent: { error: { code: failureCode(error), message } } }),
        isError: true,
      };
    }
  });
}

function isToolAnswer(answer: InputRequiredResult | ToolAnswer): answer is ToolAnswer {
  return "structured" in answer;
}

/** Returns the parts of an MCP request that tools need. */
function toolCall(server: McpServer, context: ServerContext): ToolCall {
  const { mcpReq, http } = context;
  const { progressToken } = mcpReq._meta ?? {};
  let last = 0;
  const progress = (message: string, fraction: number | undefined): void => {
    if (progressToken === undefined) return;
    // It must grow, also where nobody knows how far something has come.
    last = Math.max(last + 0.001, (fraction ?? 0) * 100);
    const params = { progressToken, progress: last, total: 100, message };
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const caller = http?.authInfo?.clientId ?? "";
  return { signal: mcpReq.signal, caller, client: clientName(server, context), progress };
}
