/** Finds what calls need and services lack: endpoints, pages, operations, idempotency keys. */
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import {
  type ApiKind,
  type Configuration,
  findPage,
  isNamedOperation,
  isOperation,
  splitWords,
} from "@stratus/convention";
import { formatCount } from "../../kit/text/format-count.js";
import type { Service } from "../model/api.js";
import type { Schema } from "../read/schema.js";
import { findUnidentified } from "./aip.js";
import type { Find, Finding } from "./finding.js";

/** Inputs other than the services. */
interface Given {
  readonly kind: ApiKind;
  readonly schema: Schema;
  readonly configuration: Configuration;
}

/**
 * Examines services.
 *
 * @param described The services as clients are written for them, by their full names.
 */
export function* findInServices(
  services: Iterable<DescService>,
  described: ReadonlyMap<string, Service>,
  { schema, configuration, kind }: Given,
  find: Find,
): Iterable<Finding> {
  const isNamed = [...described.values()].some(({ endpoint }) => endpoint?.kind === "name");
  for (const service of services) {
    const written = described.get(service.typeName);
    const isCalledElsewhere = written?.operationReader !== undefined;
    if (isNamed && !written?.endpoint && !isCalledElsewhere) yield find("ENDPOINT_MISSING", service);
    for (const [index, method] of service.methods.entries()) {
      if (isListWithoutPages(method)) yield find("PAGES_MISSING", method);
      if (
        kind !== "grpc" &&
        returnsOperation(method) &&
        !isCalledElsewhere &&
        !written?.methods[index]?.operation
      )
        yield find("OPERATION_UNREADABLE", method, method.output.typeName);
    }
    if (kind === "grpc") continue;
    const changes = findUnidentified(service, schema, configuration);
    if (changes.length > 0 && written?.hasKeys === false && !isCalledElsewhere)
      yield find(
        "IDEMPOTENCY_KEY_MISSING",
        service,
        formatCount(changes.length, "method changes data", "methods change data"),
      );
  }
}

/** Whether the method returns an operation to wait for. */
export function returnsOperation({ output, methodKind }: DescMethod): boolean {
  return methodKind === "unary" && (isOperation(output) || isNamedOperation(output));
}

/** Whether the name of the method begins with `List` and its response has a list of messages. */
export function isList({ name, output, methodKind }: DescMethod): boolean {
  return (
    methodKind === "unary" &&
    splitWords(name)[0]?.toLowerCase() === "list" &&
    output.fields.some(({ fieldKind, message }) => fieldKind === "list" && message !== undefined)
  );
}

function isListWithoutPages(method: DescMethod): boolean {
  return isList(method) && findPage(method) === undefined;
}
