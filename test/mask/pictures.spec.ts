import { createFileRegistry } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  applyUpdate,
  deriveMask,
  diffMask,
  type ImmutableFieldError,
  MaskPathError,
  parseMask,
  prepareUpdate,
} from "../../runtime/src/messages/mask/index.js";
import { compactMask } from "../../runtime/src/messages/mask/derive/compact-mask.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { messages, pictures, type Picture } from "./pictures.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { tableSource } from "./table.fixture.js";
import { treeFrom } from "./tree.fixture.js";

const Machine = messageType(createFileRegistry(descriptors()), "pictures.v1.Machine");
const table = tableSource({
  "Metadata.id": ["IDENTIFIER"],
  "Spec.platform": ["IMMUTABLE"],
  "Spec.address": ["OUTPUT_ONLY"],
  "Spec.password": ["INPUT_ONLY"],
  "Login.password": ["INPUT_ONLY"],
})(Machine);

const machine = (literal: object = {}): object => generatedFrom(Machine, treeFrom(Machine, literal));

/** What the engine makes of the givens of a picture, in the picture's own words. */
function outcome({ resource, request, mask = "", neverNull = [], before, after, ...picture }: Picture) {
  if (picture.derived !== undefined)
    return { derived: orRefusal(() => String(deriveMask(table, machine(request)))) };
  if (picture.sent !== undefined) {
    const send = (): object => prepareUpdate(table, machine(request), parseMask(mask));
    return { sent: orRefusal(() => treeOfGenerated(Machine, send())) };
  }
  if (picture.short !== undefined)
    return { short: compactMask(table, machine(request), parseMask(mask).root) };
  if (picture.diff !== undefined) return { diff: String(diffMask(table, machine(before), machine(after))) };
  try {
    const result = applyUpdate(table, machine(resource), machine(request), mask, { neverNull });
    return { result: treeOfGenerated(Machine, result) };
  } catch (error) {
    return { refused: (error as ImmutableFieldError).path };
  }
}

/** What comes of it, or where it is refused. */
function orRefusal<Made>(make: () => Made): Made | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof MaskPathError) return `refused: ${error.path}`;
    throw error;
  }
}

/** What a picture says. */
function said({ result, refused, derived, diff, sent, short }: Picture) {
  if (short !== undefined) return { short };
  if (sent !== undefined) return { sent: typeof sent === "string" ? sent : treeFrom(Machine, sent) };
  if (result !== undefined) return { result: treeFrom(Machine, result) };
  if (derived !== undefined) return { derived };
  return diff === undefined ? { refused } : { diff };
}

describe("the pictures of docs/conventions.md", () => {
  it.each(pictures)("$text", (picture) => {
    expect(outcome(picture)).toStrictEqual(said(picture));
  });

  it("are of every kind", () => {
    for (const kind of ["result", "refused", "derived", "sent", "short", "diff", "neverNull"]) {
      expect(pictures.some((picture) => Object.hasOwn(picture, kind))).toBe(true);
    }
  });

  it("are of the messages that the page shows", () => {
    expect(messages.shown).toBe(messages.compiled);
  });
});
