import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { startEmulator, type Emulator, type SdkDescriptors } from "@stratus/emulator";
import type { SdkFiles } from "../../generator/src/surface/sdk-files.js";
import { openFolder, type Folder } from "../compile.fixture.js";

/** Programs beside SDKs, compiled in one run. */
export interface Programs extends AsyncDisposable {
  /** What the compiler says of files, by their path. */
  readonly said: ReadonlyMap<string, readonly string[]>;
  /** What a compiled module exports. */
  load<T>(path: string): Promise<T>;
}

/** Settings of a project of programs: strict, as most are. */
export const programSettings = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom"],
  module: "nodenext",
  types: ["node"],
  rootDir: ".",
  outDir: "dist",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};

/** Compiles programs, each in a folder `.../` with an SDK in `sdk/`. */
export async function compilePrograms(
  sdks: ReadonlyMap<string, SdkFiles>,
  programs: Readonly<Record<string, string>>,
): Promise<Programs> {
  const folder: Folder = await openFolder();
  const sources = [...sdks].flatMap(([place, { files }]) =>
    [...files].map(([path, text]) => [`${place}/sdk/${path}`, text] as const),
  );
  await folder.write({
    ...Object.fromEntries(sources),
    ...programs,
    "tsconfig.json": JSON.stringify({
      compilerOptions: programSettings,
      include: ["**/*.ts"],
      exclude: ["dist"],
    }),
  });
  const said = new Map<string, string[]>();
  for (const line of (await folder.compile("TypeScript 7")).split("\n")) {
    const [, path, text] = /^([^\s(][^(]*)\(\d+,\d+\): (.*)$/.exec(line) ?? [];
    if (path !== undefined && text !== undefined) said.set(path, [...(said.get(path) ?? []), text]);
  }
  return {
    said,
    load: async <T>(path: string) =>
      (await import(/* @vite-ignore */ pathToFileURL(join(folder.path, "dist", path)).href)) as T,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A server of an SDK's API, which tells tariffs too. */
export async function serve(programs: Programs, place: string): Promise<Emulator> {
  const { descriptors } = await programs.load<{ descriptors: SdkDescriptors }>(`${place}/sdk/descriptors.js`);
  const emulator = await startEmulator({ sdk: descriptors });
  const tariffs = emulator.api.services.find(({ desc }) => desc.name === "TariffService");
  if (tariffs?.desc.methods.some(({ name }) => name === "Get"))
    emulator.handle("acme.v1.TariffService/Get", () => ({ name: "t" }));
  return emulator;
}

/** Options of a session with a server. */
export function optionsFor(emulator: Emulator): object {
  return {
    apiDomain: emulator.apiDomain,
    endpoint: emulator.address,
    insecure: true,
    credentials: { description: "a token", fetchToken: async () => ({ token: emulator.issueToken() }) },
    retry: false,
  };
}
