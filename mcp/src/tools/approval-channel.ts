/** The changes that need a confirmation by the user, in addition to the approval of the tool call. */
export type Confirm = (typeof confirmModes)[number];

/** The values of `--confirm`. */
export const confirmModes = ["never", "destroy", "all", "page"] as const;

/** The facts that decide where the user approves a change. */
export interface ApprovalFacts {
  readonly tool: "apply" | "destroy";
  /** Whether all that is sent fits into a question through the client. */
  readonly fits: boolean;
  /** Whether the client can ask its user a question. */
  readonly hasForms: boolean;
  /** Whether the client can open a page for its user. */
  readonly hasUrls: boolean;
}

/**
 * Decides where the user approves a change: on the approval page, by a question through the client, in the client's own dialog
 * for the call of the tool, or nowhere. Only the page can show a change that does not fit into a question.
 */
export function approvalChannel(
  confirm: Confirm,
  { tool, fits, hasForms, hasUrls }: ApprovalFacts,
): "dialog" | "form" | "nobody" | "page" {
  if (confirm === "never") return "nobody";
  if (confirm === "page" || !fits) return "page";
  if (confirm === "destroy" && tool !== "destroy") return "dialog";
  if (hasUrls) return "page";
  return hasForms || confirm === "all" ? "form" : "dialog";
}
