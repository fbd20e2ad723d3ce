import type { Pointer } from "../source.js";

/** The places that values of a converted description had before. */
export class Placed {
  readonly #origins = new Map<string, Pointer>();

  /** Notes that a value has moved. */
  move(to: Pointer, from: Pointer): void {
    this.#origins.set(to.join("\0"), from);
  }

  /** The place that a value had; its own if it has not moved. */
  origin(pointer: Pointer): Pointer {
    for (let length = pointer.length; length > 0; length--) {
      const origin = this.#origins.get(pointer.slice(0, length).join("\0"));
      if (origin) return [...origin, ...pointer.slice(length)];
    }
    const [first, kind = "", ...rest] = pointer;
    return first === "components" ? [names.get(kind) ?? kind, ...rest] : pointer;
  }
}

/** The lists of components, as they were called. */
const names: ReadonlyMap<string, string> = new Map([
  ["schemas", "definitions"],
  ["securitySchemes", "securityDefinitions"],
]);
