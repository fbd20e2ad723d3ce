import { emit } from "../kit/emit/emit.js";
import { InvalidCode } from "../kit/emit/format.js";
import type { OutputFile } from "../kit/emit/file.js";
import { loadOptionalPackage } from "../kit/optional-package.js";
import { Problems, type Problem } from "../kit/problem.js";
import type { Page } from "../kit/render/page.js";
import { packageRenderer } from "../kit/render/render.js";
import { findInvalidPart } from "./find-invalid-part.js";
import { createDescriptionFile, type DescriptionOptions } from "./description-file.js";
import { listExtensionFiles, listGuideFiles } from "./copied-files.js";
import { listFeatures } from "./runtime-features.js";
import { RuntimeWriter } from "./runtime-writer.js";
import { filterDescription } from "./filter-description.js";
import { printOpenapiTypes, type OpenapiTypes } from "./openapi-types.js";
import { readApi, type InvalidPart } from "./model/read-api.js";
import { lockFile, NameLock } from "./model/name-lock.js";
import { hasClient, type RestApi } from "./model/rest-api.js";
import type { SchemaOptions } from "./model/schemas.js";
import type { Selection } from "./model/selection.js";
import { checkExports, readExtension, type Extension, type ExtensionSource } from "./read/extension.js";
import type { OpenFile } from "./read/description-files.js";
import { Findings } from "./read/findings.js";
import { joinFiles } from "./read/join-files.js";
import { normalizeDescription } from "./read/normalize/normalize.js";
import { readSpecText, type SpecText } from "./read/spec-text.js";
import { convertSwagger } from "./read/swagger/swagger.js";
import type { PackageNames } from "./view/package-names.js";
import { guidePages } from "./view/guide/guide-pages.js";
import { entryPage, type Entries } from "./view/package-pages.js";
import { listPages } from "./view/list-pages.js";
import { RepresentationsWriter } from "./view/representations.js";

/** A description to generate from. */
export interface SpecSource {
  /** Its name, for messages. */
  readonly file: string;
  /** YAML or JSON. */
  readonly text: string;
  /** Returns the text of another file that the description references. Default: references to other files are problems. */
  readonly open?: OpenFile | undefined;
  /** Hand-written TypeScript to add to the package. Default: none. */
  readonly extension?: ExtensionSource | undefined;
  /** The lock file of the last run. Default: no names are locked. */
  readonly lock?: string | undefined;
}

/** Options for generating a REST client. */
export interface GenerateOptions extends Partial<Selection>, SchemaOptions {
  /** Fail if anything cannot be generated or checked. */
  readonly isStrict?: boolean;
  /** Also write the public surface as `api.md`. */
  readonly hasApiPage?: boolean;
  /** Also write the guide, for tools. */
  readonly hasGuide?: boolean;
  /** Also write the types of openapi-typescript, as an entry point. */
  readonly hasOpenapiTypes?: boolean;
  /** Also write a client that loads each group of operations on its first call, as an entry point. */
  readonly hasLazyGroups?: boolean;
  /** Also write hooks for OpenTelemetry, as an entry point. */
  readonly hasOpenTelemetry?: boolean;
  /** Also write Standard Schemas of the types, as an entry point. */
  readonly hasStandardSchema?: boolean;
  /** Also write a `fetch` for tests, as an entry point. */
  readonly hasTesting?: boolean;
}

/** A generated package. */
export interface GeneratedPackage {
  readonly files: readonly OutputFile[];
  /** The number of operations in the package. */
  readonly operations: number;
  /** The parts of the API that are not generated, such as `GET /pets`. */
  readonly omitted: readonly string[];
  /** Reasons why parts are omitted or only partly checked. */
  readonly warnings: readonly Problem[];
}

/**
 * Generates the package of a REST client from an OpenAPI 3 description. The
 * same description, names, lock and extension give the same bytes.
 *
 * The pass is a pipeline with the same layers as the plugin's: `read/` parses
 * documents and keeps positions, `model/` resolves the API, `view/` turns it
 * into source text, and the templates of `templates/rest` lay it out. The pass
 * then adds the files that are copied rather than generated: the runtime and
 * the extension. It omits and notes an operation that cannot be generated, also
 * if its code is not valid TypeScript. Other operations are not affected.
 * @throws Problems with file, line and path if the package cannot be generated.
 */
export async function generateRestClient(
  source: SpecSource,
  names: PackageNames,
  {
    isStrict = false,
    hasApiPage = false,
    hasGuide,
    hasOpenapiTypes = false,
    hasLazyGroups,
    hasOpenTelemetry,
    hasStandardSchema,
    hasTesting,
    include = [],
    exclude = [],
    ...options
  }: GenerateOptions = {},
): Promise<GeneratedPackage> {
  const requested = { hasGuide, hasLazyGroups, hasOpenTelemetry, hasStandardSchema, hasTesting };
  const file = await readSpecText(source.file, source.text);
  // Most descriptions have one file.
  const { open } = source;
  const hasOtherFiles = /\$ref["']?\s*:\s*["']?[^#"'\s]/.test(source.text);
  const described = convertSwagger(open && hasOtherFiles ? await joinFiles(file, open) : file);
  const { spec, notes } = normalizeDescription(described, options.isStrictNullable === true);
  const extension = source.extension && (await readExtension(source.extension, names.packageName));
  const reservedNames = [`${names.name}Client`, `${names.name}Error`, `${names.name}Options`];
  const hasNotFoundRule = extension?.exports.some(({ name }) => name === "isNotFound") === true;
  const invalidParts: InvalidPart[] = [];
  for (;;) {
    const findings = new Findings(described.problems);
    for (const note of notes) findings.add(note);
    const lock = new NameLock(source.lock);
    const read = readApi(spec, {
      reservedNames,
      lock,
      location: /^https?:/i.test(spec.file) ? spec.file : undefined,
      findings,
      selection: { include, exclude },
      invalidParts,
      ...options,
    });
    const api = { ...read, hasNotFoundRule };
    const types = hasOpenapiTypes
      ? await printOpenapiTypes(filterDescription(spec.root, api), spec.file)
      : undefined;
    const warnings = [...findings.list, ...(types && "problem" in types ? [types.problem] : [])];
    if (isStrict && warnings.length > 0) throw new Problems(warnings);
    try {
      const entries = selectEntries(requested, hasClient(api));
      const all = await printFiles({ spec: described, api, names, lock, extension, entries, types, options });
      const files = await emit(hasApiPage ? await addApiPage([...all], names) : all);
      const operations = api.groups.reduce((count, group) => count + group.operations.length, 0);
      return { files, operations, omitted: findings.omitted, warnings };
    } catch (error) {
      const part = error instanceof InvalidCode ? findInvalidPart(api, error) : undefined;
      if (!part || invalidParts.length >= maxInvalidParts) throw error;
      invalidParts.push(part);
    }
  }
}

type OptionalEntries = Omit<Entries, "hasOpenapiTypes">;
type RequestedEntries = { readonly [Name in keyof OptionalEntries]: boolean | undefined };

/** Returns the optional entry points of a package. Without a client, there is one for the schemas alone. */
function selectEntries(requested: RequestedEntries, hasClient: boolean): OptionalEntries {
  return {
    hasGuide: hasClient && requested.hasGuide === true,
    hasLazyGroups: hasClient && requested.hasLazyGroups === true,
    hasOpenTelemetry: hasClient && requested.hasOpenTelemetry === true,
    hasStandardSchema: requested.hasStandardSchema === true,
    hasTesting: hasClient && requested.hasTesting === true,
  };
}

/** How many parts with invalid code are left out before generation fails. */
const maxInvalidParts = 20;

/** The inputs of a package's files. */
interface PackageInputs {
  readonly spec: SpecText;
  readonly api: RestApi;
  readonly names: PackageNames;
  readonly lock: NameLock;
  readonly extension: Extension | undefined;
  readonly entries: Omit<Entries, "hasOpenapiTypes">;
  readonly types: OpenapiTypes | undefined;
  readonly options: DescriptionOptions;
}

/** Prints the files of a package lazily. */
async function printFiles(parts: PackageInputs): Promise<Iterable<OutputFile>> {
  const { spec, api, names, lock, extension, entries, types, options } = parts;
  const { hasGuide } = entries;
  const renderer = packageRenderer();
  const printed = ({ path, template, view, isLaidOut = false }: Page): OutputFile => ({
    path,
    text: renderer.render(template, view),
    isVerbatim: isLaidOut,
  });
  const representations = new RepresentationsWriter(api);
  const runtime = new RuntimeWriter(`${names.name}Error`, listFeatures(api));
  if (extension) {
    const texts = [printed(entryPage(api, names, true)).text, hasClient(api) ? runtime.allExports() : ""];
    await checkExports(extension, texts);
  }
  function* all(): Iterable<OutputFile> {
    const entryFiles: OutputFile[] = [];
    for (const page of listPages(api, names, {
      isExtended: extension !== undefined,
      ...entries,
      hasOpenapiTypes: types !== undefined && "file" in types,
      representations,
    })) {
      const file = runtime.rewrite(printed(page));
      if (runtime.isEntry(file)) entryFiles.push(file);
      else yield page.path === "README.md" ? appendText(file, extension?.readme ?? "") : file;
    }
    if (hasGuide) for (const page of guidePages(api, names, toFileName(spec.file))) yield printed(page);
    if (types && "file" in types) yield types.file;
    const locked = lock.text();
    yield { path: lockFile, text: locked };
    yield createDescriptionFile(spec.root, api, names.name, locked, options);
    for (const file of entryFiles) yield runtime.addExports(file);
    yield* runtime.files();
    if (hasGuide) yield* listGuideFiles();
    if (extension) yield* listExtensionFiles(extension);
  }
  return all();
}

/** Adds the page of the public surface. */
async function addApiPage(files: readonly OutputFile[], names: PackageNames): Promise<Iterable<OutputFile>> {
  // Loaded on demand, because the parser is large.
  const needed = { name: "ts-morph", neededBy: "--api-page" };
  const { addApiPage } = await loadOptionalPackage(needed, () => import("../surface/add-api-page.js"));
  return addApiPage(files, { packageName: names.packageName, writer: "`stratus openapi`" });
}

/** Returns the name of a file without its folder, because the path differs between machines. */
function toFileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** Appends text to a file. */
function appendText({ path, text }: OutputFile, more: string): OutputFile {
  return { path, text: more === "" ? text : `${text.trimEnd()}\n\n${more.trimStart()}` };
}
