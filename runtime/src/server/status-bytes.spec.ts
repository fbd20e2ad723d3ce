import { assert, property, array, record, string, uint8Array, integer } from "fast-check";
import { expect, it } from "vitest";
import { readRpcStatus } from "../calls/error/rpc-status.js";
import { writeRpcStatus } from "../calls/error/rpc-status-bytes.js";

it("a status that a server writes is the one that a client reads", () => {
  const details = array(
    record({ typeName: string({ unit: "grapheme" }).map(withoutSlash), value: uint8Array() }),
  );
  assert(
    property(integer({ min: 0, max: 16 }), string({ unit: "grapheme" }), details, (code, message, anys) => {
      expect(readRpcStatus(writeRpcStatus(code, message, anys))).toEqual({ code, message, details: anys });
    }),
  );
});

/** The name of a type is what stands after the last slash of its URL. */
function withoutSlash(text: string): string {
  return text.replaceAll("/", ".");
}
