import { emit } from "../kit/emit/emit.js";
import { InvalidCode } from "../kit/emit/format.js";
import type { OutputFile } from "../kit/emit/file.js";
import { loadWith } from "../kit/optional-package.js";
import { Problems, type Problem } from "../kit/problem.js";
import type { Page } from "../kit/render/page.js";
import { ownRenderer } from "../kit/render/render.js";
import { findBroken } from "./broken-code.js";
import { descriptionFile, type CarriedOptions } from "./carried-description.js";
import { carriedFiles, carriedEntry, extensionFiles, guideFormFiles } from "./carried-files.js";
import { documentPart } from "./described-part.js";
import { printOpenapiTypes, type OpenapiTypes } from "./openapi-types.js";
import { readApi, type BrokenPart } from "./model/model.js";
import { lockFile, NameLock } from "./model/name-lock.js";
import type { RestApi } from "./model/rest-api.js";
import type { SchemaOptions } from "./model/schemas.js";
import type { Selection } from "./model/selection.js";
import { checkExports, readExtension, type Extension, type ExtensionSource } from "./read/extension.js";
import type { OpenFile } from "./read/description-files.js";
import { Findings } from "./read/findings.js";
import { joinFiles } from "./read/join-files.js";
import { checkKeys } from "./read/check-keys.js";
import { readSpecText, type SpecText } from "./read/spec-text.js";
import { convertSwagger } from "./read/swagger/swagger.js";
import type { PackageNames } from "./view/package-names.js";
import { guidePages } from "./view/guide/pages.js";
import { entryPage, entryPath, type Entries } from "./view/package-view.js";
import { makePages } from "./view/pages.js";
import { PlacesWriter } from "./view/places.js";
import { readerFiles } from "./view/readers.js";
import { webhookFiles } from "./view/webhooks.js";

/** A description to generate from. */
export interface SpecSource {
  /** Its name, for messages. */
  readonly file: string;
  /** YAML or JSON. */
  readonly text: string;
  /** Gives the text of another file that the description names; default: none may be named. */
  readonly open?: OpenFile | undefined;
  /** Hand-written TypeScript to join to the package; default: none. */
  readonly extension?: ExtensionSource | undefined;
  /** The lock file of names that the last run left; default: there was none. */
  readonly lock?: string | undefined;
}

/** Options for generating a REST client. */
export interface GenerateOptions extends Partial<Selection>, SchemaOptions {
  /** Fail if anything cannot be generated or checked. */
  readonly isStrict?: boolean;
  /** Also write the public surface as `api.md`. */
  readonly hasApiPage?: boolean;
  /** The API in words is written as data, for tools. */
  readonly hasGuide?: boolean;
  /** The types that openapi-typescript prints are an entry of the package. */
  readonly hasOpenapiTypes?: boolean;
  /** A client that loads each group of operations with its first call is an entry of the package. */
  readonly hasLateGroups?: boolean;
}

/** A generated package. */
export interface Generated {
  readonly files: readonly OutputFile[];
  /** The number of operations in the package. */
  readonly operations: number;
  /** The parts of the API that are not generated, such as `GET /pets`. */
  readonly leftOut: readonly string[];
  /** Reasons why parts are omitted or only partly checked. */
  readonly notes: readonly Problem[];
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
    hasGuide = false,
    hasOpenapiTypes = false,
    hasLateGroups = false,
    include = [],
    exclude = [],
    ...options
  }: GenerateOptions = {},
): Promise<Generated> {
  const file = await readSpecText(source.file, source.text);
  // Most descriptions have one file, and need no second look.
  const { open } = source;
  const isJoined = /\$ref["']?\s*:\s*["']?[^#"'\s]/.test(source.text);
  const spec = convertSwagger(open && isJoined ? await joinFiles(file, open) : file);
  // A look at all of a large description is worth avoiding.
  if (source.text.includes("__proto__")) checkKeys(spec);
  const extension = source.extension && (await readExtension(source.extension, names.packageName));
  const ownNames = [`${names.name}Client`, `${names.name}Error`, `${names.name}Options`];
  const broken: BrokenPart[] = [];
  for (;;) {
    const findings = new Findings();
    const lock = new NameLock(source.lock);
    const api = readApi(spec, {
      ownNames,
      lock,
      findings,
      selection: { include, exclude },
      broken,
      ...options,
    });
    const types = hasOpenapiTypes
      ? await printOpenapiTypes(documentPart(spec.root, api), spec.file)
      : undefined;
    const notes = [...findings.list, ...(types && "problem" in types ? [types.problem] : [])];
    if (isStrict && notes.length > 0) throw new Problems(notes);
    try {
      const entries = { hasGuide, hasLateGroups };
      const all = await printAll({ spec, api, names, lock, extension, entries, types, options });
      const files = await emit(hasApiPage ? await withPage([...all], names) : all);
      const operations = api.groups.reduce((count, group) => count + group.operations.length, 0);
      return { files, operations, leftOut: findings.omitted, notes };
    } catch (error) {
      const part = error instanceof InvalidCode ? findBroken(api, error) : undefined;
      if (!part || broken.length >= maxBroken) throw error;
      broken.push(part);
    }
  }
}

/** A defect of the generator costs the parts that it shows in; more of them are not looked for. */
const maxBroken = 20;

/** All that the files of a package are made of. */
interface PackageParts {
  readonly spec: SpecText;
  readonly api: RestApi;
  readonly names: PackageNames;
  readonly lock: NameLock;
  readonly extension: Extension | undefined;
  readonly entries: Omit<Entries, "hasOpenapiTypes">;
  readonly types: OpenapiTypes | undefined;
  readonly options: CarriedOptions;
}

/** The files of a package, each printed when it is asked for. */
async function printAll(parts: PackageParts): Promise<Iterable<OutputFile>> {
  const { spec, api, names, lock, extension, entries, types, options } = parts;
  const { hasGuide, hasLateGroups } = entries;
  const renderer = ownRenderer();
  const printed = ({ path, template, view, isLaidOut = false }: Page): OutputFile => ({
    path,
    text: renderer.render(template, view),
    isVerbatim: isLaidOut,
  });
  const places = new PlacesWriter(api);
  const errorName = `${names.name}Error`;
  if (extension) {
    const entries = [printed(entryPage(api, names, true)), ...carriedFiles([], errorName)];
    const texts = entries.filter(({ path }) => entryPaths.includes(path)).map(({ text }) => text);
    await checkExports(extension, texts);
  }
  function* all(): Iterable<OutputFile> {
    for (const page of makePages(api, names, {
      isExtended: extension !== undefined,
      ...entries,
      hasOpenapiTypes: types !== undefined && "file" in types,
      places,
    })) {
      yield page.path === "README.md" ? withText(printed(page), extension?.readme ?? "") : printed(page);
    }
    if (hasGuide) for (const page of guidePages(api, names, lastPart(spec.file))) yield printed(page);
    if (types && "file" in types) yield types.file;
    const locked = lock.text();
    yield { path: lockFile, text: locked };
    yield descriptionFile(spec.root, api, names.name, locked, options);
    const parts = [...readerFiles(api.formats), ...places.files, ...webhookFiles(api)];
    yield* carriedFiles([...parts, ...(hasLateGroups ? ["late/group.ts"] : [])], errorName);
    if (hasGuide) yield* guideFormFiles();
    if (extension) yield* extensionFiles(extension);
  }
  return all();
}

/** Files with the page of the public surface behind them. */
async function withPage(files: readonly OutputFile[], names: PackageNames): Promise<Iterable<OutputFile>> {
  // Its parser takes a while to load.
  const needed = { name: "ts-morph", neededBy: "--api-page" };
  const { withApiPage } = await loadWith(needed, () => import("../surface/with-api-page.js"));
  return withApiPage(files, { packageName: names.packageName, writer: "`stratus openapi`" });
}

/** The name of a file without its folder, which is the business of one machine. */
function lastPart(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** The modules of which the package exports what they export. */
const entryPaths: readonly string[] = [entryPath, carriedEntry];

/** A file with more text at its end. */
function withText({ path, text }: OutputFile, more: string): OutputFile {
  return { path, text: more === "" ? text : `${text.trimEnd()}\n\n${more.trimStart()}` };
}
