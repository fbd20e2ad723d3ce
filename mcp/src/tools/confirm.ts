import { randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Api, ToolCall } from "../calls/api.js";
import { questionText } from "../plans/approval.js";
import type { Approvals, Offer } from "../plans/approvals.js";
import { type ApprovedBy, logDeclined } from "../plans/audit.js";
import type { Plan } from "../plans/plan.js";
import { quoteData } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";
import { approvalChannel, type Confirm } from "./approval-channel.js";

/** A call of `apply` or `destroy` that may need an approval. */
export interface ApprovalCall {
  readonly api: Api;
  readonly server: McpServer;
  readonly context: ServerContext;
  readonly call: ToolCall;
  readonly approvals: Approvals;
  readonly confirm: Confirm;
}

/**
 * Asks the user before a plan is applied: on the approval page, or through the client.
 *
 * @returns how the plan was approved, `declined`, or the question
 * @throws A Refusal if the client cannot ask under `--confirm all`, or if the user has not answered yet.
 */
export async function confirmation(
  one: ApprovalCall,
  plan: Plan,
): Promise<ApprovedBy | InputRequiredResult | "declined"> {
  const { server, context, confirm } = one;
  const message = questionText(plan.approval);
  const modes = questionModes(server, context);
  const channel = approvalChannel(confirm, { tool: plan.tool, fits: message !== undefined, ...modes });
  if (channel === "nobody" || channel === "dialog") return channel;
  if (channel === "page") return askOnPage(one, plan, modes.hasUrls);
  requireQuestions(server, context, confirm);
  const answer = inputResponse(context.mcpReq.inputResponses, "approve");
  if (answer.kind === "elicit") return answer.action === "accept" ? "elicitation" : declined(one, plan);
  const requestedSchema = { type: "object", properties: {} } as const;
  return inputRequired({
    inputRequests: { approve: inputRequired.elicit({ message: message ?? "", requestedSchema }) },
  });
}

function declined({ api, call }: ApprovalCall, plan: Plan): "declined" {
  logDeclined(api, plan, call);
  return "declined";
}

/** Offers the page once. Later calls wait for the answer. The URL goes to the client or to stderr, never to the model. */
async function askOnPage(
  one: ApprovalCall,
  plan: Plan,
  hasUrls: boolean,
): Promise<InputRequiredResult | "declined" | "page"> {
  const { context, call, approvals } = one;
  const response = inputResponse(context.mcpReq.inputResponses, "page");
  // Accepting this question only opens the page.
  if (response.kind === "elicit" && response.action !== "accept") return declined(one, plan);
  const offer = await approvals.offer(plan, call);
  if (offer !== undefined && hasUrls) return openQuestion(one.server, plan, offer);
  const next = `Then call ${plan.tool} again with the same plan_id and summary.`;
  if (offer !== undefined) {
    approvals.tell(offer, plan);
    const why =
      questionText(plan.approval) === undefined ? ", because its text does not fit into 600 characters" : "";
    throw new Refusal(
      "APPROVAL_PENDING",
      `Nothing was changed yet. The user has to approve the change on a page${why}. This server has printed the address of the page on its standard error. Tell the user. ${next}`,
    );
  }
  call.progress?.("waiting for the user on the approval page", undefined);
  const answer = await approvals.wait(plan, call);
  if (answer !== undefined) return answer === "approve" ? "page" : "declined";
  throw new Refusal(
    "APPROVAL_PENDING",
    `Nothing was changed yet. The user has not answered on the approval page. ${next}`,
  );
}

/** Asks the client to open the page. */
function openQuestion({ server }: McpServer, plan: Plan, { url, answered }: Offer): InputRequiredResult {
  const question = questionText(plan.approval) ?? `${plan.open.listed.name} (the page shows all of it)`;
  const message = `Open a page to approve or decline this change? ${question.replace("Apply this change? ", "")}`;
  if ((server.getNegotiatedProtocolVersion() ?? "") >= "2026")
    return inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message, url }) } });
  // Older versions have an id, by which the client learns that the user has answered.
  const elicitationId = randomUUID();
  void answered.then(server.createElicitationCompletionNotifier(elicitationId)).catch(() => undefined);
  const params = { mode: "url", message, url, elicitationId } as const;
  return inputRequired({ inputRequests: { page: { method: "elicitation/create", params } } });
}

/** Refuses changes under `--confirm all` if the client cannot ask its user. @throws A Refusal that names the fix. */
export function requireQuestions(server: McpServer, context: ServerContext, confirm: Confirm): void {
  const { hasForms, hasUrls } = questionModes(server, context);
  if (confirm !== "all" || hasForms || hasUrls) return;
  throw new Refusal(
    "CONFIRMATION_UNAVAILABLE",
    "this server asks the user before each change (--confirm all), and this client cannot ask (no elicitation), so it can change nothing; use another client, or start the server with --confirm page or --confirm destroy",
  );
}

/** Returns the name and the version of the client. */
export function clientName(server: McpServer, { mcpReq }: ServerContext): string {
  const envelope = mcpReq.envelope as Readonly<Record<string, Implementation | undefined>> | undefined;
  const { name = "", version = "" } =
    envelope?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion() ?? {};
  return quoteData(`${name} ${version}`, 100).slice(1, -1);
}

/** The ways in which a client can ask its user (elicitation). */
function questionModes(
  server: McpServer,
  { mcpReq }: ServerContext,
): { readonly hasForms: boolean; readonly hasUrls: boolean } {
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const { form, url } = capabilities?.elicitation ?? {};
  // Clients of older versions declare no modes. They have forms.
  const hasForms = capabilities?.elicitation !== undefined && (form !== undefined || url === undefined);
  return { hasForms, hasUrls: url !== undefined };
}
