import type { Service } from "@stratus/dynamic-client";
import type { GuideField, GuideMethod } from "@stratus/runtime/guide-v1";

/** Words that end the name of a value which gives access. */
const secretName =
  /(?:password|passphrase|passwd|secret|token|private[_-]?key|api[_-]?key|access[_-]?key|signing[_-]?key|credential|jwt)s?$/i;

/** Tokens of pages and of synchronization give access to nothing. */
const harmlessName = /(?:page|next|continuation|sync|cursor|resume|start)[_-]?token$/i;

/**
 * Whether a name says that its value gives access. APIs mark such fields; of those that do not, nothing but the name
 * can be asked, so that a value too many is hidden and none too few.
 */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !harmlessName.test(name);
}

/**
 * Whether an answer hands out credentials: it has a secret that a server makes, since no request of the service can set it.
 * A secret that a caller has set and that is shown to nobody, such as data for the first boot, makes no credentials.
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

/** The secrets that a message reaches, as `type.field`; those that only the server writes have a mark. */
function reachableSecrets(service: Service, type: string | undefined): ReadonlySet<string> {
  const secrets = new Set<string>();
  const seen = new Set<string>();
  const walk = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const field of service.message(name).fields) {
      if (isSecretField(field)) {
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

/** Whether a field holds a text that gives access. */
export function isSecretField(field: GuideField): boolean {
  const isText = field.kind === "string" || field.kind === "bytes" || field.kind === "json";
  return isText && (field.isSecret === true || isSecretName(field.name));
}
