import type { Api } from "./api.js";

/**
 * The messages and enums that requests, or responses, hold; of an API without services all, since others may call with
 * them.
 */
export function typesOf(
  side: "request" | "response",
  { services, messages, enums }: Api,
): ReadonlySet<string> {
  if (services.size === 0) return new Set([...messages.keys(), ...enums.keys()]);
  const methods = [...services.values()].flatMap((service) => [...service.methods.values()]);
  const found = new Set(methods.map((method) => method[side]));
  // Those that are added while the set is gone through are gone through too.
  for (const name of found) {
    for (const { type } of messages.get(name)?.fields.values() ?? []) {
      const held = /[\w.]+(?=>?$)/.exec(type)?.[0] ?? "";
      if (messages.has(held) || enums.has(held)) found.add(held);
    }
  }
  return found;
}
