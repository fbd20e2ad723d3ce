/** Determines the role of a method from its descriptor (docs/conventions.md, "Methods"). The emulator implements these roles. */
import type { DescMessage, DescMethod, Registry } from "@bufbuild/protobuf";
import { findOperationGet, isGet } from "./get-method.js";
import { findManagedResource } from "../shapes/managed-resource.js";
import { isUpdate } from "./method.js";
import { startsWithWord } from "../base/name.js";
import { findNamedOperationMethods, isNamedOperation } from "../shapes/named-operation.js";
import { isOperation } from "../shapes/operation.js";
import type { CustomOptions } from "../base/options.js";
import { findListItems, type MessageList } from "../shapes/page.js";
import { findProfileMember } from "../shapes/profile.js";
import { isResource } from "../shapes/resource.js";
import { findIdentifier, hasStringField } from "../base/message-fields.js";
import { isTokenExchange } from "../shapes/token-exchange.js";

/**
 * The role of a method, derived from its name, its options and the shapes of its request and response. `unknown` if
 * they do not determine one.
 */
export type MethodRole =
  | { readonly kind: "create" | "update" | "getByName"; readonly resource: DescMessage }
  | { readonly kind: "list"; readonly resource: DescMessage; readonly items: MessageList }
  | { readonly kind: "get" | "delete"; readonly resource: DescMessage; readonly idField: string }
  | {
      readonly kind: "operationGet" | "operationCancel" | "operationWait" | "operationDelete";
      readonly idField: string;
    }
  | {
      readonly kind: "operationList";
      readonly resource: DescMessage | undefined;
      readonly items: MessageList;
    }
  | { readonly kind: "tokenExchange" }
  | { readonly kind: "profile" }
  | { readonly kind: "unknown" };

const unknown: MethodRole = { kind: "unknown" };

/**
 * Decides the role of a method.
 *
 * @param types the types of the API
 */
export function readRole(method: DescMethod, options: CustomOptions, types: Registry): MethodRole {
  if (method.methodKind !== "unary") return unknown;
  if (isTokenExchange(method)) return { kind: "tokenExchange" };
  if (method.input.fields.length === 0 && findProfileMember(method.output) !== undefined)
    return { kind: "profile" };
  const resource = findManagedResource(method.parent, types);
  const items = findListItems(method, isAnyOperation);
  if (items !== undefined && isAnyOperation(items.message) && startsWithWord(method.name, "list")) {
    return { kind: "operationList", resource, items };
  }
  const operationId = isGet(method) ? findOperationGet(method.parent)?.id : undefined;
  if (operationId !== undefined) return { kind: "operationGet", idField: operationId.name };
  const named = findNamedOperationMethods(method.parent);
  if (named?.get === method) return { kind: "operationGet", idField: "name" };
  if (named?.cancel === method) return { kind: "operationCancel", idField: "name" };
  if (named?.wait === method) return { kind: "operationWait", idField: "name" };
  if (named?.delete === method) return { kind: "operationDelete", idField: "name" };
  return resource === undefined ? unknown : resourceRole(method, resource, isUpdate(method, options));
}

/** Whether the message is an operation of the convention or of AIP-151. */
function isAnyOperation(message: DescMessage): boolean {
  return isOperation(message) || isNamedOperation(message);
}

function resourceRole(method: DescMethod, resource: DescMessage, updates: boolean): MethodRole {
  const { name, input, output } = method;
  const showsResource = output.typeName === resource.typeName;
  const changes = isAnyOperation(output) || showsResource;
  const idField = findIdentifier(input)?.name;
  if (updates) return changes && isResource(input) ? { kind: "update", resource } : unknown;
  switch (name) {
    case "Create":
      return changes && isResource(input) ? { kind: "create", resource } : unknown;
    case "Get":
      return showsResource && idField !== undefined ? { kind: "get", resource, idField } : unknown;
    case "GetByName":
      return showsResource && hasStringField(input, "name") ? { kind: "getByName", resource } : unknown;
    case "List": {
      const items = findListItems(method, ({ typeName }) => typeName === resource.typeName);
      return items?.message.typeName === resource.typeName ? { kind: "list", resource, items } : unknown;
    }
    case "Delete":
      return (changes || output.typeName === "google.protobuf.Empty") && idField !== undefined
        ? { kind: "delete", resource, idField }
        : unknown;
    default:
      return unknown;
  }
}
