import { Comment, CommentTag, Converter, ReflectionKind } from "typedoc";

/**
 * Calls each module by the name that programs import, and puts it with the others of its package.
 * @param {import("typedoc").Application} app
 * @param {ReadonlyMap<string, string>} entryPoints Names by paths of files.
 */
export function nameModules(app, entryPoints) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      const name = entryPoints.get(module.sources?.[0]?.fullFileName ?? "");
      if (name === undefined) throw new Error(`${module.name} is no entry point`);
      module.name = name;
      module.comment ??= new Comment();
      module.comment.blockTags.push(new CommentTag("@group", [{ kind: "text", text: packageOf(name) }]));
    }
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    // Programs import names of packages; in which file of this repository one stands is nothing to them.
    for (const reflection of Object.values(project.reflections)) delete reflection.sources;
  });
}

/**
 * `@svc/cloud` of `@svc/cloud/compute/v1`.
 * @param {string} name
 */
export function packageOf(name) {
  return name.split("/").slice(0, 2).join("/");
}
