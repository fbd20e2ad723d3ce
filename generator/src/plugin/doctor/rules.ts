/** Finds validation rules that clients do not check. */
import type { Statements } from "@stratus/convention";
import type { Described } from "../model/describe.js";
import { countRules } from "../model/left-rules.js";
import type { Find, Finding } from "./finding.js";

/** The number of rules, and a finding for each that only the server checks. */
export interface Rules {
  readonly total: number;
  readonly findings: readonly Finding[];
}

/** Examines the rules of the messages that code is generated for. */
export function findRules(
  { codecFiles }: Pick<Described, "codecFiles">,
  statements: Statements,
  find: Find,
): Rules {
  const { total, left } = countRules(codecFiles, statements);
  const findings = left.map(({ element, rule, why, isUnread }) =>
    find(isUnread ? "RULE_UNREADABLE" : "RULE_UNCHECKED", element, `${rule}: ${why}`),
  );
  return { total, findings };
}
