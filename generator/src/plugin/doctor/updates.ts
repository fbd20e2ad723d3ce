/** The hindrances to safe changes of resources: in the methods that make them, and in the values that these send. */
import type { DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  fieldBehaviors,
  findField,
  findInputOnlyInList,
  findModify,
  findResourceGet,
  findLackingFields,
  isUpdate,
  messageAt,
  type CustomOptions,
  type ModifyMethods,
  type Statements,
} from "@stratus/convention";
import type { Schema } from "../read/schema.js";
import { isDelimited, isRequired } from "../source/field-traits.js";
import { isMaskedUpdate } from "./aip.js";
import type { Find, Finding } from "./finding.js";

/** Finds it in the Updates of services. */
export function* findInUpdates(
  services: Iterable<DescService>,
  schema: Schema,
  statements: Statements,
  find: Find,
): Iterable<Finding> {
  const { options } = schema;
  const looked = new Set<DescMessage>();
  for (const service of services) {
    const modify = findModify(service, options);
    for (const method of service.methods) {
      if (!isUpdate(method, options)) {
        if (takesFieldMask(method) && !isMaskedUpdate(method, schema)) yield find("update-mask", method);
        continue;
      }
      if (modify?.update !== method) yield find(lack(service), method);
      const hidden = findInputOnlyInList(method.input, options);
      if (hidden !== undefined) yield find("hidden-in-list", method, hidden);
      yield* findInValues(method.input, { options, find, looked, isInside: false });
    }
    if (!modify) continue;
    if (!hasVersion(modify)) yield find("resource-without-version", modify.get.output);
    const lacking = findLackingFields(modify, statements);
    if (lacking.length > 0)
      yield find(
        "lacking-fields",
        modify.update,
        lacking.map(({ path, why }) => `${path} (${why})`).join(", "),
      );
  }
}

/** The resource that `modify` reads says which version it is (docs/conventions.md, "Versions"). */
export function hasVersion({ get }: ModifyMethods): boolean {
  const metadata = messageAt(get.output, "metadata");
  return metadata !== undefined && findField(metadata, "resource_version") !== undefined;
}

function lack(service: DescService): "update-without-get" | "update-of-another-resource" {
  return findResourceGet(service) ? "update-of-another-resource" : "update-without-get";
}

/** The method changes something by a field mask (AIP-134). */
function takesFieldMask({ name, input, methodKind }: DescMethod): boolean {
  return (
    methodKind === "unary" &&
    name.startsWith("Update") &&
    messageAt(input, "update_mask")?.typeName === "google.protobuf.FieldMask"
  );
}

interface Walk {
  readonly options: CustomOptions;
  readonly find: Find;
  /** Types may hold themselves, and are told once. */
  readonly looked: Set<DescMessage>;
  /** In the elements of a list or a map. */
  readonly isInside: boolean;
}

function* findInValues(message: DescMessage, walk: Walk): Iterable<Finding> {
  if (walk.looked.has(message)) return;
  walk.looked.add(message);
  for (const field of message.fields) {
    // What only the server writes is in no Update.
    if (fieldBehaviors(field, walk.options).includes("OUTPUT_ONLY")) continue;
    const isInside = walk.isInside || field.fieldKind === "list" || field.fieldKind === "map";
    const { find } = walk;
    if (isInside && field.enum && !field.enum.open) yield find("closed-enum", field, field.enum.typeName);
    if (isRequired(field)) yield find("required-field", field);
    if (isDelimited(field)) yield find("group", field);
    if (field.message) yield* findInValues(field.message, { ...walk, isInside });
  }
}
