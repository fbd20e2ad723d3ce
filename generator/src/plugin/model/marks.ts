import type { DescField } from "@bufbuild/protobuf";
import { fieldBehaviors, isSecret, type CustomOptions } from "@stratus/convention";
import type { Marks, MarksOf } from "../codecs/module.js";

/** Reads the annotations of fields. Caches each, since the comment and the row of the table both need it. */
export function readMarks(options: CustomOptions): MarksOf {
  const read = new Map<DescField, Marks>();
  return (field) => {
    if (!field.proto.options) return unmarked;
    let marks = read.get(field);
    if (!marks) {
      marks = { behaviors: fieldBehaviors(field, options), isSecret: isSecret(field, options) };
      read.set(field, marks);
    }
    return marks;
  };
}

const unmarked: Marks = { behaviors: [], isSecret: false };
