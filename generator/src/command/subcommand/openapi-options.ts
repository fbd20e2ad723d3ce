import { CommandError } from "../../kit/problem.js";
import { basename } from "node:path";
import type { GenerateOptions } from "../../rest/generate-rest-client.js";
import type { PackageNames } from "../../rest/view/package-names.js";
import type { DeepObjectLists } from "../../rest/model/schemas.js";
import type { Int64 } from "../../rest/model/value-forms.js";
import { npmNamePattern } from "../../kit/text/npm-name.js";
import { type OptionValues, readChoice } from "./command.js";
import { isAddress } from "../remote/remote-reader.js";
import { upperCamel } from "../../kit/text/casing.js";

export const usage = "openapi SPEC --out DIR";

export const help = `stratus ${usage}

Generates the package of a REST client from an OpenAPI 3.0, 3.1 or 3.2 document, or from Swagger 2.0.
Operations that cannot be generated are omitted and reported with their place.

  --out DIR               folder of the package (required)
  --strict                fail if anything cannot be generated or checked
  --include PATTERN       only these operations: an operationId, a tag, a path, or method and path
                          ("GET /pets/*"), with * for any text; can be repeated
  --exclude PATTERN       omit these operations; can be repeated
  --extend DIR            folder of hand-written TypeScript to include in the package. The package exports
                          its index.ts, and its README.md is appended to that of the package
  --root DIR              folder that contains all files that $ref may refer to; default: that of SPEC
  --header NAME=@VARIABLE header for reading SPEC from a URL, with the value of an environment variable. Only
                          sent to the origin of SPEC; can be repeated
  --allow-remote          allow $ref to https URLs
  --frozen                read from stratus.sources.json of the last run instead of the network
  --deep-lists HOW        format of lists in deepObject parameters: indices (a[0]=1, the default),
                          brackets (a[]=1) or repeated (a=1)
  --int64 HOW             type of 64-bit integers: number (the default; values that would be rounded are
                          rejected), bigint or text (both exact)
  --dates                 use Date for strings of the format date-time
  --strict-nullable       allow null only if the specification does: not for nullable beside $ref or in OpenAPI
                          3.1, and only if both type and enum allow it
  --api-page              also write api.md: all exports with their types, for reviews
  --lazy-groups           also write ./lazy: a client that loads each group of operations with its first call
  --opentelemetry         also write ./opentelemetry: hooks that record spans and metrics
  --standard-schema       also write ./standard-schema: Standard Schemas and JSON Schemas of the types
  --testing               also write ./testing: a fetch for tests
  --openapi-types         also write ./openapi: paths and components as openapi-typescript prints them
  --guide                 also write ./guide: the API as data, for command lines, agents and other tools
  --package-name NAME     name of the package; default: the name of SPEC's file, or the title of the API if the
                          file is called openapi or swagger
  --package-version V     version of the package; default: that of its package.json, or 0.1.0
  --name NAME             name of the client without "Client"; default: from the package's name
`;

/** The options of `stratus openapi`. */
export const options = {
  out: { type: "string" },
  extend: { type: "string" },
  "package-name": { type: "string" },
  "package-version": { type: "string" },
  name: { type: "string" },
  strict: { type: "boolean" },
  root: { type: "string" },
  header: { type: "string", multiple: true },
  "allow-remote": { type: "boolean" },
  frozen: { type: "boolean" },
  "deep-lists": { type: "string" },
  int64: { type: "string" },
  dates: { type: "boolean" },
  "strict-nullable": { type: "boolean" },
  "api-page": { type: "boolean" },
  guide: { type: "boolean" },
  "openapi-types": { type: "boolean" },
  "lazy-groups": { type: "boolean" },
  opentelemetry: { type: "boolean" },
  "standard-schema": { type: "boolean" },
  testing: { type: "boolean" },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
} as const;

/** The values of the options. */
export type OpenapiOptions = OptionValues<typeof options>;

/** Returns the options of the generator. */
export function readGenerateOptions(values: OpenapiOptions): GenerateOptions {
  const { include = [], exclude = [], strict = false, dates } = values;
  return {
    isStrict: strict,
    hasApiPage: values["api-page"] ?? false,
    hasGuide: values.guide ?? false,
    hasOpenapiTypes: values["openapi-types"] ?? false,
    hasLazyGroups: values["lazy-groups"] ?? false,
    hasOpenTelemetry: values.opentelemetry ?? false,
    hasStandardSchema: values["standard-schema"] ?? false,
    hasTesting: values.testing ?? false,
    include,
    exclude,
    deepLists: readChoice("--deep-lists", values["deep-lists"], deepLists),
    int64: readChoice("--int64", values.int64, int64s),
    hasDates: dates,
    isStrictNullable: values["strict-nullable"],
  };
}

const deepLists: readonly DeepObjectLists[] = ["indices", "brackets", "repeated"];
const int64s: readonly Int64[] = ["number", "bigint", "text"];

/** Names of files that say nothing about the API: `openapi.yaml`, `swagger.v2.json`. */
const commonFileName = /^(?:openapi|swagger|api-docs?)(?:[._-]?v?\d+(?:[._-]\d+)*)?$/i;

/** Whether the name of a document's file says nothing about its API. */
export function hasCommonName(spec: string): boolean {
  return commonFileName.test(readFileName(spec));
}

/** Returns the name of a document's file without its extension. */
function readFileName(spec: string): string {
  return basename(isAddress(spec) ? new URL(spec).pathname : spec).replace(/\.[^.]*$/, "");
}

/** Returns a package name for a title such as `Figma API`, or undefined if it has too few letters for one. */
export function toPackageName(title: string): string | undefined {
  const words =
    title
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join("-").slice(0, 60).replace(/-$/, "");
  // The class needs a letter at its start. A name that is not in ASCII leaves nothing that says what the API is.
  return /^[a-z]/.test(name) && !/[^\p{ASCII}\p{M}\p{P}\p{S}\p{Z}]/u.test(title.normalize("NFKD"))
    ? name
    : undefined;
}

/** Checks the names of a package. The defaults derive from the name of the document. */
export function chooseNames(
  spec: string,
  packageName = readFileName(spec)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-") || "api",
  packageVersion = "0.1.0",
  name = upperCamel(packageName.split("/").at(-1) ?? ""),
): PackageNames {
  if (!npmNamePattern.test(packageName)) {
    throw new CommandError(
      "OPTION_INVALID",
      `--package-name ${JSON.stringify(packageName)} is not a valid name of an npm package`,
    );
  }
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(packageVersion)) {
    throw new CommandError(
      "OPTION_INVALID",
      `--package-version ${JSON.stringify(packageVersion)} is not a version such as 1.0.0`,
    );
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    throw new CommandError(
      "OPTION_INVALID",
      `--name ${JSON.stringify(name)} is not a valid class name. Example: PetStore`,
    );
  }
  return { packageName, packageVersion, name };
}
