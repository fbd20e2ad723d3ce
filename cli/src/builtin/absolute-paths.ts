import { resolve } from "node:path";
import { pathSettings, type Settings } from "@stratus/dynamic-client";

/** Returns settings with absolute paths, because later commands and programs run in other folders. */
export function absolutePaths(settings: Settings, folder: string): Settings {
  const paths = pathSettings.map((key) => [key, settings[key]] as const);
  const absolute = paths.flatMap(([key, path]) => (path === undefined ? [] : [[key, resolve(folder, path)]]));
  return { ...settings, ...Object.fromEntries(absolute) };
}
