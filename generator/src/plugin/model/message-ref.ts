import type { DescMessage } from "@bufbuild/protobuf";
import type { MessageRef } from "./api.js";
import type { Names } from "./names.js";

/** A message as methods use it. */
export function refer(message: DescMessage, names: Pick<Names, "type">): MessageRef {
  return { typeName: message.typeName, type: names.type(message) };
}
