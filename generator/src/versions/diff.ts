/**
 * What a regeneration means for those who use the SDK. Two versions are read into plain models: `surface`, what a
 * user compiles against, and `api`, what the descriptors say. `compare` makes findings of them, `verdict` and
 * `words` judge and tell each, `change.ts` joins those of one element, `print` writes the report.
 */
import { generatorOf, readCarried, type Carried } from "./api/carried.js";
import { newsBetween } from "./api/news.js";
import { readApi } from "./api/read-api.js";
import { toChanges, type Change } from "./change.js";
import { compareApis, type Knowledge } from "./compare/apis.js";
import { compareSettings } from "./compare/settings.js";
import { compareSurfaces, type Side } from "./compare/surfaces.js";
import type { Finding } from "./finding/finding.js";
import { descriptionPath, manifestOf, type SdkFiles } from "../surface/sdk-files.js";
import type { News } from "../kit/text/since.js";
import type { OutputFile } from "../kit/emit/file.js";
import { readOwnPackage } from "../kit/own-package.js";
import { errorText } from "../kit/problem.js";
import { readSurface, type KnownModules } from "../surface/read-surface.js";
import type { Surface } from "../surface/surface.js";
import { rollOutOf, type RollOut } from "./verdict/roll-out.js";
import { greatest, type Step } from "./verdict/verdict.js";

/** The difference between two versions of an SDK. */
export interface Diff {
  readonly before: Version;
  readonly after: Version;
  /** The step that the version has to take; undefined where nothing is different for users. */
  readonly step: Step | undefined;
  /** The order in which servers and clients take it; undefined of a REST client, and where the API did not change. */
  readonly rollOut: RollOut | undefined;
  readonly changes: readonly Change[];
  /** Elements that it brings, for the file that says since when; undefined of a REST client. */
  readonly news: News | undefined;
  /** Pages of the new version's documentation, by their paths from the top of the package. */
  readonly pages: ReadonlySet<string>;
  /** What the reader has to know of how it was found. */
  readonly notes: readonly string[];
}

/** A side, as the report calls it. */
export interface Version {
  readonly label: string;
  readonly version: string | undefined;
  /** Version of the generator that wrote it; undefined where it does not say. */
  readonly generator: string | undefined;
}

/**
 * Compares two versions of an SDK, or of a REST client.
 *
 * @param known Modules that need not be read again, by path and text. Comparisons that share sides can share it.
 */
export async function diffSdks(
  before: SdkFiles,
  after: SdkFiles,
  knowledge: Knowledge = {},
  known: KnownModules = new Map(),
): Promise<Diff> {
  const [old, now] = [open(before, known), open(after, known)];
  const middle = await withoutGenerator(old, now, known);
  const ours = middle.side
    ? toChanges(
        findingsBetween(old, middle.side, knowledge, old.files, now.files),
        "generator",
        knowledge.unstable,
      )
    : [];
  const findings = findingsBetween(middle.side ?? old, now, knowledge);
  const theirs = toChanges(findings, "api", knowledge.unstable);
  const changes = [...theirs, ...ours];
  return {
    before: old.version,
    after: now.version,
    step: changes.length === 0 ? undefined : greatest(changes.map(({ step }) => step)),
    rollOut: now.api && theirs.length > 0 ? rollOutOf(findings, now.api) : undefined,
    changes,
    news: old.api && now.api && newsBetween(old.api, now.api),
    pages: new Set([...after.files.keys()].filter((path) => path.endsWith(".md"))),
    notes: [...otherNames(before, after), ...middle.notes],
  };
}

/** That the packages have two names, which is how one compares the wrong ones. */
function otherNames(before: SdkFiles, after: SdkFiles): string[] {
  const [old, now] = [before, after].map((side) => manifestOf(side)?.name);
  if (old === undefined || now === undefined || old === now) return [];
  return [
    `The packages have two names, \`${old}\` and \`${now}\`: programs that import the one need the other`,
  ];
}

/** A side that was read. */
interface Opened extends Side {
  readonly files: SdkFiles;
  readonly carried: Carried | undefined;
  readonly version: Version;
  /** Proto files with output. */
  readonly shown: ReadonlySet<string>;
}

function open(files: SdkFiles, known: KnownModules): Opened {
  const surface = readSurface(files, known);
  if (surface.entries.size === 0)
    throw new Error(
      `${files.label} has no entry point with types: name a package whose \`exports\` lead to them`,
    );
  const carried = readCarried(files);
  const serviceNameOption = /(?:^|,)service_name_option=([^,]*)/.exec(carried?.generator?.options ?? "")?.[1];
  return {
    files,
    surface,
    carried,
    api: carried && readApi({ ...carried, serviceNameOption }),
    version: {
      label: files.label,
      version: manifestOf(files)?.version,
      generator: generatorOf(files, carried),
    },
    shown: shownBy(surface),
  };
}

function shownBy(surface: Surface): ReadonlySet<string> {
  const names = [...surface.entries.values()].flatMap((entry) => [...entry.names.values()]);
  return new Set(names.flatMap(({ note }) => note.origin?.file ?? []));
}

interface Middle {
  readonly side: Opened | undefined;
  readonly notes: readonly string[];
}

/** The old API as the running generator writes it, where two versions wrote the sides. */
async function withoutGenerator(old: Opened, now: Opened, known: KnownModules): Promise<Middle> {
  const [a, b] = [old.version.generator, now.version.generator];
  if (a === b) return { side: undefined, notes: [] };
  const together = "so that changes of the API and of the generator stand together";
  const again = findRewriter(old);
  if (again === undefined) {
    const reason = old.carried ? "does not say which generator wrote it" : "does not carry its API";
    return { side: undefined, notes: [`${old.version.label} ${reason}, ${together}`] };
  }
  const { version } = readOwnPackage();
  let files: readonly OutputFile[];
  try {
    files = await again();
  } catch (error) {
    const [problem = ""] = errorText(error).split("\n");
    return {
      side: undefined,
      notes: [`${old.version.label} cannot be written again (${problem}), ${together}`],
    };
  }
  const notes =
    version === b
      ? []
      : [
          `The new side was written by generator ${b ?? "unknown"}, and the old one was written again by ${version}: run the one that wrote the new side`,
        ];
  const written = new Map(files.map(({ path, text }) => [path, text]));
  return { side: open({ label: `${old.files.label}, written again`, files: written }, known), notes };
}

/** What writes a side again by the generator that runs, which is loaded then; undefined where a side does not carry what that needs. */
function findRewriter({ files, carried, shown }: Opened): (() => Promise<readonly OutputFile[]>) | undefined {
  const description = files.files.get(descriptionPath);
  if (carried?.generator)
    return async () => (await import("./regenerate/regenerate.js")).regenerate(carried, shown);
  if (carried || description === undefined) return undefined;
  return async () => (await import("./regenerate/regenerate-rest.js")).regenerateRest(files, description);
}

function findingsBetween(
  before: Opened,
  after: Opened,
  knowledge: Knowledge,
  ...manifests: readonly SdkFiles[]
): Finding[] {
  const isShown = (file: string): boolean => before.shown.has(file) || after.shown.has(file);
  const [old, now] = manifests;
  return [
    ...compareSurfaces(before, after),
    ...(before.api && after.api ? compareApis(before.api, after.api, isShown, knowledge) : []),
    ...compareSettings(before.carried?.generator?.options, after.carried?.generator?.options),
    ...(old && now ? runtimes(old, now) : []),
  ];
}

/** Packages that are needed in another version. */
function runtimes(before: SdkFiles, after: SdkFiles): Finding[] {
  const [old, now] = [before, after].map((files) => manifestOf(files)?.dependencies ?? {});
  return Object.entries(now ?? {}).flatMap(([name, version]): Finding[] => {
    const was = old?.[name];
    if (was === undefined || was === version) return [];
    const about = { key: `dependency ${name}`, title: name, role: "name", place: undefined } as const;
    return [{ about, what: { kind: "runtime", before: was, after: version } }];
  });
}
