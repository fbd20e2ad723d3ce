import { isLikelySecretField, isSecretName, type Service } from "@stratus/dynamic-client";
import type { GuideMethod } from "@stratus/runtime/guide";

/**
 * Whether a response contains credentials: a secret that no request of the service can set, so that the server creates it.
 * Secrets that a caller sets, such as boot data, do not count.
 */
export function returnsCredentials(service: Service, method: GuideMethod): boolean {
  const { response } = method;
  if (response?.kind === "string" && isSecretName(method.word)) return true;
  const made = reachableSecrets(service, method.operation?.result ?? response?.type);
  if (made.size === 0) return false;
  const set = new Set(
    service.guide.methods.flatMap(({ request }) => [...reachableSecrets(service, request)]),
  );
  return [...made].some((one) => one.startsWith("!") || !set.has(one));
}

/** Returns the secrets that a message contains, as `type.field`. Those that only the server sets begin with `!`. */
function reachableSecrets(service: Service, type: string | undefined): ReadonlySet<string> {
  const secrets = new Set<string>();
  const seen = new Set<string>();
  const walk = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const field of service.message(name).fields) {
      if (isLikelySecretField(field)) {
        const isServers = field.behaviors?.includes("OUTPUT_ONLY") === true;
        // Of a REST API, requests and answers may name one schema twice.
        secrets.add(`${isServers ? "!" : ""}${service.isRest ? "" : name}.${field.name}`);
      }
      if (field.kind === "message" && field.type !== undefined) walk(field.type);
    }
  };
  if (type !== undefined) walk(type);
  return secrets;
}
