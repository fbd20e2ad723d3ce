/** Finds the fields of a Create that determine the name of its resource (AIP-122, AIP-133). */
import type { DescMethod, Registry } from "@bufbuild/protobuf";
import { findField } from "../base/message-fields.js";
import type { CustomOptions } from "../base/options.js";
import { fieldBehaviors } from "../methods/behavior.js";
import { readStandardMethod } from "./standard-method.js";

/** The fields of a Create that determine the name of its resource, by their proto names. */
export interface CreatedName {
  /** Field of the request that holds the resource. */
  readonly resource: string;
  /** Field of the resource that holds its name. */
  readonly name: string;
  /** Field of the request that names the parent, if it has one. */
  readonly parent: string | undefined;
  /** Field of the request with the last segment of the name. */
  readonly id: string;
  /** The patterns of the type's names. */
  readonly patterns: readonly string[];
}

/**
 * Finds the fields from which clients fill in the name of the resource that a method creates. Returns undefined if the name is not
 * REQUIRED, or if the method is not a standard Create whose request has the ID of the resource.
 *
 * @param types the types of the API
 */
export function findCreatedName(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): CreatedName | undefined {
  const found = readStandardMethod(method, options, types);
  if (found?.kind !== "create" || !found.resource || found.idField === undefined) return undefined;
  const { nameField: name, patterns } = found.type;
  const field = findField(found.message, name);
  if (field === undefined || !fieldBehaviors(field, options).includes("REQUIRED")) return undefined;
  return { resource: found.resource.name, name, parent: found.parentField, id: found.idField, patterns };
}
