/** Finds what keeps Updates from being safe: in the methods, and in the values that they send. */
import type { DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  fieldBehaviors,
  findField,
  findInputOnlyInList,
  findModify,
  findResourceGet,
  findMissingUpdateFields,
  isUpdate,
  fieldMessage,
  type CustomOptions,
  type ModifyMethods,
  type Annotations,
} from "@stratus/convention";
import type { Schema } from "../read/schema.js";
import { isDelimited, isRequired } from "../source/field-traits.js";
import { isMaskedUpdate } from "./aip.js";
import type { FindingCode } from "./finding-kinds.js";
import type { Find, Finding } from "./finding.js";

/** Examines the Updates of services. */
export function* findInUpdates(
  services: Iterable<DescService>,
  schema: Schema,
  annotations: Annotations,
  find: Find,
): Iterable<Finding> {
  const { options } = schema;
  const visited = new Set<DescMessage>();
  for (const service of services) {
    const modify = findModify(service, options);
    for (const method of service.methods) {
      if (!isUpdate(method, options)) {
        if (takesFieldMask(method) && !isMaskedUpdate(method, schema))
          yield find("UPDATE_MASK_PLAIN", method);
        continue;
      }
      if (modify?.update !== method) yield find(missingGet(service), method);
      const hidden = findInputOnlyInList(method.input, options);
      if (hidden !== undefined) yield find("INPUT_ONLY_IN_LIST", method, hidden);
      yield* findInValues(method.input, { options, find, visited, isInside: false });
    }
    if (!modify) continue;
    if (!hasVersion(modify)) yield find("RESOURCE_VERSION_MISSING", modify.get.output);
    const missing = findMissingUpdateFields(modify, annotations);
    if (missing.length > 0)
      yield find(
        "UPDATE_FIELD_MISSING",
        modify.update,
        missing.map(({ path, reason }) => `${path} (${reason})`).join(", "),
      );
  }
}

/** Whether the resource that `modify` reads has a version (docs/conventions.md, "Versions"). */
export function hasVersion({ get }: ModifyMethods): boolean {
  const metadata = fieldMessage(get.output, "metadata");
  return metadata !== undefined && findField(metadata, "resource_version") !== undefined;
}

function missingGet(service: DescService): FindingCode {
  return findResourceGet(service) ? "GET_MISMATCH" : "GET_MISSING";
}

/** Whether the method takes a field mask (AIP-134). */
function takesFieldMask({ name, input, methodKind }: DescMethod): boolean {
  return (
    methodKind === "unary" &&
    name.startsWith("Update") &&
    fieldMessage(input, "update_mask")?.typeName === "google.protobuf.FieldMask"
  );
}

interface Walk {
  readonly options: CustomOptions;
  readonly find: Find;
  /** The types that were visited: a type may contain itself. */
  readonly visited: Set<DescMessage>;
  /** The walk is within an element of a list or a map. */
  readonly isInside: boolean;
}

function* findInValues(message: DescMessage, walk: Walk): Iterable<Finding> {
  if (walk.visited.has(message)) return;
  walk.visited.add(message);
  for (const field of message.fields) {
    // An Update never contains fields that only the server sets.
    if (fieldBehaviors(field, walk.options).includes("OUTPUT_ONLY")) continue;
    const isInside = walk.isInside || field.fieldKind === "list" || field.fieldKind === "map";
    const { find } = walk;
    if (isInside && field.enum && !field.enum.open) yield find("ENUM_CLOSED", field, field.enum.typeName);
    if (isRequired(field)) yield find("FIELD_REQUIRED", field);
    if (isDelimited(field)) yield find("GROUP_USED", field);
    if (field.message) yield* findInValues(field.message, { ...walk, isInside });
  }
}
