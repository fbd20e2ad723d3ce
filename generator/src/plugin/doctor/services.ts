/** The parts of services and methods that calls need: addresses, pages, operations, idempotency keys. */
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type Configuration, findPage, isNamedOperation, isOperation, wordsOf } from "@stratus/convention";
import { counted } from "../../kit/text/counted.js";
import type { Service } from "../model/api.js";
import type { Options } from "../options.js";
import type { Schema } from "../read/schema.js";
import { withoutIdentifier } from "./aip.js";
import type { Find, Finding } from "./finding.js";

/** The facts that decide beside the services themselves. */
interface Given extends Pick<Options, "allowsUnrouted"> {
  readonly schema: Schema;
  readonly configuration: Configuration;
}

/**
 * Finds it in services.
 *
 * @param described The services as clients are written for them, by their full names.
 */
export function* findInServices(
  services: Iterable<DescService>,
  described: ReadonlyMap<string, Service>,
  { schema, configuration, allowsUnrouted }: Given,
  find: Find,
): Iterable<Finding> {
  for (const service of services) {
    const written = described.get(service.typeName);
    const isCalledElsewhere = written?.operationReader !== undefined;
    if (!written?.endpoint && !isCalledElsewhere && !allowsUnrouted) yield find("no-address", service);
    for (const [index, method] of service.methods.entries()) {
      if (isListWithoutPages(method)) yield find("list-without-pages", method);
      if (returnsOperation(method) && !isCalledElsewhere && !written?.methods[index]?.operation)
        yield find("unread-operation", method, method.output.typeName);
    }
    const changes = withoutIdentifier(service, schema, configuration);
    if (changes.length > 0 && written?.hasKeys === false && !isCalledElsewhere)
      yield find(
        "no-keys",
        service,
        counted(changes.length, "method changes something", "methods change something"),
      );
  }
}

/** A method that starts something, for which there is a message to wait for. */
export function returnsOperation({ output, methodKind }: DescMethod): boolean {
  return methodKind === "unary" && (isOperation(output) || isNamedOperation(output));
}

/** A method that says `List` and answers with several messages. */
export function isList({ name, output, methodKind }: DescMethod): boolean {
  return (
    methodKind === "unary" &&
    wordsOf(name)[0]?.toLowerCase() === "list" &&
    output.fields.some(({ fieldKind, message }) => fieldKind === "list" && message !== undefined)
  );
}

function isListWithoutPages(method: DescMethod): boolean {
  return isList(method) && findPage(method) === undefined;
}
