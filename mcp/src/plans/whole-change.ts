import { redactByName } from "../answer/redact.js";
import type { Api } from "../calls/api.js";
import { exactPath } from "../text/exact-text.js";
import { sentText, type SentText } from "./approval.js";
import { findDifferences } from "./differences.js";
import type { Plan } from "./plan.js";
import type { RequestEntry } from "./request-text.js";
import { shortText } from "./resource-facts.js";

/** The maximum number of values of the API that are shown, and the maximum length of each in characters. */
const [maxEntries, maxLength] = [500, 2_000] as const;

/** A change as the approval page shows it. */
export interface WholeChange {
  /** All that is sent. No value is shortened. */
  readonly sent: SentText;
  /** The values of the resource in the words of the API. Undefined if the plan read no resource. */
  readonly says: ApiValues | undefined;
}

/** Values of a resource when the plan was made. */
export interface ApiValues {
  /** Whether they are those that the change replaces. Otherwise they are all values of the resource. */
  readonly isReplaced: boolean;
  readonly entries: readonly RequestEntry[];
  /** The number of values that are left out. */
  readonly more: number;
}

/** Describes all of a planned change. */
export function describeWhole(api: Api, plan: Plan): WholeChange {
  const { current, after, approval } = plan;
  const sent = sentText(api, plan, approval.digestKey, Infinity);
  if (current === undefined) return { sent, says: undefined };
  const [now, next] = [current.shown, after].map((one) => one && api.secrets.scrubJson(redactByName(one)));
  const all = findDifferences(now, next);
  const entries = all
    .slice(0, maxEntries)
    .map(({ path, before }): RequestEntry => [exactPath(path), shortText(before, maxLength)]);
  return { sent, says: { isReplaced: after !== undefined, entries, more: all.length - entries.length } };
}
