import { makePlainKind } from "./plain-kinds.js";
import type { ValueKind } from "./value-kinds.js";

/** Tag of `google.protobuf.FieldMask.paths`. */
const paths = 10;

/** A `google.protobuf.FieldMask`, as an array of its paths. */
export const asFieldMask: ValueKind<string[]> = /*@__PURE__*/ makePlainKind<string[]>(
  "google.protobuf.FieldMask",
  {
    wireType: 2,
    read(reader, earlier) {
      const mask = earlier ?? [];
      const end = reader.enter();
      for (let tag = reader.next(end); tag !== 0; tag = reader.next(end)) {
        if (tag === paths) mask.push(reader.string());
        else reader.skip(tag);
      }
      return mask;
    },
    write(writer, tag, mask) {
      const start = writer.fork(tag);
      for (const path of mask) writer.string(paths, path);
      writer.join(start);
    },
    empty: () => [],
  },
);
