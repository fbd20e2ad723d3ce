import { element } from "./element.js";
import type { Field } from "./fields.js";

/** The fields of a form, with what a resource has. */
export function formFields<One>(fields: readonly Field<One>[], one: One): HTMLElement[] {
  return fields.map((field) => {
    const { name, label, hint, isRequired = false } = field;
    const input = field.choices ? choice(field, one) : text(field, one);
    const parts = [element("span", {}, isRequired || field.choices ? label : `${label} (optional)`), input];
    if (hint !== undefined) {
      input.setAttribute("aria-describedby", `hint-${name}`);
      parts.push(element("small", { id: `hint-${name}`, class: "quiet" }, hint));
    }
    return element("label", {}, ...parts);
  });
}

/** Writes what a person has written into a resource, as far as it differs from what they saw. */
export function writeTexts<One>(fields: readonly Field<One>[], texts: FormData, seen: One, into: One): void {
  for (const { name, read, write } of fields) {
    const value = texts.get(name);
    if (typeof value === "string" && value.trim() !== read(seen)) write(into, value.trim());
  }
}

function text<One>({ name, read, isNumber = false, isRequired = false }: Field<One>, one: One): HTMLElement {
  const input = element("input", { name, required: isRequired, autocomplete: "off", spellcheck: "false" });
  if (isNumber) {
    for (const [key, value] of [
      ["inputmode", "numeric"],
      ["pattern", "[0-9]+"],
      ["title", "a whole number"],
    ] as const)
      input.setAttribute(key, value);
  }
  input.value = read(one);
  return input;
}

function choice<One>({ name, choices = [], read }: Field<One>, one: One): HTMLElement {
  const chosen = read(one);
  const options = choices.map((value) => element("option", { value, selected: value === chosen }, value));
  return element("select", { name }, ...options);
}
