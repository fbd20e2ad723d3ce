import { printable } from "../../kit/problem.js";
import { counted } from "../../kit/text/counted.js";
import type { Examination } from "./examine.js";
import type { Finding } from "./finding.js";
import { kinds, severities, type FindingKind } from "./kinds.js";

/** So many places of one kind are named; `--json` has all. */
const maxPlaces = 10;

/** An examination for people: what is met, and under each kind what it costs, the way out, and the places. */
export function reportText({ met, findings }: Examination): string {
  const width = Math.max(0, ...met.map(({ met, of }) => `${met} of ${of}`.length));
  const lines = met.map((one) => `  ${`${one.met} of ${one.of}`.padStart(width)}  ${one.promise}`);
  const sections = [...groups(findings)].map(([kind, some]) => section(kind, some));
  return (
    [...(lines.length > 0 ? [lines.join("\n")] : []), ...sections, verdict(findings)].join("\n\n") + "\n"
  );
}

function groups(findings: readonly Finding[]): Map<FindingKind, Finding[]> {
  const found = new Map<FindingKind, Finding[]>();
  for (const one of findings) found.set(one.kind, [...(found.get(one.kind) ?? []), one]);
  return found;
}

function section(name: FindingKind, findings: readonly Finding[]): string {
  const { severity, title, effect, fix } = kinds[name];
  const places = findings.slice(0, maxPlaces).map(placeText);
  const more = findings.length - places.length;
  return [
    `${severity}: ${title} (${findings.length})`,
    `  ${effect}. ${fix}.`,
    ...places,
    ...(more > 0 ? [`    and ${more} more: --json has them all`] : []),
  ].join("\n");
}

function placeText({ file, line, element, detail }: Finding): string {
  const place = [file, line].filter((part) => part !== undefined).join(":");
  return `    ${printable([place, element, detail].filter((part) => part !== "").join(": "))}`;
}

function verdict(findings: readonly Finding[]): string {
  const parts = severities.flatMap((severity) => {
    const number = findings.filter(({ kind }) => kinds[kind].severity === severity).length;
    return number === 0 ? [] : [counted(number, severity)];
  });
  return parts.length === 0
    ? "Nothing was found: all of the API meets the convention."
    : `${parts.join(", ")}.`;
}

/** The same as data: each finding with its severity, what it costs and the way out. */
export function reportJson({ met, findings }: Examination): string {
  const told = findings.map(({ kind, ...place }) => ({ kind, ...kinds[kind], ...place }));
  return `${JSON.stringify({ met, findings: told }, null, 2)}\n`;
}
