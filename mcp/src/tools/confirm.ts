import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Plan } from "../plans/plan.js";

/** The changes that need a confirmation through the client, in addition to the approval of the tool call. */
export type Confirm = "all" | "destroy" | "never";

/**
 * Asks the user through the client before a plan is applied.
 *
 * @returns undefined if the plan may be applied: it was approved, or no confirmation is required or possible
 */
export function confirmation(
  server: McpServer,
  { mcpReq }: ServerContext,
  { summary, tool }: Plan,
  confirm: Confirm,
): InputRequiredResult | "refused" | undefined {
  if (confirm === "never" || (confirm === "destroy" && tool !== "destroy")) return undefined;
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  if (!capabilities?.elicitation) return undefined;
  const answer = inputResponse(mcpReq.inputResponses, "approve");
  if (answer.kind === "elicit") return answer.action === "accept" ? undefined : "refused";
  return inputRequired({
    inputRequests: {
      approve: inputRequired.elicit({
        message: `Apply this change? ${summary}`,
        requestedSchema: { type: "object", properties: {} },
      }),
    },
  });
}
