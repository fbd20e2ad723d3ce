/** Rules that the API states and that clients do not check. */
import type { Statements } from "@stratus/convention";
import type { Described } from "../model/describe.js";
import { countRules } from "../model/left-rules.js";
import type { Find, Finding } from "./finding.js";

/** How many rules there are, and a finding for each that is left to the server. */
export interface Rules {
  readonly total: number;
  readonly findings: readonly Finding[];
}

/** Looks at the rules of the messages of which code is written. */
export function findRules(
  { codecFiles }: Pick<Described, "codecFiles">,
  statements: Statements,
  find: Find,
): Rules {
  const { total, left } = countRules(codecFiles, statements);
  const findings = left.map(({ element, rule, why, isUnread }) =>
    find(isUnread ? "unread-rule" : "left-rule", element, `${rule}: ${why}`),
  );
  return { total, findings };
}
