/** Types of resources and the patterns of their names (AIP-122, AIP-123). */
import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../base/options.js";
import { getList, getText } from "../base/message-value.js";

/** A type of resources, as `google.api.resource` describes it. */
export interface ResourceType {
  /** `secretmanager.googleapis.com/Secret` */
  readonly type: string;
  /** Patterns of its names, in the order of the API: `projects/{project}/secrets/{secret}`. */
  readonly patterns: readonly string[];
  /** Field of the resource that holds its name. */
  readonly nameField: string;
  /** `secrets`. Empty if the API does not define it. */
  readonly plural: string;
  /** `secret`. Empty if the API does not define it. */
  readonly singular: string;
}

/** Reads the resource type of a message from `google.api.resource`. */
export function readResourceType(message: DescMessage, options: CustomOptions): ResourceType | undefined {
  const found = options.message(message, "google.api.resource");
  return found && describe(found);
}

/** Reads the resource types that a file defines without a message. */
export function readResourceDefinitions(file: DescFile, options: CustomOptions): ResourceType[] {
  return options.messages(file, "google.api.resource_definition").map(describe);
}

function describe(found: ReflectMessage): ResourceType {
  return {
    type: getText(found, "type"),
    patterns: getList(found, "pattern").map(String),
    nameField: getText(found, "name_field") || "name",
    plural: getText(found, "plural"),
    singular: getText(found, "singular"),
  };
}

/** The target of a text field: a resource of a type, or the parent of such resources. `*` is any resource. */
export interface ResourceReference {
  readonly kind: "resource" | "parent";
  readonly type: string;
}

/** Reads the target of a field from `google.api.resource_reference`. */
export function readResourceReference(
  field: DescField,
  options: CustomOptions,
): ResourceReference | undefined {
  const found = options.message(field, "google.api.resource_reference");
  const [type, childType] = [getText(found, "type"), getText(found, "child_type")];
  if (type !== "") return { kind: "resource", type };
  return childType === "" ? undefined : { kind: "parent", type: childType };
}
