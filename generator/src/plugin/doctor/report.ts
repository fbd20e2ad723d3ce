import { printable, type ErrorCode } from "../../kit/problem.js";
import { formatCount } from "../../kit/text/format-count.js";
import type { Examination } from "./examine.js";
import { findingKind, isFindingCode, severities, type FindingKind } from "./finding-kinds.js";
import type { Finding } from "./finding.js";

/** How many places of one kind the report names. `--json` prints all of them. */
const maxPlaces = 10;

/** Formats an examination for people: what conforms, then each kind with its effect, its fix and its places. */
export function formatReport({ kind, about, coverage, findings }: Examination): string {
  const width = Math.max(0, ...coverage.map(({ met, total }) => `${met} of ${total}`.length));
  const lines = coverage.map(
    (one) => `  ${`${one.met} of ${one.total}`.padStart(width)}  ${one.requirement}`,
  );
  const sections = [...groupByKind(findings)].map(([kind, some]) => formatSection(kind, some));
  return (
    [
      ...(about === undefined ? [] : [about]),
      ...(lines.length > 0 ? [lines.join("\n")] : []),
      ...sections,
      summarize(findings, kind),
    ].join("\n\n") + "\n"
  );
}

function groupByKind(findings: readonly Finding[]): Map<FindingKind, Finding[]> {
  const groups = new Map<FindingKind, Finding[]>();
  for (const one of findings) {
    const kind = findingKind(one.code);
    groups.set(kind, [...(groups.get(kind) ?? []), one]);
  }
  return groups;
}

function formatSection({ severity, title, effect, fix }: FindingKind, findings: readonly Finding[]): string {
  const places = findings.slice(0, maxPlaces).map(formatPlace);
  const more = findings.length - places.length;
  const [code] = findings.map((one) => one.code).filter(isFindingCode);
  return [
    `${severity}: ${title} (${findings.length})${inBrackets(code)}`,
    `  ${effect}. ${fix}.`,
    ...places,
    ...(more > 0 ? [`    and ${more} more: --json prints all of them`] : []),
  ].join("\n");
}

function formatPlace({ code, file, line, element, detail }: Finding): string {
  const place = [file, line].filter((part) => part !== undefined).join(":");
  const text = [place, element, detail].filter((part) => part !== "").join(": ");
  return `    ${printable(text)}${isFindingCode(code) ? "" : inBrackets(code)}`;
}

function inBrackets(code: ErrorCode | undefined): string {
  return code === undefined ? "" : ` [${code}]`;
}

function summarize(findings: readonly Finding[], kind: Examination["kind"]): string {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter(({ code }) => findingKind(code).severity === severity).length;
    return count === 0 ? [] : [formatCount(count, severity)];
  });
  if (counts.length === 0 && kind !== "cloud") return "No findings.";
  return counts.length === 0 ? "No findings: the API meets the whole convention." : `${counts.join(", ")}.`;
}

/** Formats an examination as JSON: each finding with its severity, effect and fix. */
export function formatJson({ kind, coverage, findings }: Examination): string {
  const full = findings.map(({ code, ...place }) => ({ code, ...findingKind(code), ...place }));
  return `${JSON.stringify({ kind, coverage, findings: full }, null, 2)}\n`;
}
