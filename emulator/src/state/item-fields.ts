import { explained } from "../text/error-text.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Reads the fields of a saved item. Throws an EmulatorError that names the field if a value is invalid. */
export class ItemFields {
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(value: unknown) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new EmulatorError("STATE_INVALID", "it must be an object");
    }
    this.#fields = value as Readonly<Record<string, unknown>>;
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== "string") throw new EmulatorError("STATE_INVALID", `${name} must be a string`);
    return value;
  }

  number(name: string): number {
    const value = this.#fields[name];
    if (typeof value !== "number" || !Number.isFinite(value))
      throw new EmulatorError("STATE_INVALID", `${name} must be a number`);
    return value;
  }

  /** Reads a nested object with a function. */
  inner<Value>(name: string, read: (fields: ItemFields) => Value): Value {
    return explained("STATE_INVALID", name, () => read(new ItemFields(this.#fields[name])));
  }

  /** Like `inner`, for a field that may be missing. */
  optional<Value>(name: string, read: (fields: ItemFields) => Value): Value | undefined {
    return this.#fields[name] === undefined ? undefined : this.inner(name, read);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  /** Reads lists of strings by name. */
  textLists(name: string): Readonly<Record<string, readonly string[]>> {
    const value = this.#fields[name];
    const isValid =
      typeof value === "object" &&
      value !== null &&
      Object.values(value).every(
        (list) => Array.isArray(list) && list.every((one) => typeof one === "string"),
      );
    if (!isValid) throw new EmulatorError("STATE_INVALID", `${name} must contain lists of strings`);
    return value as Readonly<Record<string, readonly string[]>>;
  }

  /** Returns the value of the field, unchecked. */
  raw(name: string): unknown {
    return this.#fields[name];
  }
}
