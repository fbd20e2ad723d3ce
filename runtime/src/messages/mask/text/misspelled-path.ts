import { didYouMean } from "../../../base/text/nearest-name.js";
import { MaskPathError } from "./mask-error.js";
import { type MaskStep, printKey, wildcard } from "./mask-tree.js";

/** A part of a builder, as far as its path goes. */
type StepsOf = (part: object) => readonly MaskStep[];

/** Names that tests, printers and promises ask of any object: asking must not fail, though a builder has none of them. */
const askedOfAll = new Set([
  "then",
  "toJSON",
  "toString",
  "valueOf",
  "constructor",
  "$$typeof",
  "nodeType",
  "href",
]);

/**
 * Behind the parts of a builder: the compiler finds names that a part does not have; a program in plain JavaScript
 * would get undefined, and nobody could say what was misspelt.
 *
 * @param what What a part is: `svc.compute.v1.InstanceSpec`, `a list`.
 * @param known The names that its parts have.
 */
export function rejectMisspelled(what: string, known: () => Iterable<string>, stepsOf: StepsOf): object {
  return new Proxy(Object.create(null), {
    get(_, name, part: object) {
      if (typeof name === "symbol" || askedOfAll.has(name)) return undefined;
      const path = stepsOf(part).map((step) => (step === wildcard ? "*" : printKey(step)));
      const names = [...known()];
      const hint = didYouMean(name, names) || (names.length > 0 ? `; the names are ${names.join(", ")}` : "");
      const place = [...path, name].join(".");
      throw new MaskPathError(place, `${place}: ${what} has no ${JSON.stringify(name)}${hint}`);
    },
  });
}
