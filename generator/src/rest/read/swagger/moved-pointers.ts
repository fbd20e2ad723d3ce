import type { Pointer } from "../parsed-text.js";

/** The pointers that values had before the conversion. */
export class MovedPointers {
  readonly #origins = new Map<string, Pointer>();

  /** Records that a value moved. */
  add(to: Pointer, from: Pointer): void {
    this.#origins.set(to.join("\0"), from);
  }

  /** Returns the pointer that a value had before the conversion. */
  findOrigin(pointer: Pointer): Pointer {
    for (let length = pointer.length; length > 0; length--) {
      const origin = this.#origins.get(pointer.slice(0, length).join("\0"));
      if (origin) return [...origin, ...pointer.slice(length)];
    }
    const [first, kind = "", ...rest] = pointer;
    return first === "components" ? [swaggerNames.get(kind) ?? kind, ...rest] : pointer;
  }
}

/** The Swagger 2.0 names of the maps in `components`. */
const swaggerNames: ReadonlyMap<string, string> = new Map([
  ["schemas", "definitions"],
  ["securitySchemes", "securityDefinitions"],
]);
