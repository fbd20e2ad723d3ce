import { didYouMean } from "../../../base/text/nearest-name.js";
import { MaskPathError } from "./mask-error.js";
import { type MaskStep, formatKey, wildcard } from "./mask-tree.js";

/** Reads the steps of a part of a builder. */
type ReadSteps = (part: object) => readonly MaskStep[];

/** Names that test runners, printers and promises read from any object. Reading them must not throw. */
const commonNames = new Set([
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
 * Creates a prototype that throws for unknown names. The compiler reports misspelled names. A program in plain JavaScript
 * would get `undefined`, and a later error could not name the cause.
 *
 * @param what a description of the part: `svc.compute.v1.InstanceSpec`, `a list`
 * @param known returns the names of its parts
 */
export function rejectMisspelled(what: string, known: () => Iterable<string>, readSteps: ReadSteps): object {
  return new Proxy(Object.create(null), {
    get(_, name, part: object) {
      if (typeof name === "symbol" || commonNames.has(name)) return undefined;
      const path = readSteps(part).map((step) => (step === wildcard ? "*" : formatKey(step)));
      const names = [...known()];
      const hint = didYouMean(name, names) || (names.length > 0 ? `; the names are ${names.join(", ")}` : "");
      const place = [...path, name].join(".");
      throw new MaskPathError(place, `${place}: ${what} has no ${JSON.stringify(name)}${hint}`);
    },
  });
}
