import type { GuideJson } from "@stratus/runtime/guide";
import { markSecrets, resourceDifferences } from "@stratus/dynamic-client";
import { errorText, type ResourceResult } from "./apply-run.js";
import type { ResourcePlan } from "./plan-resource.js";

/** Returns the plan and the result of a resource for programs. */
export function resourceReport(plan: ResourcePlan, result: ResourceResult | undefined): object {
  const { outcome, carriedOut } = result ?? {};
  return {
    action: plan.action,
    id: carriedOut?.id ?? plan.id,
    ...(plan.action === "create" ? { request: plan.shown } : {}),
    ...(plan.action === "change" ? { changes: changes(plan), removals: plan.removals } : {}),
    notes: [...plan.notes, ...(carriedOut?.kept ?? [])],
    outcome: outcome?.kind,
    error: outcome?.kind === "failed" ? errorText(outcome.error) : undefined,
  };
}

function changes({ before, after }: Extract<ResourcePlan, { readonly action: "change" }>): readonly object[] {
  const marked = { full: after.full, shown: markSecrets(before, after, "(another value)") };
  return resourceDifferences(before, marked).map(
    ({ path, from, to }): { path: string; from: GuideJson; to: GuideJson } => ({
      path: path.join("."),
      from: from ?? null,
      to: to ?? null,
    }),
  );
}
