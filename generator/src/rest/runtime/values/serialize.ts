/** Serializes dates and checks integers in bodies and parameters, if 64-bit integers are numbers. */
import type { BodyWriter } from "../body.js";
import type { ParameterWriter } from "../style.js";
import { convertValues, formatDate, type Representation, type Representations } from "./representations.js";

/** Serializes a value; throws for an integer that would be sent as another one. */
function serialize(representation: Representation, value: unknown): unknown {
  if (value instanceof Date) return formatDate(value);
  if (representation === "safe integer" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Error(
      "it contains an integer that a number cannot represent exactly; generate the package with --int64 bigint or text",
    );
  }
  return value;
}

/** Makes a writer of bodies that serializes values before `write`. */
export const serializeBody =
  (representations: Representations, write: BodyWriter): BodyWriter =>
  (body, contentType) =>
    write(convertValues(representations, body, body, serialize), contentType);

/** Makes a writer of parameters that serializes values before `write`. */
export const serializeParameter =
  (representations: Representations, write: ParameterWriter): ParameterWriter =>
  (name, value, params) =>
    write(name, convertValues(representations, value, value, serialize), params);
