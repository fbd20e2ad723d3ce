/** Colors of a terminal, as the numbers of ECMA-48 (SGR). */
const codes = { red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** A color of a terminal. */
export type Color = keyof typeof codes;

/** Colors a text. */
export function paint(text: string, color: Color | undefined): string {
  return color === undefined || text === "" ? text : `\u001B[${codes[color]}m${text}\u001B[0m`;
}

/** Makes a text bold. */
export function bold(text: string): string {
  return text === "" ? text : `\u001B[1m${text}\u001B[0m`;
}

/** Returns the color of a state: green if all is well, red after a failure, yellow in between. */
export function stateColor(state: string): Color | undefined {
  if (/(?:ERROR|FAIL|CRASH|DELETED|UNHEALTHY|DEGRADED)/i.test(state)) return "red";
  if (/(?:^|_)(?:RUNNING|READY|ACTIVE|ENABLED|SUCCEEDED|DONE|HEALTHY|AVAILABLE|OPEN|OK)$/i.test(state))
    return "green";
  return /(?:ING|PENDING|STOPPED|DISABLED)$/i.test(state) ? "yellow" : undefined;
}
