import { isReservedWord } from "../../kit/code/code.js";
import { toFileName } from "./file-names.js";
import { foldCase, isSameNoun, lowerCamel, upperCamel, splitWords } from "./words.js";

/** Names that would break the client if a method had them. */
const unsafeMethodNames: ReadonlySet<string> = new Set([
  "then",
  "prototype",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** Names that generated files use: those of the runtime, the language and the guards. */
const reservedNames: ReadonlySet<string> = new Set(
  (
    "AttemptEndEvent AttemptEvent AttemptObserver BasicCredentials Bytes CachedBody Call CallEndEvent " +
    "CallEvent CallObserver CallOptions CallResponse ClientCredentials ClientOptions ClientReason DriftEvent EndEvent ErrorCode ErrorDetails " +
    "ErrorStatus Failure HeadersSource Hooks HttpRequest Input Issue Operation OptionsError OptionsErrorCode OptionsWith Parameter " +
    "PreparedRequest RequestChecks RequestContext ResponseCache ResponseStream RetryEvent RetryOptions Secret ServerEvent Session Shape Shapes " +
    "Signer StatusOf PossibleNotFound etagCache isFailure Omit Pick Exclude Extract Blob ReadableStream AsyncIterable " +
    "OffsetDateTime parseOffsetDateTime isPossiblyTruncated " +
    "components operations paths webhooks shapes Array Awaited Boolean Date Error Function Headers Map Number Object " +
    "Partial Promise Readonly Record RegExp Request Required Response Set String Symbol URL globalThis " +
    "isExactBigint isExactDate isExactNumber isExactText " +
    "isAny isBoolean isInteger isList isListOf isNull isNumber isObject isOneOf isString isUnique countCodePoints otherValues ownProperty value"
  ).split(" "),
);

/** Names that no module may export: `import()` treats a module with `then` as a promise, and `type` is a modifier. */
const unsafeExportNames: ReadonlySet<string> = new Set(["then", "type"]);

/**
 * Gives out each name of a scope once. The first request gets the plain name, and later ones get a number.
 * A slot that an earlier run locked gets the same name again.
 */
export class NameScope {
  readonly #taken: Set<string>;
  readonly #locked: Map<string, string>;
  readonly #usedSlots = new Set<string>();

  /** `pinned`: the locked names by slot. New names are added to it. */
  constructor(taken: Iterable<string> = [], pinned: Map<string, string> = new Map()) {
    this.#taken = new Set([...taken, ...pinned.values()].map(foldCase));
    this.#locked = pinned;
  }

  /** Returns the name, or the name with the first number that makes it free. Case is ignored. */
  take(name: string, wanted?: string): string {
    const slot = wanted === undefined ? undefined : this.#uniqueSlot(wanted);
    const pinned = slot === undefined ? undefined : this.#locked.get(slot);
    if (pinned !== undefined) return pinned;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`;
      if (this.isFree(candidate)) {
        this.#taken.add(foldCase(candidate));
        if (slot !== undefined) this.#locked.set(slot, candidate);
        return candidate;
      }
    }
  }

  /** Returns the slot, or another one if the slot was already used in this run. */
  #uniqueSlot(slot: string): string {
    const own = this.#usedSlots.has(slot) ? this.#uniqueSlot(`${slot} again`) : slot;
    this.#usedSlots.add(own);
    return own;
  }

  /** Reserves names, so that they are not given out. */
  reserve(...names: readonly string[]): void {
    for (const name of names) this.#taken.add(foldCase(name));
  }

  /** Whether a name is not taken. */
  isFree(name: string): boolean {
    return !this.#taken.has(foldCase(name));
  }

  /** Returns all taken names, folded. */
  all(): readonly string[] {
    return [...this.#taken];
  }
}

/** Returns a valid name for a function, type or argument: reserved names get the suffix `$`. */
export function toSafeName(name: string): string {
  return isReservedWord(name) || reservedNames.has(name) || unsafeExportNames.has(name) ? `${name}$` : name;
}

/** Returns a valid name for a method, which may be a reserved word. */
export function toSafeMethodName(name: string): string {
  return unsafeMethodNames.has(name) ? `${name}$` : name;
}

/** Creates a scope for the package's exports, in which the names of the runtime are taken. */
export function createExportScope(pinned?: Map<string, string>): NameScope {
  return new NameScope(reservedNames, pinned);
}

/** Removes the words of the group from a method's name: `getCourse` in the group `courses` becomes `get`. */
export function toMethodWords(words: readonly string[], tag: string): readonly string[] {
  const group = splitWords(tag);
  const rest = words.filter((word) => !group.some((name) => isSameNoun(name, word)));
  return rest.length > 0 ? rest : words;
}

/** Returns the words of a `find` variant: `find` for `get`, `findCourse` for `getCourse`, `findOwnerOf` for `ownerOf`. */
export function toFindWords(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  const isRead = /^(get|read|fetch|retrieve|show|describe)$/i.test(first);
  return ["find", ...(isRead ? rest : words)];
}

/** Returns the names of the property, class and file for the group of a tag. */
export function toGroupNames(tag: string): {
  readonly property: string;
  readonly className: string;
  readonly fileName: string;
} {
  const words = splitWords(tag);
  const known = words.length > 0 ? words : ["group"];
  return { property: lowerCamel(known), className: upperCamel(known), fileName: toFileName(known) };
}

/** Returns the words of the variant for all items: `listAll` for `list`, `listAllPets` for `listPets`. */
export function toAllWords(words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  return first.toLowerCase() === "list" ? [first, "all", ...rest] : [...words, "all"];
}

/** Returns the words of the variant for pages: `pages` for `list`, `listPetsPages` for `listPets`. */
export function toPagesWords(words: readonly string[]): readonly string[] {
  return words.length === 1 && words[0]?.toLowerCase() === "list" ? ["pages"] : [...words, "pages"];
}
