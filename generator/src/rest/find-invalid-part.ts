import type { InvalidCode } from "../kit/emit/format.js";
import type { InvalidPart } from "./model/read-api.js";
import type { RestApi, RestOperation } from "./model/rest-api.js";
import { listExportedTypes, listExportedValues } from "./view/group-view.js";
import { toNamePart } from "./view/guard-names.js";

/** Finds the part of an API whose generated code is invalid: the nearest that is named at or above the error. */
export function findInvalidPart(api: RestApi, { text, line, message }: InvalidCode): InvalidPart | undefined {
  const origins = indexParts(api);
  const lines = text.split("\n");
  // The body of a method names its operation. Other code is below the name of its part.
  const body = lines.slice(line - 1, line + 4).find((one) => one.includes("this.#session"));
  const above = lines.slice(0, line).toReversed();
  const names = [
    ...(body?.match(/[\p{ID_Continue}$]+/gu) ?? []),
    ...above.flatMap(
      (one) => /\b(?:const|function|type|interface)\s+([\p{ID_Continue}$]+)/u.exec(one)?.[1] ?? [],
    ),
  ];
  const found = names.find((name) => origins.has(name));
  const origin = found === undefined ? undefined : origins.get(found);
  return origin && { ...origin, reason: message };
}

type Part = Omit<InvalidPart, "reason">;

function indexParts({ groups, schemas }: RestApi): ReadonlyMap<string, Part> {
  const operations = groups.flatMap((group) => group.operations);
  return new Map<string, Part>([
    ...[...schemas.values()].flatMap(({ name, typeName, requestName = "", guardName }) =>
      [typeName, requestName, guardName].map((one) => [one, { kind: "schema", name }] as const),
    ),
    ...operations.flatMap((operation) =>
      listNames(operation).map(
        (one) => [one, { kind: "operation", name: formatOperation(operation) }] as const,
      ),
    ),
  ]);
}

function formatOperation({ method, pathKey }: RestOperation): string {
  return `${method} ${pathKey}`;
}

/** Lists the names that are printed for an operation. */
function listNames(operation: RestOperation): readonly string[] {
  const { functionName, parameters } = operation;
  return [
    ...listExportedValues(operation),
    ...listExportedTypes(operation),
    `${functionName}Operation`,
    `${functionName}Pagination`,
    `is${toNamePart(functionName)}Response`,
    `is${toNamePart(functionName)}Body`,
    ...parameters.map(({ argument }) => `is${toNamePart(argument)}Argument`),
  ];
}
