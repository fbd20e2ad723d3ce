/** Types of resources and the patterns of their names (AIP-122, AIP-123). */
import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../base/options.js";
import { textIn, textsIn } from "./reflected.js";

/** A type of resources, as `google.api.resource` describes it. */
export interface ResourceType {
  /** `secretmanager.googleapis.com/Secret` */
  readonly type: string;
  /** Patterns of its names, in the order of the API: `projects/{project}/secrets/{secret}`. */
  readonly patterns: readonly string[];
  /** Field of the resource that holds its name. */
  readonly nameField: string;
  /** `secrets`; empty if it is not said. */
  readonly plural: string;
  /** `secret`; empty if it is not said. */
  readonly singular: string;
}

/** Reads the type of resources that a message holds; undefined if it holds none. */
export function readResourceType(message: DescMessage, options: CustomOptions): ResourceType | undefined {
  const found = options.message(message, "google.api.resource");
  return found && describe(found);
}

/** Types of resources that a file names and that no message of it holds. */
export function readResourceDefinitions(file: DescFile, options: CustomOptions): ResourceType[] {
  return options.messages(file, "google.api.resource_definition").map(describe);
}

function describe(found: ReflectMessage): ResourceType {
  return {
    type: textIn(found, "type"),
    patterns: textsIn(found, "pattern"),
    nameField: textIn(found, "name_field") || "name",
    plural: textIn(found, "plural"),
    singular: textIn(found, "singular"),
  };
}

/** The target of a text field: a resource of a type, or the parent of such resources. `*` is any resource. */
export interface ResourceReference {
  readonly kind: "resource" | "parent";
  readonly type: string;
}

/** Reads what a field names from `google.api.resource_reference`; undefined if the field says nothing. */
export function readResourceReference(
  field: DescField,
  options: CustomOptions,
): ResourceReference | undefined {
  const found = options.message(field, "google.api.resource_reference");
  if (found === undefined) return undefined;
  const [type, childType] = [textIn(found, "type"), textIn(found, "child_type")];
  if (type !== "") return { kind: "resource", type };
  return childType === "" ? undefined : { kind: "parent", type: childType };
}
