import { EmulatorError } from "../text/emulator-error.js";

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a time such as `500ms`, `3s`, `1.5h` or `0`, in milliseconds.
 *
 * @throws an Error when the text is not one
 */
export function parseDurationMs(text: string): number {
  if (text === "0") return 0;
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const unitMs = unitsMs[unit];
  if (unitMs === undefined)
    throw new EmulatorError(
      "OPTION_INVALID",
      `${JSON.stringify(text)} is not a time; write 500ms, 3s, 5m, 12h or 7d`,
    );
  return Math.round(Number(amount) * unitMs);
}
