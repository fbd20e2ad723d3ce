import { splitWords, upperCamel } from "./words.js";

/** The words of an operation's names. */
export interface OperationWords {
  /** The words of its function: `read items` of FastAPI's `read_items_api_v1_items__get`. */
  readonly words: readonly string[];
  /** The words of its method in a group: `create` of NestJS's `PetsController_create`. */
  readonly methodWords: readonly string[];
  /** The words of the whole operationId, for operations whose short words are not unique. */
  readonly longWords: readonly string[];
}

/** Returns the words of an operation's names, from the operationId, or from method and path (`GET /a/{b}` is `getAByB`). */
export function readOperationWords(
  operationId: string | undefined,
  method: string,
  path: string,
): OperationWords {
  const longWords = toFunctionWords(operationId, method, path);
  const short = operationId === undefined ? undefined : trimFrameworkParts(operationId, method, path);
  return { words: longWords, methodWords: longWords, longWords, ...short };
}

/** Returns the words of an operationId without what FastAPI and NestJS add to the name of the function. */
function trimFrameworkParts(
  operationId: string,
  method: string,
  path: string,
): Omit<OperationWords, "longWords"> | undefined {
  // FastAPI: the function's name and the path with `_` for other signs, then `_` and the method.
  const ending = `${path.replaceAll(/[^\p{L}\p{N}_]/gu, "_")}_${method.toLowerCase()}`;
  if (operationId.endsWith(ending)) {
    const words = splitWords(operationId.slice(0, -ending.length));
    if (words.length > 0) return { words, methodWords: words };
  }
  // NestJS: the controller's class, `_`, the method's name, and perhaps `_` and a version.
  const [, controller = "", member = ""] =
    /^(\p{ID_Start}\p{ID_Continue}*?)Controller_(\p{ID_Continue}+)$/u.exec(operationId) ?? [];
  const methodWords = splitWords(member);
  return methodWords.length > 0
    ? { words: [...splitWords(controller), ...methodWords], methodWords }
    : undefined;
}

function toFunctionWords(operationId: string | undefined, method: string, path: string): readonly string[] {
  const words = splitWords(operationId ?? "");
  if (words.length > 0) return words;
  const steps = path
    .split("/")
    .flatMap((step) => (step.startsWith("{") ? ["by", ...splitWords(step)] : splitWords(step)));
  return [method.toLowerCase(), ...steps];
}

/**
 * Gives the long words to all operations that share their short ones, so that no name depends on the order of
 * operations. Methods need to differ in their group alone.
 */
export function makeWordsUnique<T extends OperationWords & { readonly tag: string | undefined }>(
  operations: readonly T[],
): readonly T[] {
  const functions = countKeys(operations.map(toFunctionKey));
  const methods = countKeys(operations.map(toMethodKey));
  return operations.map((one) => {
    const words = functions.get(toFunctionKey(one)) === 1 ? one.words : one.longWords;
    const isMethodUnique = one.tag !== undefined && methods.get(toMethodKey(one)) === 1;
    return { ...one, words, methodWords: isMethodUnique ? one.methodWords : words };
  });
}

function toFunctionKey({ words }: OperationWords): string {
  return upperCamel(words).toLowerCase();
}

function toMethodKey({ methodWords, tag }: OperationWords & { readonly tag: string | undefined }): string {
  return JSON.stringify([tag, upperCamel(methodWords).toLowerCase()]);
}

function countKeys(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
