import type { RestApi, RestOperation } from "../../model/rest-api.js";
import type { TypeSource } from "../../model/type-source.js";

/**
 * Finds the operations that create a resource. A POST may do anything, so only the structure of an API can show it. A GET of
 * the same path lists, a GET of the path with one more parameter reads one, and the POST answers with the type of that GET.
 */
export function findCreates({ groups, schemas }: RestApi): ReadonlySet<RestOperation> {
  const operations = groups.flatMap((group) => group.operations);
  const gets = new Map(
    operations.filter(({ method }) => method === "GET").map((one) => [plainPath(one.path), one]),
  );
  const creates = operations.filter((operation) => {
    const path = plainPath(operation.path);
    const [list, get] = [gets.get(path), gets.get(`${path}/{}`)];
    if (operation.method !== "POST" || !list || !get || !answersList(list, schemas)) return false;
    const types = answerTypes(get, [200]);
    return answerTypes(operation, [200, 201]).some((type) => types.includes(type));
  });
  return new Set(creates);
}

/** Returns a path without the names of its parameters, and without a slash at its end. */
function plainPath(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}").replace(/\/$/, "");
}

function answersList(operation: RestOperation, schemas: RestApi["schemas"]): boolean {
  if (operation.pagination) return true;
  const resolve = (type: TypeSource): TypeSource | undefined =>
    type.kind === "named" ? schemas.get(type.schema)?.type : type;
  const isList = (type: TypeSource): boolean => resolve(type)?.kind === "list";
  const type = resolve(withoutAlias(operation.response.type, operation));
  if (type?.kind === "list") return true;
  return type?.kind === "object" && type.members.some((member) => isList(member.type));
}

/** Returns the types of the answers of some statuses as texts, which are equal for equal types. */
function answerTypes(operation: RestOperation, statuses: readonly number[]): readonly string[] {
  const { kind, type, successes } = operation.response;
  if (kind === "nothing") return [];
  const types = successes.filter(({ status }) => statuses.includes(status)).map((one) => one.type);
  const all = successes.length === 0 ? [type] : types;
  return all
    .filter((one) => !(one.kind === "scalar" && ["undefined", "unknown", "void"].includes(one.name)))
    .map((one) => JSON.stringify(withoutAlias(one, operation)));
}

function withoutAlias(type: TypeSource, { aliases }: RestOperation): TypeSource {
  const alias = type.kind === "alias" ? aliases.find(({ name }) => name === type.name) : undefined;
  return alias?.type ?? type;
}
