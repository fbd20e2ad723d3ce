import { generateCodecs } from "./codecs/codecs.js";
import { codecNames } from "./codecs/names.js";
import { emit } from "./emit/emit.js";
import type { OutputFile } from "./emit/file.js";
import { responseWith, responseWithError } from "./emit/response.js";
import { describeApi } from "./model/describe.js";
import { parseOptions, type Options } from "./options.js";
import { Problems } from "./problem.js";
import { findPartialProblems } from "./read/partial.js";
import { readRequest } from "./read/request.js";
import { linkSchema } from "./read/schema.js";
import { readRelease } from "./release.js";
import { createRenderer } from "./render/render.js";
import { startTimer, type Report } from "./timer.js";
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
 * The pipeline: request, descriptors, model, views, templates, files.
 * @throws Problems where the request, its options or the API do not allow an SDK.
 */
export async function generate(bytes: Uint8Array, report: Report = () => {}): Promise<readonly OutputFile[]> {
  const timer = startTimer();
  const request = readRequest(bytes);
  const options = parseOptions(request.parameter);
  const partial = options.allowsPartial ? [] : findPartialProblems(request);
  if (partial.length > 0) throw new Problems(partial);
  const schema = linkSchema(request);
  timer.stage("read");

  const { api, codecFiles, renames } = describeApi(schema, codecNames, options);
  timer.stage("model");

  const renderer = createRenderer();
  const codecs = await generateCodecs({
    files: codecFiles,
    renames,
    importExtension: options.importExtension,
    renderer,
  });
  timer.stage("codecs");

  const { version, protobufVersion } = readRelease();
  const pages = sdkPages(api, options, { runtime: version, protobuf: protobufVersion });
  timer.stage("view");

  const rendered = pages.map(({ path, template, view }) => ({ path, text: renderer.render(template, view) }));
  timer.stage("render");

  const files = await emit([...placeCodecs(codecs, options), ...rendered]);
  timer.stage("emit");
  if (options.isTimed) timer.report(report);
  return files;
}

function placeCodecs(codecs: readonly OutputFile[], options: Options): OutputFile[] {
  const { root } = layoutOf(options);
  return codecs.map(({ path, text }) => ({ path: `${root}${path}`, text }));
}

function describeFailure(error: unknown): string {
  if (error instanceof Problems) return error.message;
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `protoc-gen-stratus failed in a way that it should not. Please report this:\n${reason}`;
}
