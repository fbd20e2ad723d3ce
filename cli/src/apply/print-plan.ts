import type { GuideJson } from "@stratus/runtime/guide";
import { isJsonObject, markSecrets, safeLine } from "@stratus/dynamic-client";
import { colorLine } from "../command/dry-run.js";
import { differences } from "../command/diff-lines.js";
import { hasColors, type Host } from "../host/host.js";
import { yamlText } from "../output/show-json.js";
import type { ResourcePlan } from "./plan-resource.js";

/** A resource of a run, as people see it. */
export interface PlannedResource {
  /** Its kind and name: `compute/instance web-1`. */
  readonly label: string;
  readonly place: string;
  readonly plan: ResourcePlan;
}

/** Returns the plan of a resource as text. */
export async function planText({ label, place, plan }: PlannedResource, host: Host): Promise<string> {
  const notes = plan.notes.map((note) => `  note: ${safeLine(note)}\n`).join("");
  const head = `${plan.action.padEnd(9)} ${label}  (${safeLine(place)})\n`;
  if (plan.action === "unchanged") return head + notes;
  const hasColor = hasColors(host, "out");
  const lines = plan.action === "create" ? await createLines(plan.shown) : await changeLines(plan);
  const removals =
    plan.action === "change" ? plan.removals.map((text) => `  ${safeLine(text)}\n`).join("") : "";
  return `${head}${lines.map((line) => `  ${colorLine(line, hasColor)}`).join("")}${removals}${notes}`;
}

async function createLines(shown: GuideJson): Promise<readonly string[]> {
  const text = isJsonObject(shown) && Object.keys(shown).length === 0 ? "" : await yamlText(shown);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [`+ ${line}`]));
}

async function changeLines({
  before,
  after,
}: Extract<ResourcePlan, { readonly action: "change" }>): Promise<readonly string[]> {
  const marked = markSecrets(before, after, "(another value)");
  return differences(await yamlText(before.shown), await yamlText(marked));
}

/** Returns the number of plans of each kind: `1 to create, 2 unchanged`. */
export function countPlans(plans: readonly ResourcePlan[]): string {
  const count = (action: ResourcePlan["action"]): number =>
    plans.filter((one) => one.action === action).length;
  const parts = [
    [count("create"), "to create"],
    [count("change"), "to change"],
    [count("unchanged"), "unchanged"],
  ] as const;
  return parts.flatMap(([number, text]) => (number > 0 ? [`${number} ${text}`] : [])).join(", ");
}
