import type { ComponentChildren, JSX } from "preact";
import type { FormField } from "../../../src/control/view-types.js";

/** Draws the name of a field, its type, and what it requires. */
export function FieldFacts({
  field,
  children,
}: {
  readonly field: FormField;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { name, type, isRequired, isList, isMap, keyType, isSecret } = field;
  const short = type.slice(type.lastIndexOf(".") + 1);
  const shape = isMap ? `map of ${keyType ?? "string"} to ${short}` : isList ? `list of ${short}` : short;
  return (
    <>
      <span class="field-name">{name}</span> {isRequired && <span class="required">required</span>}{" "}
      {isSecret && <span class="badge">secret</span>} <span class="quiet">{shape}</span>
      {children}
    </>
  );
}

/** Draws the limits of a field, such as `at most 63 characters`. */
export function FieldLimits({
  field: { limits, behaviors },
  id,
}: {
  readonly field: FormField;
  readonly id: string;
}): JSX.Element | null {
  const notes = [
    ...behaviors.filter((one) => one === "IMMUTABLE").map(() => "cannot be changed later"),
    ...limits,
  ];
  return notes.length === 0 ? null : (
    <p class="quiet limits" id={id}>
      {notes.join("; ")}
    </p>
  );
}
