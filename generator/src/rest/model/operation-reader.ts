import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readAnswer, type Alias } from "./answers.js";
import { readBody } from "./bodies.js";
import { readFailures } from "./failures.js";
import type { Found } from "./found-operations.js";
import { allWords, findWords, methodWords, pagesWords, safeMethod, safeName, type Names } from "./names.js";
import { readPages } from "./page-plans.js";
import { isIdempotencyKey, readParameters } from "./parameters.js";
import type { CallNames, RestOperation, RestPages, RestScheme } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { readSecurity } from "./security.js";
import { presetUrl, readServers } from "./servers.js";
import { isShort, type TypeSource } from "./type-source.js";
import { lowerCamel, upperCamel } from "./words.js";

/** State that the operations of a document share. */
export interface OperationContext {
  readonly root: SpecNode;
  readonly schemas: SchemaReader;
  readonly schemes: readonly RestScheme[];
  /** Names of what the package exports. */
  readonly exported: Names;
  /** Names of the methods beside it. */
  readonly methods: Names;
}

/** Reads an operation; what keeps it from being generated is thrown. */
export function readOperation(
  found: Found,
  names: CallNames,
  property: string | undefined,
  context: OperationContext,
): RestOperation {
  const { node, pathItem, method, path, words, key } = found;
  const { root, schemas, schemes, exported } = context;
  const aliases: { name: string; type: TypeSource }[] = [];
  const alias: Alias = (type, ending) => {
    if (isShort(type)) return type;
    const wanted = exported.take(`${upperCamel(words)}${ending}`, `${ending} of ${key}`);
    aliases.push({ name: wanted, type });
    return { kind: "alias", name: wanted };
  };
  const pathNames = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const parameters = readParameters(pathItem, node, pathNames, schemas);
  const answer = readAnswer(node, method, schemas, alias);
  const isFound = answer.isResource && pathNames.length > 0;
  const owner = node.get("servers") ? node : pathItem;
  const server = readServers(owner)[0];
  const failures = readFailures(node, schemas, alias);
  return {
    ...names,
    label: property === undefined ? names.methodName : `${property}.${names.methodName}`,
    find: isFound ? callNames(findWords, "find", found, context) : undefined,
    pages: namePages(found, context, parameters, answer),
    method,
    path,
    place: found.place,
    query: found.query,
    pathParts: path.split(/\{[^{}]*\}/),
    description: [
      node.readString("summary"),
      node.readString("description") ?? pathItem.readString("description"),
    ]
      .filter((text) => text !== undefined && text !== "")
      .join("\n\n"),
    isDeprecated: node.isTrue("deprecated"),
    parameters,
    parametersType: parameters.some(({ place }) => place !== "path")
      ? exported.take(`${upperCamel(words)}Params`, `params of ${key}`)
      : undefined,
    idempotencyKey: parameters.find(isIdempotencyKey)?.argument,
    body: readBody(node, method, schemas, alias),
    answer: { ...answer, isResource: isFound },
    failures:
      failures.length === 0
        ? undefined
        : {
            typeName: exported.take(`${upperCamel(words)}Error`, `error of ${key}`),
            guardName: exported.take(`is${upperCamel(words)}Error`, `error guard of ${key}`),
            cases: failures,
          },
    security: readSecurity(root, node, schemes),
    server: server && presetUrl(server),
    aliases,
  };
}

/** The names of another way to call an operation. */
function callNames(
  wordsFor: (words: readonly string[]) => readonly string[],
  slot: string,
  { words, tag, key }: Found,
  { exported, methods }: OperationContext,
): CallNames {
  const short = methodWords(words, tag ?? "");
  return {
    functionName: exported.take(safeName(lowerCamel(wordsFor(words))), `${slot} ${key}`),
    methodName: methods.take(safeMethod(lowerCamel(wordsFor(short))), `${slot} ${key}`),
  };
}

function namePages(
  found: Found,
  context: OperationContext,
  parameters: RestOperation["parameters"],
  answer: RestOperation["answer"],
): RestPages | undefined {
  const isList = found.method === "GET" || found.node.get("x-pages") !== undefined;
  const plan = isList
    ? catchProblems(
        () => readPages(found.node, parameters, answer, context.schemas),
        () => undefined,
      )
    : undefined;
  return (
    plan && {
      ...plan,
      all: callNames(allWords, "all", found, context),
      each: callNames(pagesWords, "pages", found, context),
    }
  );
}
