import { isReservedWord } from "../../kit/code/code.js";
import { isSameThing, kebab, lowerCamel, upperCamel, splitWords } from "./words.js";

/** Names that a method cannot have, as it would break the client. */
const brokenMethods: ReadonlySet<string> = new Set([
  "then",
  "prototype",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** Names that the generated files use themselves: of the runtime, of the language, and of the guards. */
const ownNames: ReadonlySet<string> = new Set(
  (
    "AttemptEndEvent AttemptEvent AttemptObserver BasicCredentials Bytes CachedBody Call CallEndEvent " +
    "CallEvent CallObserver CallOptions CallResponse ClientCredentials ClientOptions ClientReason DriftEvent EndEvent ErrorCode ErrorDetails " +
    "ErrorStatus Failure HeadersSource Hooks HttpRequest Input Issue Operation OptionsError OptionsErrorCode OptionsWith Parameter " +
    "PreparedRequest RequestContext ResponseCache ResponseStream RetryEvent RetryOptions Secret ServerEvent Session Shape Shapes " +
    "Signer StatusOf PossibleNotFound etagCache isFailure Omit Pick Exclude Extract Blob ReadableStream AsyncIterable " +
    "OffsetDateTime parseOffsetDateTime isPossiblyTruncated " +
    "components operations paths webhooks shapes Array Awaited Boolean Date Error Function Headers Map Number Object " +
    "Partial Promise Readonly Record RegExp Request Required Response Set String Symbol URL globalThis " +
    "isExactBigint isExactDate isExactNumber isExactText " +
    "isAny isBoolean isInteger isList isListOf isNull isNumber isObject isOneOf isString isUnique countCodePoints otherValues ownProperty value"
  ).split(" "),
);

/** A module that exports `then` is taken for a promise by whoever imports it lazily; `type` reads like a modifier. */
const unsafeNames: ReadonlySet<string> = new Set(["then", "type"]);

/**
 * Gives out each name of a scope once; the first to ask gets the plain one.
 * A key with a slot from an earlier run gets the same name again.
 */
export class Names {
  readonly #taken: Set<string>;
  readonly #pinned: Map<string, string>;
  readonly #asked = new Set<string>();

  /** `pinned`: names by slot, which grows by what is given out. */
  constructor(taken: Iterable<string> = [], pinned: Map<string, string> = new Map()) {
    this.#taken = new Set([...taken, ...pinned.values()].map((name) => name.toLowerCase()));
    this.#pinned = pinned;
  }

  /** The name, or the name with the first number that makes it free. Capitals make no difference. */
  take(name: string, wanted?: string): string {
    const slot = wanted === undefined ? undefined : this.#ownSlot(wanted);
    const pinned = slot === undefined ? undefined : this.#pinned.get(slot);
    if (pinned !== undefined) return pinned;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`;
      if (this.isFree(candidate)) {
        this.#taken.add(candidate.toLowerCase());
        if (slot !== undefined) this.#pinned.set(slot, candidate);
        return candidate;
      }
    }
  }

  /** The slot, or another for whoever is the second to ask for it: no two things of a run have one name. */
  #ownSlot(slot: string): string {
    const own = this.#asked.has(slot) ? this.#ownSlot(`${slot} again`) : slot;
    this.#asked.add(own);
    return own;
  }

  /** Keeps names from being given out. */
  reserve(...names: readonly string[]): void {
    for (const name of names) this.#taken.add(name.toLowerCase());
  }

  /** No one has it yet. */
  isFree(name: string): boolean {
    return !this.#taken.has(name.toLowerCase());
  }

  /** Every name taken so far, in small letters. */
  all(): readonly string[] {
    return [...this.#taken];
  }
}

/** A name for a function, a type or an argument: a `$` behind what cannot be one. */
export function safeName(name: string): string {
  return isReservedWord(name) || ownNames.has(name) || unsafeNames.has(name) ? `${name}$` : name;
}

/** A name for a method: reserved words may be one. */
export function safeMethod(name: string): string {
  return brokenMethods.has(name) ? `${name}$` : name;
}

/** A scope for the exports of the package, in which the names of the runtime are taken. */
export function exportNames(pinned?: Map<string, string>): Names {
  return new Names(ownNames, pinned);
}

/** Splits a function's name into words: the operationId, or else method and path (`GET /a/{b}` is `getAByB`). */
export function functionWords(operationId: string | undefined, method: string, path: string): string[] {
  const words = splitWords(operationId ?? "");
  if (words.length > 0) return words;
  const steps = path
    .split("/")
    .flatMap((step) => (step.startsWith("{") ? ["by", ...splitWords(step)] : splitWords(step)));
  return [method.toLowerCase(), ...steps];
}

/** `get` for `getCourse` among courses: what is left when the words of the group are taken away, or all. */
export function methodWords(words: readonly string[], tag: string): readonly string[] {
  const group = splitWords(tag);
  const rest = words.filter((word) => !group.some((name) => isSameThing(name, word)));
  return rest.length > 0 ? rest : words;
}

/** `find` for `get`, `findCourse` for `getCourse`, `findOwnerOf` for `ownerOf`. */
export function findWords(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  const isRead = /^(get|read|fetch|retrieve|show|describe)$/i.test(first);
  return ["find", ...(isRead ? rest : words)];
}

/** Property, class and file of the group that a tag makes. */
export function groupNames(tag: string): {
  readonly property: string;
  readonly className: string;
  readonly fileName: string;
} {
  const words = splitWords(tag);
  const known = words.length > 0 ? words : ["group"];
  return { property: lowerCamel(known), className: upperCamel(known), fileName: kebab(known) };
}

/** `listAll` for `list`, `listAllPets` for `listPets`, `searchAll` for `search`. */
export function allWords(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  return first.toLowerCase() === "list" ? [first, "all", ...rest] : [...words, "all"];
}

/** `pages` for `list`, `listPetsPages` for `listPets`. */
export function pagesWords(words: readonly string[]): readonly string[] {
  return words.length === 1 && words[0]?.toLowerCase() === "list" ? ["pages"] : [...words, "pages"];
}
