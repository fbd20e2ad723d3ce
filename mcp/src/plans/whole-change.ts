import { redactByName } from "../answer/redact.js";
import type { Api } from "../calls/api.js";
import { exactPath } from "../text/exact-text.js";
import { sentText, type SentText } from "./approval.js";
import { findDifferences } from "./differences.js";
import type { Plan } from "./plan.js";
import { shortText } from "./resource-facts.js";

/** The maximum number of values of the API that are shown, and the maximum length of each in characters. */
const [maxRows, maxLength] = [500, 2_000] as const;

/** A change as the approval page shows it. */
export interface WholeChange {
  /** All that is sent. No value is shortened. */
  readonly sent: SentText;
  /** The values of the resource in the words of the API. Undefined if the plan read no resource. */
  readonly says: ApiValues | undefined;
}

/** Values of a resource: those that an update replaces, or all of them. */
export interface ApiValues {
  readonly isUpdate: boolean;
  readonly rows: readonly ApiValue[];
  /** The number of values that are left out. */
  readonly more: number;
}

/** A value of a resource. */
export interface ApiValue {
  readonly path: string;
  /** The value when the plan was made. */
  readonly now: string;
  /** The value after the update. Undefined for other methods. */
  readonly next: string | undefined;
}

/** Describes all of a planned change. */
export function describeWhole(api: Api, plan: Plan): WholeChange {
  const { current, after, approval } = plan;
  const sent = sentText(api, plan, approval.digestKey, Infinity);
  if (current === undefined) return { sent, says: undefined };
  const [now, next] = [current.shown, after].map((one) => one && api.secrets.scrubJson(redactByName(one)));
  const isUpdate = after !== undefined;
  const all = findDifferences(now, next);
  const rows = all.slice(0, maxRows).map(({ path, before, after: later }) => ({
    path: exactPath(path),
    now: shortText(before, maxLength),
    next: isUpdate ? shortText(later, maxLength) : undefined,
  }));
  return { sent, says: { isUpdate, rows, more: all.length - rows.length } };
}
