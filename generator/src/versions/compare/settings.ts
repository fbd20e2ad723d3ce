import type { Finding } from "../finding/finding.js";

/** Generator options that change what clients send and leave no other trace in the SDK, with their defaults. */
const settings: Readonly<Record<string, string>> = {
  reset_mask_header: "X-ResetMask",
  idempotency_header: "",
  keepalive_ms: "20000",
};

/**
 * Compares the generator options of two versions.
 *
 * @param before Options as the SDK states them, such as `session_name=Cloud,keepalive_ms=false`; undefined if it does not.
 */
export function compareSettings(before: string | undefined, after: string | undefined): Finding[] {
  if (before === undefined || after === undefined) return [];
  const [old, now] = [parseOptions(before), parseOptions(after)];
  return Object.entries(settings).flatMap(([name, usual]): Finding[] => {
    const [was, is] = [old.get(name) ?? usual, now.get(name) ?? usual];
    if (was.toLowerCase() === is.toLowerCase()) return [];
    const subject = { key: `option ${name}`, title: name, role: "session", place: undefined } as const;
    return [{ subject, difference: { kind: "setting", before: was, after: is } }];
  });
}

function parseOptions(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(",").map((one) => {
      const [name = "", ...value] = one.split("=");
      return [name, value.join("=")];
    }),
  );
}
