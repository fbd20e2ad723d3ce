import type { DescField } from "@bufbuild/protobuf";
import { fieldBehaviors, isSecretField, type CustomOptions } from "@stratus/convention";
import type { FieldAnnotations, AnnotationsOf } from "../codecs/module.js";

/** Reads the annotations of fields. Caches each, since the comment and the row of the table both need it. */
export function readAnnotations(options: CustomOptions): AnnotationsOf {
  const read = new Map<DescField, FieldAnnotations>();
  return (field) => {
    if (!field.proto.options) return unannotated;
    let annotations = read.get(field);
    if (!annotations) {
      annotations = { behaviors: fieldBehaviors(field, options), isSecret: isSecretField(field, options) };
      read.set(field, annotations);
    }
    return annotations;
  };
}

const unannotated: FieldAnnotations = { behaviors: [], isSecret: false };
