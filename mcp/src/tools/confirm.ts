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

/** When people are asked through the client, beside the approval of the call: before all changes, or what destroys. */
export type Confirm = "all" | "destroy" | "never";

/**
 * The question to the person before a plan is carried out.
 *
 * @returns undefined if it may be carried out, since it was approved or nobody is to be asked or can be
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
