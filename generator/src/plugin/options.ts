import { isBuiltin } from "node:module";
import { isAbsolute } from "node:path";
import { nearestName } from "../kit/text/casing.js";
import { Problems, type Problem } from "../kit/problem.js";
import { splitList } from "./option-row.js";
import { optionTable, type NamedOption, type OptionName, type Options } from "./option-table.js";

export type { Options } from "./option-table.js";

const maxProblems = 100;

/** The options of a run that it gives, with their values. */
type Values = ReadonlyMap<OptionName, string>;

/**
 * Reads the text of the plugin's parameter: `name=value` pairs with commas
 * between them, as buf joins the lines of `opt`.
 * @throws Problems for unknown, repeated and malformed options, the first hundred of them at once.
 */
export function parseOptions(parameter: string): Options {
  const problems: Problem[] = [];
  const values = new Map<OptionName, string>();
  let list: string | undefined;
  for (const [name, value] of splitParameter(parameter)) {
    const row = optionTable.find((one) => one.name === name);
    const problem = row
      ? findValueProblem(row, value, values.has(row.name))
      : (strayName(name, list) ?? unknownOption(name));
    if (row) list = row.isNames ? `${row.name}=${value}` : undefined;
    if (problem) problems.push(problem);
    else if (row) values.set(row.name, value);
    // More than anyone reads, and each is held against every name there is.
    if (problems.length === maxProblems) break;
  }
  if (problems.length > 0) throw new Problems(problems);
  const conflicts = findConflicts(values);
  if (conflicts.length > 0) throw new Problems(conflicts);
  return toOptions(values);
}

function toOptions(values: Values): Options {
  const properties = optionTable.map((row) => {
    const { name, default: usual = "" } = row;
    const value = values.get(name) ?? usual;
    const isDefault = value.toLowerCase() === usual.toLowerCase();
    return row.read({ value, isGiven: values.has(name), isDefault });
  });
  const hasClients = messagesAloneBy(values) === undefined;
  // Each row makes the properties that its type promises.
  return Object.assign({ hasClients, record: recordText(values) }, ...properties) as Options;
}

/** The choice after which there are messages alone; undefined if there are clients. */
function messagesAloneBy(values: Values): string | undefined {
  const row = optionTable.find(
    ({ name, messagesAloneIf }) => messagesAloneIf !== undefined && values.get(name) === messagesAloneIf,
  );
  return row && `${row.name}=${row.messagesAloneIf}`;
}

/** The options as pairs with commas between them, in the order of their names, so that another order changes no byte. */
function recordText(values: Values): string {
  return optionTable
    .filter(({ isUnrecorded }) => !isUnrecorded)
    .flatMap(({ name, isPaths }) => {
      const value = values.get(name);
      return value === undefined || (isPaths && isOfOneMachine(value)) ? [] : [`${name}=${value}`];
    })
    .sort()
    .join(",");
}

/** The paths tell where files are on one machine, which is nobody else's business. */
function isOfOneMachine(paths: string): boolean {
  return splitList(paths).some((path) => isAbsolute(path) || /^[a-z]:/i.test(path));
}

/** Finds options that are right by themselves and do not go together. */
function findConflicts(values: Values): readonly Problem[] {
  const valueOf = (name: OptionName): string | undefined =>
    values.get(name) ?? optionTable.find((row) => row.name === name)?.default;
  const isSameHeader =
    valueOf("idempotency_header")?.toLowerCase() === valueOf("reset_mask_header")?.toLowerCase();
  const hasPackage = values.has("package_name");
  return [
    isSameHeader ? sameHeader : [],
    values.has("package_json") && !hasPackage ? noPackage : [],
    values.get("docs") === "true" && !hasPackage ? noDocumented : [],
    values.has("login_issuer") === values.has("login_client_id") ? [] : halfLogin,
    findTakenName(values.get("package_name"), valueOf("runtime")) ?? [],
    findIdle(values),
  ].flat();
}

const sameHeader: Problem = {
  code: "OPTION_CONFLICT",
  element: "option reset_mask_header",
  what: "The header is that of idempotency keys too",
  fix: "Give idempotency_header or reset_mask_header another name",
};

const noPackage: Problem = {
  code: "OPTION_MISSING",
  element: "option package_json",
  what: "The option adds to a package, and there is none",
  fix: "Name one: package_name=@acme/cloud; sources alone are part of your own package",
};

const noDocumented: Problem = {
  code: "OPTION_MISSING",
  element: "option docs",
  what: "Its examples import a package, and there is none",
  fix: "Name it: package_name=@acme/cloud; sources alone have their comments",
};

const halfLogin: Problem = {
  code: "OPTION_MISSING",
  element: "option login_issuer",
  what: "A browser login needs both login_issuer and login_client_id",
  fix: "Give both: login_issuer=https://login.example.com,login_client_id=acme-cli",
};

/** Packages that the output imports, and names under which npm or Node would not find it. */
function findTakenName(name: string | undefined, runtime: string | undefined): Problem | undefined {
  if (name === undefined) return undefined;
  const element = "option package_name";
  const code = "OPTION_INVALID";
  const fix = "Give the package another name, such as @acme/cloud";
  if (name === runtime) return { code, element, what: `The output imports the package ${name} itself`, fix };
  if (isBuiltin(name) || name === "node_modules" || name === "favicon.ico")
    return { code, element, what: `Node and npm keep the name ${name} for themselves`, fix };
  return undefined;
}

/** Options of clients, if there are none. One may be given as `false`. */
function findIdle(values: Values): readonly Problem[] {
  const choice = messagesAloneBy(values);
  if (choice === undefined) return [];
  const idle = optionTable.filter(
    ({ name, isOfClients }) => isOfClients && values.has(name) && values.get(name) !== "false",
  );
  return idle.map(({ name }) => ({
    code: "OPTION_CONFLICT",
    element: `option ${name}`,
    what: `With ${choice} there are messages alone, no clients, sessions or servers`,
    fix: `Leave out ${choice} or ${name}`,
  }));
}

function splitParameter(parameter: string): [name: string, value: string][] {
  return parameter
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const end = part.indexOf("=");
      return end < 0 ? [part, ""] : [part.slice(0, end).trim(), part.slice(end + 1).trim()];
    });
}

function findValueProblem(row: NamedOption, value: string, isRepeated: boolean): Problem | undefined {
  const element = `option ${row.name}`;
  if (isRepeated)
    return { code: "OPTION_CONFLICT", element, what: "The option is given twice", fix: "Keep one of them" };
  if (value === "")
    return {
      code: "OPTION_INVALID",
      element,
      what: "The option has no value",
      fix: `Give it one: ${row.name}=${row.example}`,
    };
  if (value.length > 500 || !row.pattern.test(value)) {
    const [, fault = `is not ${row.values}`] = row.faults?.find(([pattern]) => pattern.test(value)) ?? [];
    const meant = nearestName(value, row.choices ?? []);
    return {
      code: "OPTION_INVALID",
      element,
      what: `The value ${JSON.stringify(value.slice(0, 100))} ${fault}`,
      fix:
        meant === undefined
          ? `Give it one that is right, such as ${row.name}=${row.example}`
          : `Did you mean ${row.name}=${meant}?`,
    };
  }
  return undefined;
}

/**
 * A name of a service behind a comma, which ends an option.
 * @param list the option before it with its value, where that takes several names
 */
function strayName(name: string, list: string | undefined): Problem | undefined {
  if (list === undefined || !/[A-Z.*]/.test(name)) return undefined;
  return {
    code: "OPTION_UNKNOWN",
    element: `option ${JSON.stringify(name.slice(0, 100))}`,
    what: "There is no such option",
    fix: `If it belongs to the option before it, put + between the names: ${list.slice(0, 100)}+${name.slice(0, 100)}`,
  };
}

function unknownOption(name: string): Problem {
  const names = optionTable.map((row) => row.name);
  const nearest = nearestName(name.toLowerCase().replaceAll("-", "_"), names);
  return {
    code: "OPTION_UNKNOWN",
    element: `option ${JSON.stringify(name.slice(0, 100))}`,
    what: "There is no such option",
    fix: nearest === undefined ? `The options are ${names.join(", ")}` : `Did you mean ${nearest}?`,
  };
}
