import type { Guide } from "../kit/guide/guide.js";
import type { GuideModules } from "../kit/guide/load.js";
import { CommandError } from "../kit/problem.js";
import { ownRenderer } from "../kit/render/render.js";
import { docsPages } from "./view/docs/pages.js";

/**
 * The pages of `docs=true`, made of the guide of a package: Markdown by path, from the package's folder.
 *
 * @param guide What the entry `./guide` of a package exports.
 * @param modules The same.
 * @throws CommandError if the guide is one of a REST client, whose pages are others.
 */
export async function renderDocs(guide: Guide, modules: GuideModules): Promise<ReadonlyMap<string, string>> {
  if (guide.protocol !== "grpc")
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${guide.package.name} is a REST client. Name a package of a gRPC API`,
    );
  const files = await Promise.all(
    Object.entries(modules).map(async ([key, load]) => [key, (await load()).file] as const),
  );
  const renderer = ownRenderer();
  const { pages } = docsPages({ index: guide, files: new Map(files) }, undefined);
  return new Map(
    pages
      .filter(({ path }) => path.endsWith(".md"))
      .map(({ path, template, view }) => [path, renderer.render(template, view)]),
  );
}
