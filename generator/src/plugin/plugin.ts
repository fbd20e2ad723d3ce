/**
 * The pipeline of the buf plugin: request, options, descriptors, model, views, pages, files. Outputs that an option turns
 * on are in `optional-outputs.ts`.
 */
import { generateCodecs } from "./codecs/codecs.js";
import { codecNames } from "./codecs/names.js";
import { emit } from "../kit/emit/emit.js";
import type { OutputFile } from "../kit/emit/file.js";
import { addFileList } from "../kit/emit/file-list.js";
import { createResponse, createErrorResponse } from "../kit/emit/response.js";
import { formatCount } from "../kit/text/format-count.js";
import type { Api, Service } from "./model/api.js";
import { describeApi, type Described } from "./model/describe.js";
import { makeExamples } from "./model/examples.js";
import { describeTypes } from "./model/guide-types.js";
import { describeKind } from "./model/kind.js";
import { describeHints } from "./model/hints.js";
import { createLineOf } from "./model/declaration-lines.js";
import { describeInexactNumbers } from "./model/inexact-numbers.js";
import { describeUncheckedRules } from "./model/unchecked-rules.js";
import { describeMissingUpdateFields } from "./model/missing-update-fields.js";
import { neutralApi } from "./model/neutral.js";
import { parseOptions, type Options } from "./options.js";
import { Problems } from "../kit/problem.js";
import { neutralRequest } from "./read/neutral.js";
import {
  type Configuration,
  configurationText,
  loadConfiguration,
  parseConfiguration,
} from "./read/configuration.js";
import { overlayVersion, readOverlay, type Overlay } from "./read/overlay.js";
import { findPartialProblems } from "./read/partial.js";
import { readRequest, type Request } from "./read/request.js";
import { linkSchema, type Schema } from "./read/schema.js";
import { loadNamesFile, readNamesText } from "./read/names-file.js";
import { describeClashes, type RecordedNames } from "./model/name-registry.js";
import { readGeneratorPackage } from "../kit/generator-package.js";
import type { Part } from "../kit/render/page.js";
import { packageRenderer } from "../kit/render/render.js";
import { clientSections, type ClientSection } from "./view/client.js";
import { descriptorPages } from "./view/descriptors.js";
import { resolveLayout } from "./view/modules.js";
import { sdkPages } from "./view/sdk.js";
import { addApiPage, printGuide, verifyShape, generateTsProtoCodecs } from "./optional-outputs.js";

/** Receives warnings. They do not fail the run. */
export type Warn = (warning: string) => void;

const ignoreWarning: Warn = () => undefined;

/**
 * Runs the plugin: takes an encoded CodeGeneratorRequest and returns an encoded CodeGeneratorResponse. If the request
 * has problems, the response contains them and no files, as the plugin protocol requires.
 *
 * @param warn Receives warnings, such as how many validation rules only the server checks. Default: warnings are
 * dropped.
 */
export async function run(request: Uint8Array, warn = ignoreWarning): Promise<Uint8Array> {
  try {
    return createResponse(await generate(request, warn));
  } catch (error) {
    return createErrorResponse(describeFailure(error));
  }
}

/**
 * Generates the files of an SDK.
 *
 * @param recorded The inputs of another run, as its output contains them. Default: reads the files that the options name.
 * @throws Problems if the request, its options or the API do not allow an SDK.
 */
export async function generate(
  bytes: Uint8Array,
  warn = ignoreWarning,
  recorded?: RecordedInputs,
): Promise<readonly OutputFile[]> {
  const request = readRequest(bytes);
  const options = parseOptions(request.parameter);
  const partial = options.allowsPartial ? [] : findPartialProblems(request);
  if (partial.length > 0) throw new Problems(partial);
  const configuration =
    recorded?.configuration === undefined
      ? await loadConfiguration(options)
      : parseConfiguration(recorded.configuration);
  const names =
    recorded === undefined
      ? await loadNamesFile(options.since)
      : recorded.names === undefined
        ? undefined
        : readNamesText(recorded.names, "descriptors");
  const inputs = { configuration, recorded: names, acceptsMissing: recorded !== undefined };
  const files = await makeFiles(request, options, { ...inputs, warn });
  if (options.isVerified) {
    // Pages and documentation contain no code.
    const sources = { ...options, hasDocs: false, hasApiPage: false };
    await verifyShape(
      files,
      await makeFiles(neutralRequest(request), sources, { ...inputs, soften: neutralApi }),
    );
  }
  return files;
}

/** The inputs of a run that its output contains. */
export interface RecordedInputs {
  /** The contents of the files beside the protos; undefined if there were none. */
  readonly configuration?: string | undefined;
  /** The names that only a names file explains; undefined if there were none. */
  readonly names?: string | undefined;
}

/** Inputs of the pipeline other than the request. */
interface PipelineInputs {
  readonly configuration: Configuration;
  /** The names that earlier releases gave; undefined if no option names a file. */
  readonly recorded: RecordedNames | undefined;
  /** Accepts services without a name among those with one, as older versions did. */
  readonly acceptsMissing: boolean;
  /** Replaces texts of the API before they are printed, for the check for injected code. */
  readonly soften?: (api: Api) => Api;
  /** Receives warnings about validation rules. Default: warnings are dropped. */
  readonly warn?: Warn;
}

/** The pipeline: request, descriptors, model, views, pages, files. */
async function makeFiles(
  request: Request,
  given: Options,
  { configuration, recorded, acceptsMissing, soften = (api) => api, warn = ignoreWarning }: PipelineInputs,
): Promise<readonly OutputFile[]> {
  const schema = linkSchema(request);
  const more = given.packageJson === undefined ? new Map() : await readOverlay(given.packageJson);
  const options = withVersion(given, more);
  const described = describeApi(schema, codecNames, { ...options, configuration, acceptsMissing, recorded });
  const api = soften(described.api);
  const { annotations } = described;
  warnAboutApi(warn, described, schema, options);

  const { version: runtimeVersion } = readGeneratorPackage();
  const renderer = packageRenderer();
  const render = ({ template, view }: Part): string => renderer.render(template, view);
  const examples = makeExamples(described);
  const types = describeTypes({ ...described, ...schema, examples });
  const hintsOf = describeHints({ annotations, options: schema.options, names: described.names });
  const engine = await generateTsProtoCodecs(described, options);
  const clients = options.hasClients ? clientSections(api) : new Map<string, ClientSection>();
  const codecs = generateCodecs({
    ...described,
    files: described.moduleFiles,
    source: schema.source,
    hintsOf,
    importExtension: options.importExtension,
    hasCodecs: options.hasCodecs,
    hasJsonTypes: options.hasJsonTypes,
    foreignCodec: engine?.codec,
    sectionOf: (file) => {
      const section = clients.get(described.names.module(file));
      return section && { ...section, print: (imports) => render(section.part(imports)) };
    },
    runtime: resolveLayout(options).messages,
    aip: resolveLayout(options).aip,
  });
  const packages = engine ? [engine.wireRuntime] : [];
  const pages = [
    ...sdkPages(api, options, { runtimeVersion, packages, more, examples, types }),
    ...descriptorPages(described, configurationText(configuration), options, runtimeVersion),
  ];
  const origin = { original: described.api, lineOf: createLineOf(described.moduleFiles, schema.source) };
  const guide = await printGuide({ api, types, examples, since: recorded, ...origin }, options, render);

  function* print(): Iterable<OutputFile> {
    yield* placed(codecs, options);
    yield* placed(engine?.files ?? [], options);
    for (const page of pages) yield { path: page.path, text: render(page) };
    yield* guide;
  }
  return addFileList(await emit(await addApiPage(print(), options)), contentOf(api));
}

/** Reports what is worth knowing about an API and is not an error. */
function warnAboutApi(warn: Warn, described: Described, schema: Schema, options: Options): void {
  const { annotations, api, names } = described;
  warnAll(warn, [
    options.hasClients ? describeKind(api.wiring, options.kind, servicesOf(api)) : undefined,
    describeClashes(names.registry.clashes, options.since),
    describeUncheckedRules(described.codecFiles, annotations),
    describeInexactNumbers(described.codecFiles),
    options.hasClients
      ? describeMissingUpdateFields(described.moduleFiles, schema.options, annotations)
      : undefined,
  ]);
}

function servicesOf({ packages }: Api): readonly Service[] {
  return packages.flatMap(({ files }) => files.flatMap(({ services }) => services));
}

/** Describes the contents of an SDK: `2 services, 7 methods`. */
function contentOf(api: Api): string {
  const files = api.packages.flatMap((one) => one.files);
  const services = servicesOf(api);
  if (services.length === 0) return formatCount(files.flatMap((one) => one.messages).length, "message");
  const methods = services.flatMap((one) => one.methods);
  return `${formatCount(services.length, "service")}, ${formatCount(methods.length, "method")}`;
}

/** Returns the options with the version of the file of `package_json`, if it has one. */
function withVersion(options: Options, more: Overlay): Options {
  const said = options.hasPackageVersion ? options.packageVersion : undefined;
  const version = overlayVersion(options.packageJson ?? "", more, said);
  return version === undefined ? options : { ...options, packageVersion: version };
}

function* placed(files: Iterable<OutputFile>, options: Options): Iterable<OutputFile> {
  const { root } = resolveLayout(options);
  for (const file of files) yield { ...file, path: `${root}${file.path}` };
}

function describeFailure(error: unknown): string {
  if (error instanceof Problems) return error.message;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `protoc-gen-stratus failed unexpectedly. Please report this: [INTERNAL_ERROR]\n${reason}`;
}

function warnAll(warn: Warn, warnings: readonly (string | false | undefined)[]): void {
  for (const one of warnings) if (one !== undefined && one !== false) warn(one);
}
