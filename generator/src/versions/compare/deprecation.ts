import { lowerCamel } from "../../kit/text/casing.js";
import type { Api } from "../api/api.js";
import type { Difference, Finding } from "../finding/finding.js";
import { toTypeTitle } from "../finding/titles.js";

/** Finds a deprecation that was added, removed or reworded. */
export function compareDeprecation(before: string | undefined, after: string | undefined): Difference[] {
  if (before === after) return [];
  return [after === undefined ? { kind: "restored" } : { kind: "deprecated", text: after }];
}

/**
 * Writes names of fields and enum values in texts of deprecations as in TypeScript: `sizeBytes` for `size_bytes`, and
 * `DiskType.SSD` for `DISK_TYPE_SSD`. The texts are those of the API, which uses proto names.
 */
export function withTypeScriptNames(findings: readonly Finding[], api: Api | undefined): Finding[] {
  if (!api) return [...findings];
  const values = new Map(
    [...api.enums.values()].flatMap(({ name, values: own }) =>
      [...own.values()].map((value) => [value.name, `${toTypeTitle(name)}.${value.local}`] as const),
    ),
  );
  const fields = new Set([...api.messages.values()].flatMap((message) => [...message.fields.keys()]));
  const rename = (text: string): string =>
    text.replaceAll(
      /(`?)\b([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+)\b(`?)/g,
      (word, open: string, name: string) => {
        const own = values.get(name) ?? (fields.has(name) ? lowerCamel(name) : undefined);
        return own === undefined ? word : open === "`" ? `\`${own}\`` : own;
      },
    );
  return findings.map(({ subject, difference, ...rest }): Finding => ({
    ...rest,
    subject:
      subject.deprecated === undefined ? subject : { ...subject, deprecated: rename(subject.deprecated) },
    difference:
      difference.kind === "deprecated" ? { ...difference, text: rename(difference.text) } : difference,
  }));
}
