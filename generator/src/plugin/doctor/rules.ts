/** Finds validation rules that clients do not check. */
import type { Annotations } from "@stratus/convention";
import type { Described } from "../model/describe.js";
import { countRules } from "../model/unchecked-rules.js";
import type { Find, Finding } from "./finding.js";

/** The number of rules, and a finding for each that only the server checks. */
export interface Rules {
  readonly total: number;
  readonly findings: readonly Finding[];
}

/** Examines the rules of the messages that code is generated for. */
export function findRules(
  { codecFiles }: Pick<Described, "codecFiles">,
  annotations: Annotations,
  find: Find,
): Rules {
  const { total, unchecked } = countRules(codecFiles, annotations);
  const findings = unchecked.map(({ element, rule, reason, isUnsupported }) =>
    find(isUnsupported ? "RULE_UNREADABLE" : "RULE_UNCHECKED", element, `${rule}: ${reason}`),
  );
  return { total, findings };
}
