/* Copied by `stratus openapi` from src/rest/runtime/place.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * A place in a value. Most places are as described, so that the text of one is
 * made only when it is asked for. The whole value has none.
 */
export interface Place {
  readonly above: Place | undefined;
  /** The name of a property, or the index of an item. */
  readonly step: string | number;
}

/** `items[3].name`, as a program would write it; nothing for the whole. */
export function textOf(place: Place | undefined): string {
  const steps: (string | number)[] = [];
  for (let at = place; at; at = at.above) steps.push(at.step);
  return steps.reduceRight<string>((path, step) => {
    if (typeof step === "number") return `${path}[${step}]`;
    const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(step) ? step : JSON.stringify(step);
    return path ? `${path}.${name}` : name;
  }, "");
}
