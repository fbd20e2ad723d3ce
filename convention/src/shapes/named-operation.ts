/** Recognizes operations of AIP-151 (`google.longrunning`), which have a name (docs/conventions.md, "Operations of AIP-151"). */
import {
  type DescMessage,
  type DescMethod,
  type DescService,
  type Registry,
  ScalarType,
} from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";
import { findField, hasStringField, fieldMessage } from "../base/message-fields.js";

/** The option of a method that contains the types of its operations' responses and metadata. */
const infoOption = "operation_info";

/**
 * Whether the message is such an operation: it has a string `name`, a bool `done`, and a oneof of an `error` of type
 * google.rpc.Status and a `response` of type google.protobuf.Any.
 */
export function isNamedOperation(message: DescMessage): boolean {
  const done = findField(message, "done");
  const error = findField(message, "error");
  return (
    hasStringField(message, "name") &&
    done?.fieldKind === "scalar" &&
    done.scalar === ScalarType.BOOL &&
    fieldMessage(message, "error")?.typeName === "google.rpc.Status" &&
    fieldMessage(message, "response")?.typeName === "google.protobuf.Any" &&
    error?.oneof !== undefined &&
    error.oneof === findField(message, "response")?.oneof
  );
}

/** The methods of a service that reads such operations. Each request has a string `name`. */
export interface NamedOperationMethods {
  readonly get: DescMethod;
  /** Asks the server to cancel an operation. Undefined if the service has no such method. */
  readonly cancel: DescMethod | undefined;
  /**
   * Returns the latest state of an operation when it is done or a timeout passes. Undefined if the service has no such
   * method.
   */
  readonly wait: DescMethod | undefined;
  /** Deletes an operation that no client needs to read anymore. Undefined if the service has no such method. */
  readonly delete: DescMethod | undefined;
}

/**
 * Finds the methods of a service that reads such operations: its unary `GetOperation` returns one. Such a service is
 * called at the endpoint of the service that created the operations, even if it declares a different endpoint.
 */
export function findNamedOperationMethods(service: DescService): NamedOperationMethods | undefined {
  const find = (name: string): DescMethod | undefined =>
    service.methods.find(
      (one) => one.name === name && one.methodKind === "unary" && hasStringField(one.input, "name"),
    );
  const get = find("GetOperation");
  if (get === undefined || !isNamedOperation(get.output)) return undefined;
  const wait = find("WaitOperation");
  return {
    get,
    cancel: find("CancelOperation"),
    wait: wait && isNamedOperation(wait.output) ? wait : undefined,
    delete: find("DeleteOperation"),
  };
}

/**
 * The types that a method's operations contain. Each is undefined if the option does not name it or the API does not
 * define it.
 */
export interface OperationTypes {
  /** The type of the result of a successful operation. */
  readonly response: DescMessage | undefined;
  /** The type of the metadata of a running operation. */
  readonly metadata: DescMessage | undefined;
}

/**
 * Reads the types in `response_type` and `metadata_type` of a method's option `operation_info`.
 *
 * @param types the types of the API
 */
export function readOperationTypes(
  method: DescMethod,
  options: CustomOptions,
  types: Pick<Registry, "getMessage">,
): OperationTypes {
  const read = options.texts(method, infoOption);
  const find = (field: string): DescMessage | undefined => {
    const name = read.get(field) ?? "";
    return name === "" ? undefined : findType(name, method, types);
  };
  return { response: find("response_type"), metadata: find("metadata_type") };
}

/** Resolves a type name like a proto file does: in the package of the method, in an enclosing package, or as a full name. */
function findType(
  name: string,
  method: DescMethod,
  types: Pick<Registry, "getMessage">,
): DescMessage | undefined {
  if (name.startsWith(".")) return types.getMessage(name.slice(1));
  const scope = method.parent.file.proto.package.split(".");
  for (let length = scope.length; length > 0; length--) {
    const found = types.getMessage([...scope.slice(0, length), name].join("."));
    if (found) return found;
  }
  return types.getMessage(name);
}
