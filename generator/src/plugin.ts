import type { DescFile } from "@bufbuild/protobuf";
import { generateCodecs } from "./codecs/codecs.js";
import { codecNames } from "./codecs/names.js";
import { emit } from "./emit/emit.js";
import type { OutputFile } from "./emit/file.js";
import { fileList } from "./emit/file-list.js";
import { responseWith, responseWithError } from "./emit/response.js";
import type { Api } from "./model/api.js";
import { describeApi } from "./model/describe.js";
import type { GuideSource } from "./model/guide.js";
import { neutralApi } from "./model/neutral.js";
import { parseOptions, type Options } from "./options.js";
import { Problems } from "./problem.js";
import { neutralRequest } from "./read/neutral.js";
import { overlayVersion, readOverlay, type Overlay } from "./read/overlay.js";
import { findPartialProblems } from "./read/partial.js";
import { readRequest, type Request } from "./read/request.js";
import { linkSchema } from "./read/schema.js";
import { readRelease } from "./release.js";
import type { Page, Part } from "./render/page.js";
import { createRenderer } from "./render/render.js";
import { startTimer, type Report, type Timer } from "./timer.js";
import type { DecidedNames, EngineOutput } from "./ts-proto/ts-proto.js";
import { clientSections, type ClientSection } from "./view/client.js";
import { descriptorPages } from "./view/descriptors.js";
import { layoutOf } from "./view/modules.js";
import { sdkPages } from "./view/sdk.js";

/**
 * The plugin: an encoded CodeGeneratorRequest in, an encoded
 * CodeGeneratorResponse out. What is wrong with the request is said in the
 * response, as the plugin protocol asks; nothing is written then.
 *
 * @param report Gets the lines of `timing=true`.
 */
export async function run(request: Uint8Array, report: Report = () => {}): Promise<Uint8Array> {
  try {
    return responseWith(await generate(request, report));
  } catch (error) {
    return responseWithError(describeFailure(error));
  }
}

/**
 * Generates the files of an SDK.
 * @throws Problems where the request, its options or the API do not allow an SDK.
 */
export async function generate(bytes: Uint8Array, report: Report = () => {}): Promise<readonly OutputFile[]> {
  const timer = startTimer();
  const request = readRequest(bytes);
  const options = parseOptions(request.parameter);
  const partial = options.allowsPartial ? [] : findPartialProblems(request);
  if (partial.length > 0) throw new Problems(partial);
  const files = await makeFiles(request, options, timer);
  if (options.isVerified) {
    await verify(files, request, options);
    timer.stage("verify");
  }
  if (options.isTimed) timer.report(report);
  return files;
}

/**
 * The pipeline: request, descriptors, model, views, templates, files.
 *
 * @param soften Changes the texts of the API before they are printed; the gate
 *   compares what comes of it.
 */
async function makeFiles(
  request: Request,
  given: Options,
  timer: Timer,
  soften = (api: Api): Api => api,
): Promise<readonly OutputFile[]> {
  const schema = linkSchema(request);
  const more = given.packageJson === undefined ? new Map() : await readOverlay(given.packageJson);
  const options = withVersion(given, more);
  timer.stage("read");

  const described = describeApi(schema, codecNames, options);
  const { codecFiles, moduleFiles, names, deprecationOf, marksOf } = described;
  const api = soften(described.api);
  timer.stage("model");

  const release = readRelease();
  const renderer = createRenderer();
  const render = ({ template, view }: Part): string => renderer.render(template, view);
  const { importExtension, hasCodecs } = options;
  const engine = await startEngine(codecFiles, names, options);
  const clients = options.hasClients ? clientSections(api) : new Map<string, ClientSection>();
  const codecs = generateCodecs({
    files: moduleFiles,
    source: schema.source,
    names,
    deprecationOf,
    marksOf,
    importExtension,
    hasCodecs,
    hasJsonTypes: options.hasJsonTypes,
    foreignCodec: engine?.codec,
    sectionOf: (file) => {
      const section = clients.get(names.module(file));
      return section && { ...section, print: (imports) => render(section.part(imports)) };
    },
    runtime: layoutOf(options).messages,
  });
  const pages = [
    ...sdkPages(api, options, {
      runtimeVersion: release.version,
      packages: engine ? [engine.wireRuntime] : [],
      more,
    }),
    ...descriptorPages(described.descriptors, options, release.version),
  ];
  timer.stage("view");

  const docs = options.hasDocs ? await printDocs({ ...described, ...schema, api }, options, render) : [];
  function* print(): Iterable<OutputFile> {
    yield* placed(codecs, options);
    yield* placed(engine?.files ?? [], options);
    for (const page of pages) yield { path: page.path, text: render(page) };
    yield* docs;
  }
  const addPage = options.hasApiPage ? await loadApiPage(options) : undefined;
  const emitted = await emit(withList(addPage ? addPage(print()) : print()));
  timer.stage("print");
  return emitted;
}

/** The options with the version that the package's own file says, if it does. */
function withVersion(options: Options, more: Overlay): Options {
  const said = options.hasPackageVersion ? options.packageVersion : undefined;
  const version = overlayVersion(options.packageJson ?? "", more, said);
  return version === undefined ? options : { ...options, packageVersion: version };
}

/** Makes the files again from harmless text, and holds them against each other. */
async function verify(files: readonly OutputFile[], request: Request, options: Options): Promise<void> {
  // Its parser takes a third of a second to load.
  const { findBreaches } = await import("./verify/gate.js");
  // Of sources: what else there is holds no code.
  const sources = { ...options, hasDocs: false, hasApiPage: false };
  const neutral = await makeFiles(neutralRequest(request), sources, startTimer(), neutralApi);
  const breaches = findBreaches(files, neutral);
  if (breaches.length > 0) throw new Problems(breaches);
}

/** ts-proto, where the options ask for it: it is loaded then, and not before. */
async function startEngine(
  files: readonly DescFile[],
  names: DecidedNames,
  { hasTsProto, importExtension }: Options,
): Promise<EngineOutput | undefined> {
  if (!hasTsProto) return undefined;
  const { runEngine } = await import("./ts-proto/ts-proto.js");
  return runEngine(files, names, importExtension);
}

/** The documentation; what makes it is loaded only here. */
async function printDocs(
  from: Omit<GuideSource, "forms">,
  options: Options,
  render: (page: Page) => string,
): Promise<Iterable<OutputFile>> {
  const [{ describeGuide }, { formNames }, { docsPages, fullPath, fullText }] = await Promise.all([
    import("./model/guide.js"),
    import("./codecs/form-names.js"),
    import("./view/docs/pages.js"),
  ]);
  const { pages, full } = docsPages(from.api, describeGuide({ ...from, forms: formNames }), options);
  function* print(): Iterable<OutputFile> {
    for (const page of pages) yield { path: page.path, text: render(page) };
    yield { path: fullPath, text: fullText(full.map(render)) };
  }
  return print();
}

/** What adds the page of the public surface; it is loaded only here, with its parser. */
async function loadApiPage({
  packageName,
}: Options): Promise<(files: Iterable<OutputFile>) => Iterable<OutputFile>> {
  const { withApiPage } = await import("./surface/with-api-page.js");
  return (files) => withApiPage(files, { packageName, writer: "protoc-gen-stratus" });
}

function* placed(files: Iterable<OutputFile>, options: Options): Iterable<OutputFile> {
  const { root } = layoutOf(options);
  for (const file of files) yield { ...file, path: `${root}${file.path}` };
}

/** Files, and behind them the list of them. */
function* withList(files: Iterable<OutputFile>): Iterable<OutputFile> {
  const paths: string[] = [];
  for (const file of files) {
    paths.push(file.path);
    yield file;
  }
  yield fileList(paths);
}

function describeFailure(error: unknown): string {
  if (error instanceof Problems) return error.message;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `protoc-gen-stratus failed unexpectedly. Please report this:\n${reason}`;
}
