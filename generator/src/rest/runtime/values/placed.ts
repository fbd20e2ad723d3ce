/** Sends values that JSON, forms and addresses have no word for, if numbers hold 64-bit integers. */
import type { BodyWriter } from "../body.js";
import type { ParameterWriter } from "../style.js";
import { changeAt, type Form, type Places } from "./places.js";

/** A value with these forms at these places, as text and numbers; throws for what would go out as something else. */
function plain(form: Form, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (form === "safe integer" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Error(
      "it holds a whole number that a number cannot hold exactly; make the package with --int64 bigint or text",
    );
  }
  return value;
}

/** A body that has values of these forms at these places. */
export const placedBody =
  (places: Places, write: BodyWriter): BodyWriter =>
  (body, contentType) =>
    write(changeAt(places, body, body, plain), contentType);

/** The same for a parameter. */
export const placedParameter =
  (places: Places, write: ParameterWriter): ParameterWriter =>
  (name, value, params) =>
    write(name, changeAt(places, value, value, plain), params);
