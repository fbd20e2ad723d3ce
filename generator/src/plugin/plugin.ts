/**
 * The buf plugin from top to bottom: request, options, descriptors, model, views, pages, files. The parts
 * that few runs ask for are in `wings.ts`.
 */
import { generateCodecs } from "./codecs/codecs.js";
import { formNames } from "./codecs/form-names.js";
import { codecNames } from "./codecs/names.js";
import { emit } from "../kit/emit/emit.js";
import type { OutputFile } from "../kit/emit/file.js";
import { withFileList } from "../kit/emit/file-list.js";
import { responseWith, responseWithError } from "../kit/emit/response.js";
import { counted } from "../kit/text/counted.js";
import type { Api } from "./model/api.js";
import { describeApi } from "./model/describe.js";
import { makeExamples } from "./model/examples.js";
import { describeTypes } from "./model/guide-types.js";
import { describeHints } from "./model/hints.js";
import { linesOf } from "./model/lines.js";
import { noteLeftRules } from "./model/left-rules.js";
import { noteLackingFields } from "./model/lacking-fields.js";
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
import { linkSchema } from "./read/schema.js";
import { readOwnPackage } from "../kit/own-package.js";
import type { Part } from "../kit/render/page.js";
import { ownRenderer } from "../kit/render/render.js";
import { clientSections, type ClientSection } from "./view/client.js";
import { descriptorPages } from "./view/descriptors.js";
import { layoutOf } from "./view/modules.js";
import { sdkPages } from "./view/sdk.js";
import { addApiPage, printGuide, requireSameShape, startEngine } from "./wings.js";

/** Tells the person who generates something that is worth knowing and is not a problem. */
export type Tell = (note: string) => void;

const inSilence: Tell = () => undefined;

/**
 * The plugin: an encoded CodeGeneratorRequest in, an encoded
 * CodeGeneratorResponse out. What is wrong with the request is said in the
 * response, as the plugin protocol asks; nothing is written then.
 *
 * @param tell Takes notes, such as how many rules of the API clients leave to the server. Default: nobody is told.
 */
export async function run(request: Uint8Array, tell = inSilence): Promise<Uint8Array> {
  try {
    return responseWith(await generate(request, tell));
  } catch (error) {
    return responseWithError(describeFailure(error));
  }
}

/**
 * Generates the files of an SDK.
 *
 * @param carried The contents of the files beside the protos, as another output carries it. Default: the options name them.
 * @throws Problems if the request, its options or the API do not allow an SDK.
 */
export async function generate(
  bytes: Uint8Array,
  tell = inSilence,
  carried?: string,
): Promise<readonly OutputFile[]> {
  const request = readRequest(bytes);
  const options = parseOptions(request.parameter);
  const partial = options.allowsPartial ? [] : findPartialProblems(request);
  if (partial.length > 0) throw new Problems(partial);
  const configuration =
    carried === undefined ? await loadConfiguration(options) : parseConfiguration(carried);
  const files = await makeFiles(request, options, { configuration, tell });
  if (options.isVerified) {
    // Of sources: the other files hold no code.
    const sources = { ...options, hasDocs: false, hasApiPage: false };
    await requireSameShape(
      files,
      await makeFiles(neutralRequest(request), sources, { configuration, soften: neutralApi }),
    );
  }
  return files;
}

/** Knowledge of the pipeline beside the request. */
interface Making {
  readonly configuration: Configuration;
  /** A change of the texts of the API before they are printed, since the gate compares what comes of it. */
  readonly soften?: (api: Api) => Api;
  /** A listener for what clients leave to the server. */
  readonly tell?: Tell;
}

/** The pipeline: request, descriptors, model, views, pages, files. */
async function makeFiles(
  request: Request,
  given: Options,
  { configuration, soften = (api) => api, tell = inSilence }: Making,
): Promise<readonly OutputFile[]> {
  const schema = linkSchema(request);
  const more = given.packageJson === undefined ? new Map() : await readOverlay(given.packageJson);
  const options = withVersion(given, more);

  const described = describeApi(schema, codecNames, { ...options, configuration });
  const api = soften(described.api);
  const { statements } = described;
  tellAll(tell, [
    noteLeftRules(described.codecFiles, statements),
    options.hasClients ? noteLackingFields(described.moduleFiles, schema.options, statements) : undefined,
  ]);

  const { version: runtimeVersion } = readOwnPackage();
  const renderer = ownRenderer();
  const render = ({ template, view }: Part): string => renderer.render(template, view);
  const examples = makeExamples(described);
  const types = describeTypes({ ...described, ...schema, forms: formNames, examples });
  const hintsOf = describeHints({ statements, options: schema.options, names: described.names }, formNames);
  const engine = await startEngine(described, options);
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
    runtime: layoutOf(options).messages,
    aip: layoutOf(options).aip,
  });
  const packages = engine ? [engine.wireRuntime] : [];
  const pages = [
    ...sdkPages(api, options, { runtimeVersion, packages, more, examples, types }),
    ...descriptorPages(described.descriptors, configurationText(configuration), options, runtimeVersion),
  ];
  const known = { original: described.api, lineOf: linesOf(described.moduleFiles, schema.source) };
  const guide = await printGuide({ api, types, examples, ...known }, options, render);

  function* print(): Iterable<OutputFile> {
    yield* placed(codecs, options);
    yield* placed(engine?.files ?? [], options);
    for (const page of pages) yield { path: page.path, text: render(page) };
    yield* guide;
  }
  return withFileList(await emit(await addApiPage(print(), options)), contentOf(api));
}

/** The content of an SDK in words. */
function contentOf(api: Api): string {
  const files = api.packages.flatMap((one) => one.files);
  const services = files.flatMap((one) => one.services);
  if (services.length === 0) return counted(files.flatMap((one) => one.messages).length, "message");
  const methods = services.flatMap((one) => one.methods);
  return `${counted(services.length, "service")}, ${counted(methods.length, "method")}`;
}

/** The options with the version that the package's own file says, if it does. */
function withVersion(options: Options, more: Overlay): Options {
  const said = options.hasPackageVersion ? options.packageVersion : undefined;
  const version = overlayVersion(options.packageJson ?? "", more, said);
  return version === undefined ? options : { ...options, packageVersion: version };
}

function* placed(files: Iterable<OutputFile>, options: Options): Iterable<OutputFile> {
  const { root } = layoutOf(options);
  for (const file of files) yield { ...file, path: `${root}${file.path}` };
}

function describeFailure(error: unknown): string {
  if (error instanceof Problems) return error.message;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `protoc-gen-stratus failed unexpectedly. Please report this:\n${reason}`;
}

function tellAll(tell: Tell, notes: readonly (string | undefined)[]): void {
  for (const note of notes) if (note !== undefined) tell(note);
}
