import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { parseMask, type Mask } from "../../runtime/src/messages/mask/index.js";

/** The names in a mask of fields that only the server writes. Clients send none of them, so no mask may clear them. */
export function managedNames(
  desc: DescMessage,
  mask: string,
  behaviors: (field: DescField) => readonly string[],
): readonly string[] {
  const visit = ({ fields }: DescMessage, node: Mask["root"]): string[] =>
    node.keys.flatMap((name, at) => {
      const [field, below] = [fields.find((one) => one.name === name), node.children[at]];
      if (field === undefined || below === undefined) return [];
      if (behaviors(field).includes("OUTPUT_ONLY")) return [name];
      if (!field.message) return [];
      const inside =
        field.fieldKind === "message" ? [below] : [...below.children, ...(below.any ? [below.any] : [])];
      return inside.flatMap((one) =>
        visit(field.message as DescMessage, one).map((path) => `${name}.${path}`),
      );
    });
  return visit(desc, parseMask(mask).root);
}
