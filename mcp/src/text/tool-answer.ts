import type { GuideJson } from "@stratus/runtime/guide";

/**
 * The answer of a tool that changes something. Some clients show a model only the structured content if there is one, so that
 * it repeats the words that safety depends on.
 */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: { readonly [name: string]: GuideJson };
}
