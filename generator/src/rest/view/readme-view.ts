import {
  code,
  identifier,
  joined,
  json,
  markdown,
  member,
  npmName,
  propertyName,
  string,
  type Code,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { Group, RestApi, RestOperation } from "../model/rest-api.js";
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
  /** The example call: an operation and its arguments. */
  readonly call: Code | false;
  readonly values: Code;
  /** The same operation, as a function. */
  readonly functionName: Code;
  readonly hasWebhooks: boolean;
  /** There is the entry point `lazy`. */
  readonly hasLazyGroups: boolean;
  readonly rows: readonly RowView[];
  /** The readers of formats, in Markdown. False if there are none. */
  readonly readers: Code | false;
  /** Describes the values that JSON represents differently. False if there are none. */
  readonly forms: Code | false;
  readonly isLimited: boolean;
};

/** An operation in the table. */
export type RowView = {
  readonly call: Code;
  readonly route: Code;
  readonly summary: Code;
};

export function readmePage(api: RestApi, names: PackageNames, { hasLazyGroups }: Entries): Page<ReadmeView> {
  const example = findExample(api.groups);
  const readers = findFormatReaders(api.formats).flatMap(({ functions }) => functions);
  const shown = readers.map((name) => code`\`${identifier(name)}\``);
  return {
    path: "README.md",
    template: "rest/README.md",
    view: {
      client: toClientName(names),
      error: toErrorName(names),
      title: markdown(api.title),
      packageName: npmName(names.packageName),
      module: string(names.packageName),
      call: example ? printCall(example.group, example.operation) : false,
      values: example ? joined(printValues(example.operation), ", ") : code``,
      functionName: example ? identifier(example.operation.functionName) : code``,
      hasWebhooks: api.webhooks.length > 0,
      hasLazyGroups,
      rows: api.groups.flatMap((one) => one.operations.map((operation) => printRow(one, operation))),
      readers: shown.length > 0 && joined(shown, ", "),
      forms: printForms(api),
      isLimited: api.listLimit !== undefined,
    },
  };
}

function printForms({ forms: { int64 = "number", hasDates = false } }: RestApi): Code | false {
  const parts = [
    ...(int64 === "bigint" ? [code`64-bit integers are \`bigint\``] : []),
    ...(int64 === "text" ? [code`64-bit integers are text, with all of their digits`] : []),
    ...(hasDates ? [code`moments (\`date-time\`) are \`Date\``] : []),
  ];
  return parts.length > 0 && joined(parts, ", ");
}

function printRow(group: Group, operation: RestOperation): RowView {
  const { method, path, description } = operation;
  return {
    call: printCall(group, operation),
    route: markdown(`${method} ${path}`),
    summary: markdown(description.split("\n")[0] ?? ""),
  };
}

/** `pets.get`; a method may be called like a reserved word. */
function printCall({ property }: Group, { methodName }: RestOperation): Code {
  return property === undefined
    ? propertyName(methodName)
    : code`${propertyName(property)}${member(methodName)}`;
}

interface Example {
  readonly group: Group;
  readonly operation: RestOperation;
}

/** Finds an operation without required parameters other than those of the path, preferably one that returns a resource. */
function findExample(groups: readonly Group[]): Example | undefined {
  const all = groups.flatMap((group) => group.operations.map((operation) => ({ group, operation })));
  const plain = all.filter(isPlain);
  return plain.find(({ operation }) => operation.find) ?? plain[0] ?? all[0];
}

function isPlain({ operation }: Example): boolean {
  const { method, parameters } = operation;
  return (
    method === "GET" && parameters.every(({ location, isRequired }) => location === "path" || !isRequired)
  );
}

/** Arguments for the example. */
function printValues({ parameters }: RestOperation): readonly Code[] {
  return parameters
    .filter(({ location }) => location === "path")
    .map(({ type, argument, annotations: { example } }) => {
      if (example !== undefined) return json(example);
      return type.kind === "scalar" && type.name === "number" ? code`1` : string(argument);
    });
}
