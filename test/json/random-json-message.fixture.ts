import { toBinary, type DescMessage, type Message } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { randomMessage, type Draw } from "../oracle/random-message.fixture.js";

/** A random message that JSON can hold: times in range, paths that are names, an Any of a known type, no NaN in a Struct. */
export function randomJsonMessage(desc: DescMessage, draw: Draw, anyTypes: readonly DescMessage[]): Message {
  const { message } = randomMessage(desc, draw);
  const repair = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(repair);
    if (typeof value === "number" && !Number.isFinite(value)) return 0.5;
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    repairMessage(value as Record<string, unknown>);
    return value;
  };
  const repairMessage = (held: Record<string, unknown>): void => {
    switch (held["$typeName"]) {
      case "google.protobuf.Timestamp":
        held["seconds"] = draw(fc.bigInt, { min: -62_135_596_800n, max: 253_402_300_799n });
        held["nanos"] = draw(nanos);
        return;
      case "google.protobuf.Duration": {
        const sign = draw(fc.boolean) ? 1 : -1;
        held["seconds"] = BigInt(sign) * draw(fc.bigInt, { min: 0n, max: 315_576_000_000n });
        held["nanos"] = sign * draw(nanos) + 0;
        return;
      }
      case "google.protobuf.FieldMask":
        held["paths"] = draw(paths);
        return;
      case "google.protobuf.Any":
        repairAny(held);
        return;
      default:
        // A Value without a kind is no JSON.
        if (isValueOfNoKind(held)) held["kind"] = { case: "boolValue", value: true };
        for (const [name, value] of Object.entries(held)) {
          if (typeof value === "number" && typeof held["$typeName"] === "string" && !isJsonNumber(held)) {
            // -0 of a field without presence would be 0 in the text, and nothing again when that is read.
            if (Object.is(value, -0)) held[name] = 0;
            continue;
          }
          Object.defineProperty(held, name, {
            value: repair(value),
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
    }
  };
  const repairAny = (held: Record<string, unknown>): void => {
    const type = anyTypes[draw(fc.integer, { min: -1, max: anyTypes.length - 1 })];
    held["typeUrl"] = type ? `type.googleapis.com/${type.typeName}` : "";
    held["value"] = type
      ? toBinary(type, randomJsonMessage(type, draw, anyTypes.filter((one) => one !== type).slice(0, 1)))
      : new Uint8Array();
  };
  repair(message);
  return message;
}

const paths = (): fc.Arbitrary<string[]> =>
  fc.array(fc.stringMatching(/^[a-z]+(_[a-z]+)*(\.[a-z]+)?$/), { maxLength: 3 });

const nanos = (): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(0, 1, 500_000_000, 20_000_000, 1_000, 999_999_999),
    fc.integer({ min: 0, max: 999_999_999 }),
  );

/** Numbers of plain JSON must be finite, those of other messages need not. */
function isJsonNumber(held: Record<string, unknown>): boolean {
  return held["$typeName"] === "google.protobuf.Value" || "case" in held;
}

function isValueOfNoKind(held: Record<string, unknown>): boolean {
  if (held["$typeName"] !== "google.protobuf.Value") return false;
  return (held["kind"] as { readonly case?: string }).case === undefined;
}
