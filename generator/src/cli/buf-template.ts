import { parse } from "yaml";

const pluginName = "protoc-gen-stratus";

/** Output folders of the plugin in the text of a `buf.gen.yaml`, each once. */
export function findOutputFolders(text: string): readonly string[] {
  const template: unknown = parse(text);
  const plugins = member(template, "plugins");
  if (!Array.isArray(plugins)) return [];
  const folders = plugins.flatMap((one: unknown) => {
    const out = member(one, "out");
    return isOurs(member(one, "local")) && typeof out === "string" ? [out] : [];
  });
  return [...new Set(folders)];
}

/** The plugin by its name or path, alone or behind the command that starts it. */
function isOurs(local: unknown): boolean {
  const parts: unknown[] = Array.isArray(local) ? local : [local];
  return parts.some(
    (part) => typeof part === "string" && new RegExp(`(^|/)${pluginName}(\\.js)?$`).test(part),
  );
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
