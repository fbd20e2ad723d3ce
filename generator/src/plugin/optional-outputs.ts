/**
 * Outputs and checks that an option turns on. Each is loaded only with its option, since a parser alone takes a third of a
 * second to load. Without its option, each function leaves the output as it is.
 */
import type { OutputFile } from "../kit/emit/file.js";
import { loadOptionalPackage } from "../kit/optional-package.js";
import { Problems } from "../kit/problem.js";
import type { Page } from "../kit/render/page.js";
import type { Described } from "./model/describe.js";
import type { Options } from "./options.js";
import type { GuideSource } from "./view/guide/describe.js";
import type { HistorySource } from "./view/guide/history.js";
import type { TsProtoOutput } from "./ts-proto/ts-proto.js";

/** Generates the codecs with ts-proto (`codec=ts-proto`). */
export async function generateTsProtoCodecs(
  { codecFiles, names }: Pick<Described, "codecFiles" | "names">,
  { hasTsProto, importExtension }: Options,
): Promise<TsProtoOutput | undefined> {
  if (!hasTsProto) return undefined;
  const { runTsProto } = await import("./ts-proto/ts-proto.js");
  return runTsProto(codecFiles, names, importExtension);
}

/** Prints the documentation pages (`docs=true`) and the guide (`guide=true`), each file when it is requested. */
export async function printGuide(
  from: GuideSource & HistorySource & { readonly original: GuideSource["api"] },
  options: Options,
  render: (page: Page) => string,
): Promise<Iterable<OutputFile>> {
  if (!options.hasDocs && !options.hasGuide) return [];
  const { describeGuide } = await import("./view/guide/describe.js");
  const { withHistory } = await import("./view/guide/history.js");
  const described = describeGuide(from, options);
  const names =
    from.api === from.original ? described : describeGuide({ ...from, api: from.original }, options);
  const guide = withHistory(described, names, from);
  const [docs, texts, data] = await Promise.all([
    options.hasDocs ? import("./view/docs/pages.js") : undefined,
    options.hasDocs ? import("./view/docs/split-text.js") : undefined,
    options.hasGuide ? import("./view/guide/pages.js") : undefined,
  ]);
  function* print(): Iterable<OutputFile> {
    for (const page of data?.guidePages(guide, options) ?? [])
      yield { path: page.path, text: render(page), isVerbatim: true };
    if (!docs) return;
    const { pages, texts: ofServices } = docs.docsPages(guide, options.exampleService);
    for (const page of pages) yield { path: page.path, text: render(page) };
    for (const page of ofServices) yield* texts?.splitText(page.path, render(page)) ?? [];
  }
  return print();
}

/** Appends the page of all exports (`api_page=true`). */
export async function addApiPage(
  files: Iterable<OutputFile>,
  { hasApiPage, packageName }: Options,
): Promise<Iterable<OutputFile>> {
  if (!hasApiPage) return files;
  const needed = { name: "ts-morph", neededBy: "option api_page" };
  const { addApiPage } = await loadOptionalPackage(needed, () => import("../surface/add-api-page.js"));
  return addApiPage(files, { packageName, writer: "protoc-gen-stratus" });
}

/**
 * Compares files with those of the same API with harmless text (`verify=true`).
 * @throws Problems if text of the protos became code.
 */
export async function verifyShape(
  files: readonly OutputFile[],
  neutral: readonly OutputFile[],
): Promise<void> {
  const needed = { name: "ts-morph", neededBy: "option verify" };
  const { findInjectedCode } = await loadOptionalPackage(needed, () => import("./verify/injected-code.js"));
  const problems = findInjectedCode(files, neutral);
  if (problems.length > 0) throw new Problems(problems);
}
