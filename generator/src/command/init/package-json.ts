import { applyEdits, modify } from "jsonc-parser";
import { idleScripts, type PackageManager } from "./package-manager.js";
import { fieldsOf, isFields, type Fields } from "../folder/json-fields.js";

/** What a package.json gets, and what of it was not added since it says something else. */
export interface PackageAdditions {
  /** Undefined if nothing is missing. */
  readonly text: string | undefined;
  readonly added: readonly string[];
  readonly kept: readonly string[];
}

/** The tools of a generation with their versions. */
export interface ToolVersions {
  readonly stratus: string;
  readonly buf: string;
  /** Of the package that api.md and `stratus diff` need, which npm installs only if it is named. */
  readonly tsMorph: string;
}

/** The version of buf that this repository generates with. */
export const testedBuf = "1.75.0";

/** Names that no other tool has. */
const scripts: Readonly<Record<string, string>> = {
  "sdk:generate": "buf generate && stratus clean",
  "sdk:check": "sh sdk.sh strict",
};

/** A package.json for a repository that has none. */
export function newPackage(name: string, tools: ToolVersions, { refusal }: PackageManager): string {
  return print({
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    scripts,
    devDependencies: dependencies(tools),
    ...(refusal && {
      [refusal.property]: Object.fromEntries(idleScripts.map((one) => [one, refusal.value])),
    }),
  });
}

/** The package.json of the SDK before it is generated. */
export function newWorkspacePackage(name: string): string {
  return print({ name, version: "0.0.0", private: true });
}

/** One addition: where it goes, and what is said of it. */
interface Addition {
  readonly path: readonly (string | number)[];
  readonly value: string | object | false;
  readonly words: string;
}

/**
 * Adds what is missing: scripts and tools, which of their install scripts do not run, and in a repository with
 * workspaces the SDK as one of them. Every line that is there stays as it is.
 *
 * @throws Error if the text is not the JSON of a package.
 */
export function completedPackage(
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
      .map(([name, value]) => ({ path: ["scripts", name], value, words: `script ${name}` })),
    ...Object.entries(dependencies(tools))
      .filter(([name]) => !installed.some((one) => Object.hasOwn(one, name)))
      .map(([name, value]) => ({ path: ["devDependencies", name], value, words: `devDependency ${name}` })),
    ...(refusal ? refusalAdditions(readFields(given, refusal.property), refusal) : []),
    ...workspaceAddition(given),
  ];
  const kept = Object.entries(scripts).flatMap(([name, script]) =>
    Object.hasOwn(own, name) && own[name] !== script ? [`script ${name}`] : [],
  );
  return {
    text: additions.length === 0 ? undefined : additions.reduce(inserted, text),
    added: additions.map(({ words }) => words),
    kept,
  };
}

/** The lines that keep the tools' install scripts from running, for those that package.json does not mention. */
function refusalAdditions(
  said: Fields,
  { property, value }: NonNullable<PackageManager["refusal"]>,
): readonly Addition[] {
  return idleScripts
    .filter((name) => !Object.hasOwn(said, name))
    .map((name) => ({ path: [property, name], value, words: `${property} ${name}` }));
}

/** The words for the SDK as a workspace. */
export const sdkWorkspace = "workspace sdk";

/** The SDK as a workspace, if the repository has some and none of them is it already. */
function workspaceAddition(given: Fields): readonly Addition[] {
  const list = workspacesIn(given);
  if (!list || list.some(coversSdk)) return [];
  const path = ["workspaces", ...(isFields(given["workspaces"]) ? ["packages"] : []), list.length];
  return [{ path, value: "sdk", words: sdkWorkspace }];
}

/** Whether a package.json has the SDK among its workspaces. */
export function hasSdkWorkspace(text: string | undefined): boolean {
  return text !== undefined && (workspacesIn(parse(text))?.some(coversSdk) ?? false);
}

function workspacesIn({ workspaces }: Fields): readonly unknown[] | undefined {
  const list = isFields(workspaces) ? workspaces["packages"] : workspaces;
  return Array.isArray(list) ? list : undefined;
}

/** A pattern of workspaces that takes in a folder `sdk` at the top. */
export function coversSdk(pattern: unknown): boolean {
  return typeof pattern === "string" && /^(?:\.\/)?(?:sdk|\*\*?)\/?$/.test(pattern);
}

/** The text with a value at a place; all else stays. */
function inserted(given: string, { path, value }: Addition): string {
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

/** What a generated package says of itself, as far as the repository's package.json does. */
export function overlayOf(text: string | undefined, session: string): string {
  const given = text === undefined ? {} : parse(text);
  const said = ["license", "author", "repository", "homepage", "bugs"].filter(
    (name) => given[name] !== undefined,
  );
  return print({
    version: "0.1.0",
    description: `TypeScript SDK of the ${session} API`,
    license: "UNLICENSED",
    keywords: ["sdk", "grpc"],
    ...Object.fromEntries(said.map((name) => [name, given[name]])),
  });
}

/** The name in a package.json; undefined if there is none. */
export function nameIn(text: string | undefined): string | undefined {
  const name = text === undefined ? undefined : parse(text)["name"];
  return typeof name === "string" && name !== "" ? name : undefined;
}

function dependencies({ stratus, buf, tsMorph }: ToolVersions): Readonly<Record<string, string>> {
  return { "@bufbuild/buf": buf, "protoc-gen-stratus": stratus, "ts-morph": tsMorph };
}

function parse(text: string): Fields {
  const fields = fieldsOf(text);
  if (!fields) throw new Error("package.json is not the JSON of a package: correct it first");
  return fields;
}

function readFields(given: Fields, name: string): Fields {
  const value = given[name];
  return isFields(value) ? value : {};
}

function print(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
