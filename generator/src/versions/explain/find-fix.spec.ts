import { expect, it } from "vitest";
import type { Finding } from "../finding/finding.js";
import { findFix } from "./find-fix.js";

const subject = { role: "field", title: "Disk.size" } as Finding["subject"];

it.each([
  { given: { before: "", after: "required" }, want: "Set it before you upgrade" },
  { given: { before: "", after: "at most 63 characters" }, want: "Send only values that meet the new rule" },
  { given: { before: "a URL", after: "" }, want: undefined },
])("tells of a rule what to send, and of one that is gone nothing: $given", ({ given, want }) => {
  expect(findFix({ subject, difference: { kind: "rule", ...given, isTighter: true } })).toBe(want);
});
