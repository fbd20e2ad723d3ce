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
import { questionText } from "../plans/approval.js";
import type { ApprovedBy } from "../plans/audit.js";
import type { Plan } from "../plans/plan.js";
import { quoteData } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";

/** The changes that need a confirmation through the client, in addition to the approval of the tool call. */
export type Confirm = "all" | "destroy" | "never";

/**
 * Asks the user through the client before a plan is applied.
 *
 * @returns how the plan was approved, `declined`, or the question
 * @throws A Refusal if the client cannot ask under `--confirm all`, or if the question cannot show all that is sent.
 */
export function confirmation(
  server: McpServer,
  context: ServerContext,
  { approval, tool }: Plan,
  confirm: Confirm,
): ApprovedBy | InputRequiredResult | "declined" {
  if (confirm === "never") return "nobody";
  if (confirm === "destroy" && tool !== "destroy") return "dialog";
  const message = questionText(approval);
  if (message === undefined)
    throw new Refusal(
      "CONFIRMATION_UNAVAILABLE",
      "the change needs a confirmation by the user, and what is sent does not fit into the 600 characters of a question; split the change",
    );
  if (!canAsk(server, context)) {
    requireQuestions(server, context, confirm);
    return "dialog";
  }
  const answer = inputResponse(context.mcpReq.inputResponses, "approve");
  if (answer.kind === "elicit") return answer.action === "accept" ? "elicitation" : "declined";
  const requestedSchema = { type: "object", properties: {} } as const;
  return inputRequired({
    inputRequests: { approve: inputRequired.elicit({ message, requestedSchema }) },
  });
}

/** Refuses changes under `--confirm all` if the client cannot ask its user. @throws A Refusal that names the fix. */
export function requireQuestions(server: McpServer, context: ServerContext, confirm: Confirm): void {
  if (confirm !== "all" || canAsk(server, context)) return;
  throw new Refusal(
    "CONFIRMATION_UNAVAILABLE",
    "this server asks the user before each change (--confirm all), and this client cannot ask (no elicitation), so it can change nothing; use another client, or start the server with --confirm destroy",
  );
}

/** Returns the name and the version of the client. */
export function clientName(server: McpServer, { mcpReq }: ServerContext): string {
  const envelope = mcpReq.envelope as Readonly<Record<string, Implementation | undefined>> | undefined;
  const { name = "", version = "" } =
    envelope?.[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion() ?? {};
  return quoteData(`${name} ${version}`, 100).slice(1, -1);
}

function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = capabilities?.elicitation;
  // Clients of older versions declare no modes. They have forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
