/**
 * The wings of the plugin: what few runs ask for, each behind its option. A wing is loaded only if it is asked for,
 * since a parser alone takes a third of a second; without its option each leaves the pipeline as it is.
 */
import type { OutputFile } from "../kit/emit/file.js";
import { loadWith } from "../kit/optional-package.js";
import { Problems } from "../kit/problem.js";
import type { Page } from "../kit/render/page.js";
import type { Described } from "./model/describe.js";
import type { Options } from "./options.js";
import type { GuideSource } from "./view/guide/describe.js";
import { loadSince } from "./read/since.js";
import type { Known } from "./view/guide/history.js";
import type { EngineOutput } from "./ts-proto/ts-proto.js";

/** `codec=ts-proto`: the codecs as ts-proto writes them. */
export async function startEngine(
  { codecFiles, names }: Pick<Described, "codecFiles" | "names">,
  { hasTsProto, importExtension }: Options,
): Promise<EngineOutput | undefined> {
  if (!hasTsProto) return undefined;
  const { runEngine } = await import("./ts-proto/ts-proto.js");
  return runEngine(codecFiles, names, importExtension);
}

/** `docs=true` and `guide=true`: the API in words, as pages for people and as data for tools, printed when they are asked for. */
export async function printGuide(
  from: GuideSource & Pick<Known, "lineOf"> & { readonly original: GuideSource["api"] },
  options: Options,
  render: (page: Page) => string,
): Promise<Iterable<OutputFile>> {
  if (!options.hasDocs && !options.hasGuide) return [];
  const { describeGuide } = await import("./view/guide/describe.js");
  const { withHistory } = await import("./view/guide/history.js");
  const described = describeGuide(from, options);
  const names =
    from.api === from.original ? described : describeGuide({ ...from, api: from.original }, options);
  const guide = withHistory(described, names, { ...from, since: await loadSince(options.since) });
  const [docs, texts, data] = await Promise.all([
    options.hasDocs ? import("./view/docs/pages.js") : undefined,
    options.hasDocs ? import("./view/docs/full-texts.js") : undefined,
    options.hasGuide ? import("./view/guide/pages.js") : undefined,
  ]);
  function* print(): Iterable<OutputFile> {
    for (const page of data?.guidePages(guide, options) ?? [])
      yield { path: page.path, text: render(page), isVerbatim: true };
    if (!docs) return;
    const { pages, full } = docs.docsPages(guide, options.exampleService);
    for (const page of pages) yield { path: page.path, text: render(page) };
    for (const one of full) yield* texts?.fullTexts(one.path, one.pages.map(render)) ?? [];
  }
  return print();
}

/** `api_page=true`: behind the files the page of what they export. */
export async function addApiPage(
  files: Iterable<OutputFile>,
  { hasApiPage, packageName }: Options,
): Promise<Iterable<OutputFile>> {
  if (!hasApiPage) return files;
  const needed = { name: "ts-morph", neededBy: "option api_page" };
  const { withApiPage } = await loadWith(needed, () => import("../surface/with-api-page.js"));
  return withApiPage(files, { packageName, writer: "protoc-gen-stratus" });
}

/**
 * `verify=true`: the gate between files and those of the same API with harmless text.
 * @throws Problems if text of the protos became code.
 */
export async function requireSameShape(
  files: readonly OutputFile[],
  neutral: readonly OutputFile[],
): Promise<void> {
  const needed = { name: "ts-morph", neededBy: "option verify" };
  const { findBreaches } = await loadWith(needed, () => import("./verify/gate.js"));
  const breaches = findBreaches(files, neutral);
  if (breaches.length > 0) throw new Problems(breaches);
}
