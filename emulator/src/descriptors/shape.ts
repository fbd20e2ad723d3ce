import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";

/** The field of that proto name, if the message has one. */
export function findField(desc: DescMessage, name: string): DescField | undefined {
  return desc.fields.find((field) => field.name === name);
}

/** Whether the message has a singular string field of that name. */
export function hasString(desc: DescMessage, name: string): boolean {
  return findField(desc, name)?.scalar === ScalarType.STRING && findField(desc, name)?.fieldKind === "scalar";
}

/** The field of a request that names a thing: the string `id`, else its only string field called `..._id`. */
export function identifierField(request: DescMessage): string | undefined {
  if (hasString(request, "id")) return "id";
  const ids = request.fields.filter((field) => field.name.endsWith("_id") && hasString(request, field.name));
  return ids.length === 1 ? ids[0]?.name : undefined;
}

/** The type of the singular message field of that name, if there is one. */
export function messageType(desc: DescMessage, name: string): DescMessage | undefined {
  const field = findField(desc, name);
  return field?.fieldKind === "message" ? field.message : undefined;
}
