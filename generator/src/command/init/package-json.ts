import { CommandError } from "../../kit/problem.js";
import { applyEdits, modify } from "jsonc-parser";
import { idleScripts, type PackageManager } from "./package-manager.js";
import { parseFields, isFields, type Fields } from "../folder/json-fields.js";

/** The additions to a package.json. */
export interface PackageAdditions {
  /** The new text; undefined if nothing is missing. */
  readonly text: string | undefined;
  readonly added: readonly string[];
  readonly unchanged: readonly string[];
}

/** The versions of the tools that generate an SDK. */
export interface ToolVersions {
  readonly stratus: string;
  readonly buf: string;
  /** Version of ts-morph, which api.md and `stratus diff` need, and which npm only installs if package.json names it. */
  readonly tsMorph: string;
}

/** The version of buf that this repository uses. */
export const testedBuf = "1.75.0";

/** Scripts whose names no other tool uses. */
const scripts: Readonly<Record<string, string>> = {
  "sdk:generate": "buf generate && stratus clean",
  "sdk:check": "sh sdk.sh strict",
};

/** Creates a package.json for a repository that has none. */
export function createPackage(name: string, tools: ToolVersions, { refusal }: PackageManager): string {
  return print({
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    scripts,
    devDependencies: listDependencies(tools),
    ...(refusal && {
      [refusal.property]: Object.fromEntries(idleScripts.map((one) => [one, refusal.value])),
    }),
  });
}

/** Creates the package.json of the SDK before it is generated. */
export function createWorkspacePackage(name: string): string {
  return print({ name, version: "0.0.0", private: true });
}

/** One addition, with its path in the JSON and its label in the report. */
interface Addition {
  readonly path: readonly (string | number)[];
  readonly value: string | object | false;
  readonly label: string;
}

/**
 * Adds missing scripts and tools, settings that disable the tools' install scripts, and in a repository with workspaces
 * the SDK as one of them. Existing lines do not change.
 *
 * @throws Error if the text is not the JSON object of a package.
 */
export function completePackage(
  text: string,
  tools: ToolVersions,
  { refusal }: PackageManager,
): PackageAdditions {
  const given = parse(text);
  const installed = ["dependencies", "devDependencies", "optionalDependencies"].map((name) =>
    readFields(given, name),
  );
  const own = readFields(given, "scripts");
  const additions: readonly Addition[] = [
    ...Object.entries(scripts)
      .filter(([name]) => !Object.hasOwn(own, name))
      .map(([name, value]) => ({ path: ["scripts", name], value, label: `script ${name}` })),
    ...Object.entries(listDependencies(tools))
      .filter(([name]) => !installed.some((one) => Object.hasOwn(one, name)))
      .map(([name, value]) => ({ path: ["devDependencies", name], value, label: `devDependency ${name}` })),
    ...(refusal ? addRefusals(readFields(given, refusal.property), refusal) : []),
    ...addWorkspace(given),
  ];
  const unchanged = Object.entries(scripts).flatMap(([name, script]) =>
    Object.hasOwn(own, name) && own[name] !== script ? [`script ${name}`] : [],
  );
  return {
    text: additions.length === 0 ? undefined : additions.reduce(insertAddition, text),
    added: additions.map(({ label }) => label),
    unchanged,
  };
}

/** Adds settings that disable install scripts, for tools that package.json does not mention. */
function addRefusals(
  present: Fields,
  { property, value }: NonNullable<PackageManager["refusal"]>,
): readonly Addition[] {
  return idleScripts
    .filter((name) => !Object.hasOwn(present, name))
    .map((name) => ({ path: [property, name], value, label: `${property} ${name}` }));
}

/** The label of the addition of the SDK as a workspace. */
export const sdkWorkspace = "workspace sdk";

/** Adds the SDK as a workspace, if the repository has workspaces and none of them contains it. */
function addWorkspace(given: Fields): readonly Addition[] {
  const list = readWorkspaces(given);
  if (!list || list.some(coversSdk)) return [];
  const path = ["workspaces", ...(isFields(given["workspaces"]) ? ["packages"] : []), list.length];
  return [{ path, value: "sdk", label: sdkWorkspace }];
}

/** Returns whether the workspaces of a package.json contain the SDK. */
export function hasSdkWorkspace(text: string | undefined): boolean {
  return text !== undefined && (readWorkspaces(parse(text))?.some(coversSdk) ?? false);
}

function readWorkspaces({ workspaces }: Fields): readonly unknown[] | undefined {
  const list = isFields(workspaces) ? workspaces["packages"] : workspaces;
  return Array.isArray(list) ? list : undefined;
}

/** Returns whether a workspace pattern matches a folder `sdk` at the top. */
export function coversSdk(pattern: unknown): boolean {
  return typeof pattern === "string" && /^(?:\.\/)?(?:sdk|\*\*?)\/?$/.test(pattern);
}

/** Inserts a value at a path of the JSON text, and changes nothing else. */
function insertAddition(given: string, { path, value }: Addition): string {
  const [, mark = "", text = given] = /^(\uFEFF)([^]*)$/.exec(given) ?? [];
  const [, indent = "  "] = /^([ \t]+)"/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  const isInsertion = typeof path.at(-1) === "number";
  const options = { formattingOptions, isArrayInsertion: isInsertion };
  return mark + applyEdits(text, modify(text, [...path], value, options));
}

/** Creates the package.json overlay of the SDK, with license, author and links from that of the repository. */
export function createOverlay(text: string | undefined, session: string): string {
  const given = text === undefined ? {} : parse(text);
  const present = ["license", "author", "repository", "homepage", "bugs"].filter(
    (name) => given[name] !== undefined,
  );
  return print({
    version: "0.1.0",
    description: `TypeScript SDK of the ${session} API`,
    license: "UNLICENSED",
    keywords: ["sdk", "grpc"],
    ...Object.fromEntries(present.map((name) => [name, given[name]])),
  });
}

/** Reads the name in a package.json; undefined if it has none. */
export function readName(text: string | undefined): string | undefined {
  const name = text === undefined ? undefined : parse(text)["name"];
  return typeof name === "string" && name !== "" ? name : undefined;
}

function listDependencies({ stratus, buf, tsMorph }: ToolVersions): Readonly<Record<string, string>> {
  return { "@bufbuild/buf": buf, "protoc-gen-stratus": stratus, "ts-morph": tsMorph };
}

function parse(text: string): Fields {
  const fields = parseFields(text);
  if (!fields)
    throw new CommandError(
      "FILE_INVALID",
      "package.json is not the JSON object of a package. Correct it first",
    );
  return fields;
}

function readFields(given: Fields, name: string): Fields {
  const value = given[name];
  return isFields(value) ? value : {};
}

function print(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
