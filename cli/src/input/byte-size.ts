import type { GuideField } from "@stratus/runtime/guide";
import { UsageError } from "@stratus/dynamic-client";

/** The bytes of each unit. Those of 1,000 are written as in SI, and those of 1,024 as in IEC 80000-13. */
const units: Readonly<Record<string, bigint>> = {
  B: 1n,
  kB: 1000n,
  MB: 1000n ** 2n,
  GB: 1000n ** 3n,
  TB: 1000n ** 4n,
  PB: 1000n ** 5n,
  Ki: 1024n,
  Mi: 1024n ** 2n,
  Gi: 1024n ** 3n,
  Ti: 1024n ** 4n,
  Pi: 1024n ** 5n,
};

/** The bytes that one unit of a field stands for, by the end of its name. */
const fieldUnits: Readonly<Record<string, bigint>> = {
  bytes: 1n,
  kibibytes: 1024n,
  mebibytes: 1024n ** 2n,
  gibibytes: 1024n ** 3n,
  tebibytes: 1024n ** 4n,
};

/**
 * Converts a size with a unit, such as `4Gi`, `1.5GiB` or `500MB`, to the number of a field whose name ends in `_bytes`,
 * `_kibibytes`, `_mebibytes` or `_gibibytes`.
 *
 * @returns Undefined if the field is not a size, or if the text has no unit.
 * @throws A UsageError if the unit is unknown or ambiguous, or if the size of an integer field is not a whole number in its unit.
 */
export function readByteSize(
  { name, kind }: Pick<GuideField, "name" | "kind">,
  text: string,
  flag: string,
): string | undefined {
  const [, last = ""] = /(?:^|_|(?<=[a-z\d])(?=[A-Z]))([a-zA-Z]+bytes|bytes|Bytes)$/.exec(name) ?? [];
  const own = fieldUnits[last.toLowerCase()];
  const [, sign = "", whole = "", fraction = "", unit = ""] =
    /^(-?)(\d+)(?:\.(\d+))?\s*([a-zA-Z]+)$/.exec(text.trim()) ?? [];
  if (own === undefined || whole === "") return undefined;
  const size = units[unit.replace(/^([KMGTP]i)B$/, "$1")];
  if (size === undefined) throw new UsageError("ARGUMENT_INVALID", `${flag}: ${unitFault(unit)}`);
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * size;
  const divisor = scale * own;
  const [count, rest] = [scaled / divisor, scaled % divisor];
  if (rest !== 0n && ["double", "float", "number"].includes(kind))
    return `${sign}${Number(count) + Number(rest) / Number(divisor)}`;
  if (rest !== 0n)
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${flag}: ${text} is not a whole number of ${last.toLowerCase()}`,
    );
  return `${sign}${count}`;
}

function unitFault(unit: string): string {
  const letter = /^([kKmMgGtTpP])[bB]?$/.exec(unit)?.[1]?.toUpperCase();
  const known = "kB, MB, GB, TB (1,000) or Ki, Mi, Gi, Ti (1,024)";
  if (letter === undefined) return `there is no unit ${unit}; use ${known}`;
  const decimal = letter === "K" ? "kB" : `${letter}B`;
  return `the unit ${unit} is ambiguous: use ${letter}i (1,024) or ${decimal} (1,000)`;
}
