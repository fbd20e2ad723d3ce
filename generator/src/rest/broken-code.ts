import type { InvalidCode } from "../kit/emit/format.js";
import type { BrokenPart } from "./model/model.js";
import type { RestApi, RestOperation } from "./model/rest-api.js";
import { listTypes, listValues } from "./view/group-view.js";
import { namePart } from "./view/guard-names.js";

/** The part of an API that became code which is not TypeScript: the nearest that is named at the fault, or above it. */
export function findBroken(api: RestApi, { text, line, message }: InvalidCode): BrokenPart | undefined {
  const origins = listOrigins(api);
  const lines = text.split("\n");
  // The body of a method names its operation; all else stands below the name of what it belongs to.
  const body = lines.slice(line - 1, line + 4).find((one) => one.includes("this.#session"));
  const above = lines.slice(0, line).toReversed();
  const names = [
    ...(body?.match(/[\w$]+/g) ?? []),
    ...above.flatMap((one) => /\b(?:const|function|type|interface)\s+([\w$]+)/.exec(one)?.[1] ?? []),
  ];
  const found = names.find((name) => origins.has(name));
  const origin = found === undefined ? undefined : origins.get(found);
  return origin && { ...origin, why: message };
}

type Origin = Omit<BrokenPart, "why">;

function listOrigins({ groups, schemas }: RestApi): ReadonlyMap<string, Origin> {
  const operations = groups.flatMap((group) => group.operations);
  return new Map<string, Origin>([
    ...[...schemas.values()].flatMap(({ name, typeName, requestName = "", guardName }) =>
      [typeName, requestName, guardName].map((one) => [one, { kind: "schema", name }] as const),
    ),
    ...operations.flatMap((operation) =>
      listNames(operation).map((one) => [one, { kind: "operation", name: placeOf(operation) }] as const),
    ),
  ]);
}

function placeOf({ method, place }: RestOperation): string {
  return `${method} ${place}`;
}

/** The names of all that is printed of an operation. */
function listNames(operation: RestOperation): readonly string[] {
  const { functionName, parameters } = operation;
  return [
    ...listValues(operation),
    ...listTypes(operation),
    `${functionName}Operation`,
    `${functionName}Pagination`,
    `is${namePart(functionName)}Response`,
    ...parameters.map(({ argument }) => `is${namePart(argument)}Argument`),
  ];
}
