import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { methodBehaviors } from "./behavior.js";
import { splitWords } from "../base/name.js";
import { isReadOnly } from "./method.js";
import type { CustomOptions } from "../base/options.js";
import type { MethodRole } from "./role.js";

/**
 * The effect of a call on the API's data: it reads, creates, changes or destroys a resource, or it acts, which is anything else.
 * `readByName` means that only the method's name and the type that it returns suggest that it reads.
 */
export type Effect = "act" | "change" | "create" | "destroy" | "read" | "readByName";

/**
 * Decides the effect of a method (docs/conventions.md, section 3) from its idempotency level and its role. A name without the
 * shape of the role yields at most `readByName`.
 *
 * @param role the role that {@link readRole} returns
 */
export function readEffect(method: DescMethod, role: MethodRole, options: CustomOptions): Effect {
  if (method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS) return "read";
  const effect = effects[role.kind];
  if (effect !== undefined) return effect;
  if (methodBehaviors(method, options).includes("UPDATER")) return "change";
  return isReadOnly(method, options) && returnsNamedResource(method) ? "readByName" : "act";
}

/**
 * Whether a method returns the resource that its name names, or messages with it: `GetReport` returns a `Report`, or a
 * response with one. A method such as `GetNextJob`, which returns a `Job`, may take it from a queue.
 */
function returnsNamedResource({ name, parent, output }: DescMethod): boolean {
  const words = splitWords(name).slice(1);
  const by = words.findIndex((word) => word.toLowerCase() === "by");
  const noun = (by < 0 ? words : words.slice(0, by)).join("") || parent.name.replace(/Service$/, "");
  const types = [output, ...output.fields.flatMap(({ message }) => (message ? [message] : []))];
  return types.some((type) => isSameNoun(type.name, noun));
}

/** Whether two nouns are the same in singular or plural. */
function isSameNoun(one: string, other: string): boolean {
  const [first, second] = [one, other].map((noun) => {
    const plain = noun.toLowerCase();
    return [plain, plain.replace(/s$/, ""), plain.replace(/es$/, ""), plain.replace(/ies$/, "y")];
  });
  return first?.some((form) => second?.includes(form)) === true;
}

/** The effect of each role, or undefined if the role does not determine one. */
const effects: Readonly<Record<MethodRole["kind"], Effect | undefined>> = {
  create: "create",
  delete: "destroy",
  get: "read",
  getByName: "read",
  list: "read",
  operationCancel: "act",
  operationDelete: "destroy",
  operationGet: "read",
  operationList: "read",
  operationWait: "read",
  profile: "read",
  tokenExchange: "act",
  unknown: undefined,
  update: "change",
};
