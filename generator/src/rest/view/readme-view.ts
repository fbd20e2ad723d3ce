import {
  code,
  codeSpan,
  identifier,
  joined,
  link,
  markdown,
  member,
  npmName,
  plainName,
  propertyName,
  string,
  type Code,
} from "../../kit/code/code.js";
import { formatCount } from "../../kit/text/format-count.js";
import type { Page } from "../../kit/render/page.js";
import {
  hasClient,
  type Group,
  type RestApi,
  type RestOperation,
  type RestSecurityScheme,
} from "../model/rest-api.js";
import { findFirstCall, printClientOptions } from "./first-call.js";
import { toClientName, toErrorName, type PackageNames } from "./package-names.js";
import type { Entries } from "./package-pages.js";
import { findFormatReaders } from "./format-readers.js";

/** The package's README. */
export type ReadmeView = {
  readonly client: Code;
  readonly error: Code;
  readonly title: Code;
  readonly packageName: Code;
  /** The package as an import names it. */
  readonly module: Code;
  /** False for types and guards alone. */
  readonly hasClient: boolean;
  /** The example call: an operation and its arguments. */
  readonly call: Code | false;
  readonly values: Code;
  /** The options of the client of the example: a URL and credentials. */
  readonly options: Code;
  /** The same operation, as a function. */
  readonly functionName: Code;
  readonly servers: readonly { readonly url: Code; readonly text: Code }[];
  readonly credentials: readonly CredentialView[];
  readonly hasWebhooks: boolean;
  readonly groups: readonly {
    readonly link: Code;
    readonly count: Code;
    readonly text: Code;
  }[];
  readonly rows: readonly RowView[];
  /** The readers of formats, in Markdown. False if there are none. */
  readonly readers: Code | false;
  /** Describes the values that JSON represents differently. False if there are none. */
  readonly forms: Code | false;
  readonly isLimited: boolean;
  /** A type and its guard, for a package without a client. */
  readonly modelType: Code | false;
  readonly modelGuard: Code | false;
} & Entries;

/** A security scheme. */
export type CredentialView = { readonly name: Code; readonly form: Code; readonly text: Code };

/** An operation in the table. */
export type RowView = {
  readonly call: Code;
  readonly route: Code;
  readonly summary: Code;
  /** The heading of its group. False for all but the first. */
  readonly heading: Code | false;
  /** The anchor of the heading. */
  readonly anchor: Code;
};

export function readmePage(api: RestApi, names: PackageNames, entries: Entries): Page<ReadmeView> {
  const example = findFirstCall(api);
  const readers = findFormatReaders(api.formats).flatMap(({ functions }) => functions);
  const shown = readers.map((name) => code`\`${identifier(name)}\``);
  const model = [...api.schemas.values()].find(({ isComponent }) => isComponent);
  return {
    path: "README.md",
    template: "rest/README.md",
    view: {
      client: toClientName(names),
      error: toErrorName(names),
      title: markdown(api.title),
      packageName: npmName(names.packageName),
      module: string(names.packageName),
      hasClient: hasClient(api),
      call: example ? printCall(example.group, example.operation) : false,
      values: example ? example.values : code``,
      options: printClientOptions(api, names, example?.operation),
      functionName: example ? identifier(example.operation.functionName) : code``,
      servers: api.servers.map(({ url, description }) => ({
        url: codeSpan(url),
        text: printText(description),
      })),
      credentials: api.securitySchemes.map(printCredentialForm),
      hasWebhooks: api.webhooks.length > 0,
      ...entries,
      groups: api.groups.map((group) => ({
        link: link(
          codeSpan(group.property === undefined ? "client" : `client.${group.property}`),
          `#${toAnchor(group)}`,
        ),
        count: markdown(formatCount(group.operations.length, "operation")),
        text: printText(group.description),
      })),
      rows: api.groups.flatMap((one) =>
        one.operations.map((operation, index) => printRow(one, operation, index === 0)),
      ),
      readers: shown.length > 0 && joined(shown, ", "),
      forms: printForms(api),
      isLimited: api.listLimit !== undefined,
      modelType: model !== undefined && identifier(model.typeName),
      modelGuard: model !== undefined && identifier(model.guardName),
    },
  };
}

/** `: text` on one line, or nothing. */
function printText(text: string): Code {
  const [first = ""] = text.trim().split("\n");
  return first === "" ? code`` : code`: ${markdown(first)}`;
}

/** The anchor of a group, in ASCII. */
function toAnchor({ fileName }: Group): string {
  return `operations-${/^[a-z0-9-]+$/.test(fileName) ? fileName : Buffer.from(fileName).toString("hex").slice(0, 60)}`;
}

/** Describes a credential by its form in `auth`. */
function printCredentialForm({ name, kind, keyName, description }: RestSecurityScheme): CredentialView {
  const forms: Readonly<Record<RestSecurityScheme["kind"], () => Code>> = {
    bearer: () => code`a token, sent as a bearer token`,
    basic: () => code`\`{ username, password }\``,
    headerKey: () => code`a key, sent in the header ${codeSpan(keyName)}`,
    queryKey: () => code`a key, sent in the query as ${codeSpan(keyName)}`,
    cookieKey: () => code`a key, sent in the cookie ${codeSpan(keyName)}`,
    clientCredentials: () =>
      code`\`{ clientId, clientSecret }\`, for which the client requests access tokens, or a token`,
  };
  return { name: codeSpan(name), form: forms[kind](), text: printText(description) };
}

function printForms({ forms: { int64 = "number", hasDates = false } }: RestApi): Code | false {
  const parts = [
    ...(int64 === "bigint" ? [code`64-bit integers are \`bigint\``] : []),
    ...(int64 === "text" ? [code`64-bit integers are text, with all of their digits`] : []),
    ...(hasDates ? [code`moments (\`date-time\`) are \`Date\``] : []),
  ];
  return parts.length > 0 && joined(parts, ", ");
}

function printRow(group: Group, operation: RestOperation, isFirst: boolean): RowView {
  const { method, path, description } = operation;
  return {
    call: printCall(group, operation),
    route: markdown(`${method} ${path}`),
    summary: markdown(description.split("\n")[0] ?? ""),
    heading: isFirst && markdown(group.property ?? "client"),
    anchor: plainName(toAnchor(group)),
  };
}

/** `pets.get`; a method may be called like a reserved word. */
function printCall({ property }: Group, { methodName }: RestOperation): Code {
  return property === undefined
    ? propertyName(methodName)
    : code`${propertyName(property)}${member(methodName)}`;
}
