import { code, json, objectOf, propertiesOf, string, type Code, joined } from "../../kit/code/code.js";
import { snakeCase } from "../../kit/text/casing.js";
import type { Group, RestApi, RestOperation, RestSecurityScheme } from "../model/rest-api.js";
import type { Json } from "../read/json.js";
import { listPathArguments } from "./signatures.js";
import { createSample } from "./sample-value.js";
import type { PackageNames } from "./package-names.js";

/** An operation as an example calls it. */
export interface FirstCall {
  readonly group: Group;
  readonly operation: RestOperation;
  /** The arguments of the call. */
  readonly values: Code;
}

/**
 * Finds the operation for an example: one that returns a resource, another read, or any whose arguments have a sample.
 * Reads without required parameters come first.
 */
export function findFirstCall(api: RestApi): FirstCall | undefined {
  const all = api.groups.flatMap((group) =>
    group.operations.map((operation) => ({ group, operation, values: printArguments(operation, api) })),
  );
  const known = all.flatMap((one) => (one.values ? [{ ...one, values: joined(one.values, ", ") }] : []));
  const reads = known.filter(({ operation }) => operation.method === "GET" && !operation.isDeprecated);
  const plain = reads.filter(({ operation }) =>
    operation.parameters.every(({ location, isRequired }) => location === "path" || !isRequired),
  );
  const [first] = all;
  const fallback = first && { ...first, values: code`` };
  return plain.find(({ operation }) => operation.find) ?? plain[0] ?? reads[0] ?? known[0] ?? fallback;
}

/** Prints the arguments of a call. Returns undefined if one of them has no sample. */
function printArguments(operation: RestOperation, { schemas }: RestApi): readonly Code[] | undefined {
  const scope = { schemas, aliases: operation.aliases };
  const sample = ({
    type,
    annotations,
    argument,
    shape,
  }: RestOperation["parameters"][number]): Json | undefined => {
    const given = annotations.example ?? annotations.default;
    const known = given !== undefined && typeof given !== "object" ? given : undefined;
    // A name such as `petId` tells more than `text`.
    const isText = type.kind === "scalar" && type.name === "string" && shape.pattern === undefined;
    return known ?? (isText ? argument : createSample(type, scope));
  };
  const path = listPathArguments(operation).map(sample);
  const required = operation.parameters.filter(
    ({ location, isRequired }) => location !== "path" && isRequired,
  );
  const params = required.map((one) => [one.argument, sample(one)] as const);
  const { body } = operation;
  const [form] = body?.mediaTypes ?? [];
  const bodySample = body?.isRequired && form ? createSample(form.type, scope) : undefined;
  const isUnknown = body?.isRequired === true && bodySample === undefined;
  if (isUnknown || [...path, ...params.map(([, value]) => value)].includes(undefined)) return undefined;
  const needsBodyPlace = params.length > 0 && body !== undefined && !body.isRequired;
  return [
    ...path.map((value) => json(value)),
    ...(bodySample === undefined ? [] : [json(bodySample)]),
    ...(needsBodyPlace ? [code`undefined`] : []),
    ...(params.length === 0
      ? []
      : [objectOf([["params", objectOf(params.map(([name, value]) => [name, json(value)] as const))]])]),
  ];
}

/** Prints the options of a client for an example: a URL if the API describes none, and credentials from the environment. */
export function printClientOptions(
  api: RestApi,
  names: PackageNames,
  operation: RestOperation | undefined,
): Code {
  const schemes = findSchemes(api, operation);
  const options = propertiesOf([
    ["baseUrl", api.servers.length === 0 && string("https://api.example.com")],
    [
      "auth",
      schemes.length > 0 &&
        objectOf(
          schemes.map((one) => [one.name, printCredential(one, names, schemes.length === 1)] as const),
        ),
    ],
  ]);
  return options.length === 0 ? code`` : code`{ ${joined(options, ", ")} }`;
}

/** Returns the schemes of the first alternative of an operation that needs credentials. */
function findSchemes(
  { securitySchemes, groups }: RestApi,
  operation: RestOperation | undefined,
): readonly RestSecurityScheme[] {
  const security =
    operation?.security ?? groups.flatMap((group) => group.operations).find((one) => one.security)?.security;
  return (security?.[0] ?? []).flatMap((name) => securitySchemes.find((one) => one.name === name) ?? []);
}

/** Prints a credential from environment variables, such as `process.env.ACME_TOKEN`. */
function printCredential({ name, kind }: RestSecurityScheme, names: PackageNames, isOnly: boolean): Code {
  const variable = (ending: string): Code => {
    const own = isOnly ? [] : [name];
    const words = [
      snakeCase(names.name).replace(/^_/, ""),
      ...own.map((one) => one.replaceAll(/[^A-Za-z0-9]+/g, "_")),
      ending,
    ];
    return code`process.env[${string(words.join("_").replaceAll(/_+/g, "_").toUpperCase())}] ?? ""`;
  };
  if (kind === "basic")
    return objectOf([
      ["username", variable("USERNAME")],
      ["password", variable("PASSWORD")],
    ]);
  if (kind === "clientCredentials")
    return objectOf([
      ["clientId", variable("CLIENT_ID")],
      ["clientSecret", variable("CLIENT_SECRET")],
    ]);
  return variable("TOKEN");
}
