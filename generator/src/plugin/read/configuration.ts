import { readFile } from "node:fs/promises";
import { type Configuration, emptyConfiguration, readConfiguration } from "@stratus/convention";
import { errorText, Problems } from "../../kit/problem.js";

export type { Configuration } from "@stratus/convention";

/** Paths of the files beside the protos that say how an API is called. */
export interface ConfigurationPaths {
  readonly serviceYamls: readonly string[];
  readonly serviceConfigs: readonly string[];
}

/**
 * Reads the files of the options `service_yaml` and `grpc_service_config`.
 * @throws Problems if one cannot be read, or is something else.
 */
export async function loadConfiguration({
  serviceYamls,
  serviceConfigs,
}: ConfigurationPaths): Promise<Configuration> {
  if (serviceYamls.length + serviceConfigs.length === 0) return emptyConfiguration;
  // Few runs have one, and a parser takes its time to load.
  const { parse } = await import("yaml");
  const yamls = await Promise.all(serviceYamls.map((path) => contentsOf(path, "service_yaml", parse)));
  const configs = await Promise.all(
    serviceConfigs.map((path) =>
      contentsOf(path, "grpc_service_config", (text) => JSON.parse(text) as unknown),
    ),
  );
  // One by one, so that what is wrong is said of its file.
  for (const { path, contents } of yamls)
    check(path, () => readConfiguration({ serviceYamls: [contents], serviceConfigs: [] }));
  for (const { path, contents } of configs)
    check(path, () => readConfiguration({ serviceYamls: [], serviceConfigs: [contents] }));
  return readConfiguration({
    serviceYamls: yamls.map(({ contents }) => contents),
    serviceConfigs: configs.map(({ contents }) => contents),
  });
}

/** The contents of the files, as the output carries them; undefined if there are none. */
export function configurationText({ files }: Configuration): string | undefined {
  const isEmpty = files.serviceYamls.length + files.serviceConfigs.length === 0;
  return isEmpty ? undefined : JSON.stringify(files);
}

/**
 * Reads what an output carries of the files.
 *
 * @param text Undefined if there were none.
 * @throws An error if the text is another.
 */
export function parseConfiguration(text: string | undefined): Configuration {
  if (text === undefined) return emptyConfiguration;
  const { serviceYamls, serviceConfigs } = JSON.parse(text) as Record<string, unknown>;
  return readConfiguration({ serviceYamls: listOf(serviceYamls), serviceConfigs: listOf(serviceConfigs) });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

async function contentsOf(
  path: string,
  option: string,
  parse: (text: string) => unknown,
): Promise<{ readonly path: string; readonly contents: unknown }> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new Problems([
      {
        code: "FILE_UNREADABLE",
        element: `option ${option}`,
        what: `The file ${path} cannot be read (${errorText(error)})`,
        fix: "Name one by its path from the folder in which buf runs",
      },
    ]);
  }
  return { path, contents: check(path, () => parse(text)) };
}

function check<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Problems([
      {
        code: "FILE_INVALID",
        file,
        what: `The file cannot be used: ${errorText(error)}`,
        fix: "Correct it, or leave the option out",
      },
    ]);
  }
}
