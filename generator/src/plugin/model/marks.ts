import type { DescField } from "@bufbuild/protobuf";
import { fieldBehaviors, isSecretField, type CustomOptions } from "@stratus/convention";
import type { Marks, MarksOf } from "../codecs/module.js";

/** What the options of the protos say of fields. Each is read once: its comment asks for it, and its row in the table. */
export function readMarks(options: CustomOptions): MarksOf {
  const read = new Map<DescField, Marks>();
  return (field) => {
    if (!field.proto.options) return unmarked;
    let marks = read.get(field);
    if (!marks) {
      marks = { behaviors: fieldBehaviors(field, options), isSecret: isSecretField(field, options) };
      read.set(field, marks);
    }
    return marks;
  };
}

const unmarked: Marks = { behaviors: [], isSecret: false };
