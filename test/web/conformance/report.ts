import { grouped } from "./group.js";
import type { Half } from "./halves.js";
import { listedInVain, listedReason } from "./listed.js";
import type { Verdict } from "./run.js";

/** Counts and differences for people; whether each difference is listed, and each that is listed is there. */
export function reportOf(
  half: Half,
  expanded: number,
  verdicts: readonly Verdict[],
): { text: string; isGood: boolean } {
  const failed = verdicts.filter(({ differences }) => differences.length > 0);
  const byReason = grouped(failed, ({ name }) => listedReason(half.name, name) ?? "");
  const unlisted = byReason.get("") ?? [];
  const lines = [
    `${half.name}: ${expanded} cases, ${verdicts.length - failed.length} passed, ${failed.length - unlisted.length} listed, ${unlisted.length} failed`,
  ];
  for (const [reason, cases] of byReason) {
    if (reason !== "") lines.push(`  ${cases.length}: ${reason}`);
  }
  for (const { name, differences } of unlisted) {
    lines.push(`  FAILED ${name}`, ...differences.map((text) => `    ${text.slice(0, 300)}`));
  }
  const inVain = listedInVain(
    half.name,
    failed.map(({ name }) => name),
  );
  for (const pattern of inVain) lines.push(`  PASSED, though it is listed: ${pattern}`);
  const isGood = unlisted.length === 0 && inVain.length === 0 && verdicts.length === expanded;
  return { text: lines.join("\n"), isGood };
}
