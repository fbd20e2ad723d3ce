import { fieldsOf, isFields, type Fields } from "../folder/json-fields.js";

/** What a package.json gets, and what of it was not added since it says something else. */
export interface PackageAdditions {
  /** Undefined where nothing is missing. */
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

const scripts: Readonly<Record<string, string>> = {
  generate: "buf generate && stratus clean",
  "generate:check": "npm run generate && git add --intent-to-add sdk && git diff --exit-code -- sdk",
};

/** A package.json for a repository that has none. */
export function newPackage(name: string, tools: ToolVersions): string {
  return print({
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    scripts,
    devDependencies: dependencies(tools),
  });
}

/**
 * Adds what is missing: scripts and tools. What is there stays, as do the indent and the order.
 * @throws Error where the text is not the JSON of a package.
 */
export function completedPackage(text: string, tools: ToolVersions): PackageAdditions {
  const given = parse(text);
  const installed = ["dependencies", "devDependencies", "optionalDependencies"].map((name) =>
    readFields(given, name),
  );
  const missingTools = Object.entries(dependencies(tools)).filter(
    ([name]) => !installed.some((one) => Object.hasOwn(one, name)),
  );
  const own = readFields(given, "scripts");
  const missingScripts = Object.entries(scripts).filter(([name]) => !Object.hasOwn(own, name));
  const kept = Object.entries(scripts).flatMap(([name, script]) =>
    Object.hasOwn(own, name) && own[name] !== script ? [`script ${name}`] : [],
  );
  const added = [
    ...missingScripts.map(([name]) => `script ${name}`),
    ...missingTools.map(([name]) => `devDependency ${name}`),
  ];
  if (added.length === 0) return { text: undefined, added, kept };
  const completed = {
    ...given,
    ...(missingScripts.length > 0 && { scripts: { ...own, ...Object.fromEntries(missingScripts) } }),
    ...(missingTools.length > 0 && {
      devDependencies: { ...readFields(given, "devDependencies"), ...Object.fromEntries(missingTools) },
    }),
  };
  return { text: print(completed, /^([ \t]+)"/m.exec(text)?.[1]), added, kept };
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

/** The name in a package.json; undefined where there is none. */
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

function print(value: object, indent = "  "): string {
  return `${JSON.stringify(value, undefined, indent)}\n`;
}
