import type { Service } from "@stratus/dynamic-client";
import type { GuideMethod } from "@stratus/runtime/guide";
import { splitWords } from "./split-words.js";

/**
 * Returns why a read hands out a secret: its resource has a field that the API marks with `credentials`, or the method or the
 * resource is named for a secret. Undefined for other reads, in whose answers the values of secrets are hidden.
 */
export function credentialsReason(service: Service, method: GuideMethod): string | undefined {
  const { response, operation, pages, word } = method;
  const type = operation?.result ?? pages?.type ?? response?.type;
  const place = type === undefined ? undefined : findCredential(service, type);
  if (place !== undefined) return `its response contains credentials (${place})`;
  const noun = splitWords(word).slice(1);
  // `payload/get` is named by its service.
  const names = [noun.length > 0 ? noun : splitWords(service.entry.words), splitWords(lastName(type))];
  // A resource may describe credentials, such as those of a federation; a method with a noun returns them.
  const isNamed = names.some(isNamedForSecret) || /^credentials?$/.test(noun[0] ?? "");
  return isNamed ? "it is named for a secret" : undefined;
}

function lastName(type: string | undefined): string {
  return type?.split(".").at(-1) ?? "";
}

/** Finds a field that is marked with `credentials`, at any depth, through at most one list. */
function findCredential(service: Service, type: string): string | undefined {
  const seen = new Set<string>();
  const walk = (name: string, path: readonly string[], lists: number): string | undefined => {
    const place = `${name} ${lists}`;
    if (lists > 1 || seen.has(place)) return undefined;
    seen.add(place);
    for (const field of service.message(name).fields) {
      if (field.behaviors?.includes("INPUT_ONLY")) continue;
      const inner = [...path, field.name];
      if (field.isCredential) return inner.join(".");
      if (!service.isDescribed(field) || field.type === undefined) continue;
      const found = walk(field.type, inner, lists + (field.isList || field.mapKey !== undefined ? 1 : 0));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(type, [], 0);
}

/** Words after which a name says no more of what it names: `get-token-for-org`, `get-secret-once`. */
const ends: ReadonlySet<string> = new Set("as at by for from in of on once to using with without".split(" "));

/** Words that say nothing of what they contain. */
const containers: ReadonlySet<string> = new Set(
  "answer content contents data info output reply response result string text v1 v2 value values".split(" "),
);

const secret = /^(?:kubeconfigs?|passphrases?|passw(?:or)?ds?|payloads?|secrets?|tokens?|jwts?)$/;

/** Names of two words. Their last words alone mean other things too. */
const secretPair = /^(?:key (?:material|string)s?|kube configs?|(?:private|secret) keys?)$/;

/** Whether the words of a name end with a word for a secret. */
function isNamedForSecret(words: readonly string[]): boolean {
  const end = words.findIndex((word, at) => at > 0 && ends.has(word));
  const noun = end < 0 ? [...words] : words.slice(0, end);
  if (secretPair.test(noun.slice(-2).join(" "))) return true;
  while (noun.length > 1 && containers.has(noun.at(-1) ?? "")) noun.pop();
  return secret.test(noun.at(-1) ?? "") || secretPair.test(noun.slice(-2).join(" "));
}
