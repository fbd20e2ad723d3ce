import type { Api } from "./api.js";

/**
 * Finds the messages and enums that requests, or responses, contain. For an API without services these are all, because
 * other APIs may use them.
 */
export function findReachableTypes(
  side: "request" | "response",
  { services, messages, enums }: Api,
): ReadonlySet<string> {
  if (services.size === 0) return new Set([...messages.keys(), ...enums.keys()]);
  const methods = [...services.values()].flatMap((service) => [...service.methods.values()]);
  const found = new Set(methods.map((method) => method[side]));
  // The loop also visits names that are added to the set while it runs.
  for (const name of found) {
    for (const { type } of messages.get(name)?.fields.values() ?? []) {
      const typeName = /[\w.]+(?=>?$)/.exec(type)?.[0] ?? "";
      if (messages.has(typeName) || enums.has(typeName)) found.add(typeName);
    }
  }
  return found;
}
