import { basename } from "node:path";
import { parseArgs } from "node:util";
import type { GenerateOptions } from "../../rest/pass.js";
import type { PackageNames } from "../../rest/view/package-names.js";
import type { DeepLists } from "../../rest/model/schemas.js";
import type { Int64 } from "../../rest/model/value-forms.js";
import { npmNamePattern } from "../../kit/text/npm-name.js";
import { isAddress } from "../remote/remote-texts.js";
import { upperCamel } from "../../kit/text/casing.js";

export const usage = "openapi SPEC --out DIR";

export const help = `stratus ${usage}

Generates the package of a REST client from a description in OpenAPI 3.0, 3.1 or 3.2, or in
Swagger 2.0. An operation that cannot be generated is left out, and the report says why and where.

  --out DIR               folder of the package (required)
  --strict                fails if anything cannot be generated or checked
  --include PATTERN       only these operations; may be given several times: an operationId, a tag, a
                          path, or method and path ("GET /pets/*"), with * for any text
  --exclude PATTERN       not these operations; may be given several times
  --extend DIR            folder of TypeScript by hand that joins the package: its index.ts says what
                          the package exports of it, its README.md ends the package's
  --root DIR              folder below which other files may be named by $ref; default: that of SPEC
  --header NAME=@VARIABLE header for an address as SPEC, with the value of a variable of the environment;
                          sent to its first origin alone; may be given several times
  --allow-remote          other files may be addresses, over https
  --frozen                nothing is read over the network, but from stratus.sources.json of the last run
  --deep-lists HOW        how lists are written where a query or a form says deepObject: indices (a[0]=1,
                          the default), brackets (a[]=1) or repeated (a=1)
  --int64 HOW             what 64-bit integers are: number (those that would be rounded are refused, the
                          default), bigint or text (both exact)
  --dates                 text in the format date-time is a Date
  --api-page              also api.md: all that programs import, and its types, on one page for reviews
  --late-groups           also ./late: a client that loads each group of operations with its first call
  --openapi-types         also ./openapi: paths and components as openapi-typescript prints them
  --guide                 also ./guide: the API in words as data, for command lines, agents and other tools
  --package-name NAME     name of the package; default: the name of SPEC's file
  --package-version V     version of the package; default: that of its package.json, else 0.1.0
  --name NAME             name of the client without "Client"; default: from the package's name
`;

/** The command line of `stratus openapi`, as it is given. */
export type OpenapiOptions = ReturnType<typeof readArguments>["values"];

/** The options of the command, and the words beside them. */
export function readArguments(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
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
      "api-page": { type: "boolean" },
      guide: { type: "boolean" },
      "openapi-types": { type: "boolean" },
      "late-groups": { type: "boolean" },
      include: { type: "string", multiple: true },
      exclude: { type: "string", multiple: true },
      help: { type: "boolean", short: "h" },
    },
  });
}

/** How the package is made. */
export function readHow(values: OpenapiOptions): GenerateOptions {
  const { include = [], exclude = [], strict = false, dates } = values;
  return {
    isStrict: strict,
    hasApiPage: values["api-page"] ?? false,
    hasGuide: values.guide ?? false,
    hasOpenapiTypes: values["openapi-types"] ?? false,
    hasLateGroups: values["late-groups"] ?? false,
    include,
    exclude,
    deepLists: oneOf("--deep-lists", values["deep-lists"], deepLists),
    int64: oneOf("--int64", values.int64, int64s),
    hasDates: dates,
  };
}

/** The value of an option that has few of them. */
function oneOf<T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined {
  const found = known.find((one) => one === given);
  if (given !== undefined && found === undefined)
    throw new Error(`${option} ${JSON.stringify(given)} is unknown; write ${known.join(", ")}`);
  return found;
}

const deepLists: readonly DeepLists[] = ["indices", "brackets", "repeated"];
const int64s: readonly Int64[] = ["number", "bigint", "text"];

/** The names of a package, by default after its description. */
export function namesOf(
  spec: string,
  packageName = basename(isAddress(spec) ? new URL(spec).pathname : spec)
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-") || "api",
  packageVersion = "0.1.0",
  name = upperCamel(packageName.split("/").at(-1) ?? ""),
): PackageNames {
  if (!npmNamePattern.test(packageName)) {
    throw new Error(`--package-name ${JSON.stringify(packageName)} is not the name of an npm package`);
  }
  if (!/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(packageVersion)) {
    throw new Error(`--package-version ${JSON.stringify(packageVersion)} is not a version such as 1.0.0`);
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
    throw new Error(`--name ${JSON.stringify(name)} is not the name of a class; give one such as PetStore`);
  }
  return { packageName, packageVersion, name };
}
