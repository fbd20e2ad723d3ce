import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readNotFoundStatuses, readResponse, type NameType } from "./responses.js";
import { readRequestBody } from "./request-body.js";
import { readErrorResponses } from "./error-responses.js";
import type { FoundOperation } from "./find-operations.js";
import {
  toAllWords,
  toFindWords,
  toMethodWords,
  toPagesWords,
  toSafeMethodName,
  toSafeName,
  type NameScope,
} from "./names.js";
import { findPagination } from "./pagination.js";
import { isIdempotencyKey, readParameters } from "./parameters.js";
import type { CallNames, RestOperation, RestPagination, RestSecurityScheme, RestServer } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { readSecurityRequirements } from "./security.js";
import { resolveDefaultUrl, readServers } from "./servers.js";
import { isShort, type TypeSource } from "./type-source.js";
import { lowerCamel, upperCamel } from "./words.js";

/** State that the operations of a document share. */
export interface OperationContext {
  readonly root: SpecNode;
  readonly schemas: SchemaReader;
  readonly servers: readonly RestServer[];
  readonly schemes: readonly RestSecurityScheme[];
  /** The names of the package's exports. */
  readonly exported: NameScope;
  /** The names of the other methods of the group. */
  readonly methods: NameScope;
}

/** Reads an operation. Throws `Problems` if it cannot be generated. */
export function readOperation(
  found: FoundOperation,
  names: CallNames,
  property: string | undefined,
  context: OperationContext,
): RestOperation {
  const { node, pathItem, method, path, words, key } = found;
  const { root, schemas, schemes, exported } = context;
  const aliases: { name: string; type: TypeSource }[] = [];
  const alias: NameType = (type, ending) => {
    if (isShort(type)) return type;
    const wanted = exported.take(`${upperCamel(words)}${ending}`, `${ending} of ${key}`);
    aliases.push({ name: wanted, type });
    return { kind: "alias", name: wanted };
  };
  const pathNames = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const parameters = readParameters(pathItem, node, pathNames, schemas);
  const answer = readResponse(node, method, schemas, alias);
  const isFound = answer.isResource && pathNames.length > 0;
  const server = readOwnServer(found, context);
  const failures = readErrorResponses(node, schemas, alias);
  return {
    ...names,
    label: property === undefined ? names.methodName : `${property}.${names.methodName}`,
    find: isFound ? nameVariant(toFindWords, "find", found, context) : undefined,
    pagination: readPagination(found, context, parameters, answer),
    method,
    path,
    pathKey: found.pathKey,
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
    parametersType: parameters.some(({ location }) => location !== "path")
      ? exported.take(`${upperCamel(words)}Params`, `params of ${key}`)
      : undefined,
    idempotencyKey: parameters.find(isIdempotencyKey)?.argument,
    body: readRequestBody(node, method, schemas, alias),
    response: { ...answer, isResource: isFound },
    notFound: readNotFoundStatuses(node),
    errors:
      failures.length === 0
        ? undefined
        : {
            typeName: exported.take(`${upperCamel(words)}Error`, `error of ${key}`),
            guardName: exported.take(`is${upperCamel(words)}Error`, `error guard of ${key}`),
            responses: failures,
          },
    security: readSecurityRequirements(root, node, schemes),
    server: server && resolveDefaultUrl(server),
    aliases,
  };
}

/** Reads the server of an operation or of its path, if it has its own. Relative URLs count from the API's server. */
function readOwnServer(
  { node, pathItem }: FoundOperation,
  { servers }: OperationContext,
): RestServer | undefined {
  const owner = node.get("servers") ? node : pathItem;
  const [apiServer] = servers;
  return readServers(owner, apiServer && `${resolveDefaultUrl(apiServer)}/`)[0];
}

/** Chooses the names of a variant of an operation. */
function nameVariant(
  wordsFor: (words: readonly string[]) => readonly string[],
  slot: string,
  { words, methodWords, tag, key }: FoundOperation,
  { exported, methods }: OperationContext,
): CallNames {
  const short = toMethodWords(methodWords, tag ?? "");
  return {
    functionName: exported.take(toSafeName(lowerCamel(wordsFor(words))), `${slot} ${key}`),
    methodName: methods.take(toSafeMethodName(lowerCamel(wordsFor(short))), `${slot} ${key}`),
  };
}

function readPagination(
  found: FoundOperation,
  context: OperationContext,
  parameters: RestOperation["parameters"],
  answer: RestOperation["response"],
): RestPagination | undefined {
  const hasPages = found.node.get("x-pages") !== undefined || found.node.get("requestBody") !== undefined;
  const isList = found.method === "GET" || hasPages;
  const plan = isList
    ? catchProblems(
        () => findPagination(found.node, parameters, answer, context.schemas),
        () => undefined,
      )
    : undefined;
  return (
    plan && {
      ...plan,
      all: nameVariant(toAllWords, "all", found, context),
      pages: nameVariant(toPagesWords, "pages", found, context),
    }
  );
}
