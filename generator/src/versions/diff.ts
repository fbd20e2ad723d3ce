/**
 * Compares two versions of an SDK for its users. Both are read into plain models: `surface` (the exported types) and
 * `api` (the descriptors). `compare` finds differences, `verdict` judges them, `words` describes them, `change.ts` joins
 * those of one element, and `print` writes the report.
 */
import { readGeneratorVersion, readSdkDescriptors, type SdkDescriptors } from "./api/sdk-descriptors.js";
import { compareElements } from "./api/new-elements.js";
import { readApi } from "./api/read-api.js";
import { toChanges, type Change } from "./change.js";
import { compareApis, type ApiFacts } from "./compare/apis.js";
import { withTypeScriptNames } from "./compare/deprecation.js";
import { compareSettings } from "./compare/settings.js";
import { compareSurfaces, type Side, type SurfaceFindings } from "./compare/surfaces.js";
import type { Finding } from "./finding/finding.js";
import { isNewlyRequired } from "./finding/newly-required.js";
import type { Api } from "./api/api.js";
import { findRequestPlace } from "./api/request-places.js";
import { lowerCamel } from "../kit/text/casing.js";
import { descriptionPath, readManifest, type SdkFiles } from "../surface/sdk-files.js";
import { type CurrentNames, type News, printNamesFile } from "../kit/text/names-file.js";
import type { OutputFile } from "../kit/emit/file.js";
import { readGeneratorPackage } from "../kit/generator-package.js";
import { decideSdkNames } from "./regenerate/sdk-names.js";
import { findMovedNames, keepNames, restoreNames, toNameFindings } from "./compare/moved-names.js";
import { CommandError, errorText, Problems } from "../kit/problem.js";
import { readSurface, type KnownModules } from "../surface/read-surface.js";
import type { Surface } from "../surface/surface.js";
import { findDeployOrder, type DeployOrder } from "./verdict/deploy-order.js";
import { greatestStep, type Step } from "./verdict/verdict.js";

/** The difference between two versions of an SDK. */
export interface Diff {
  readonly before: Version;
  readonly after: Version;
  /** The step that the next version requires; undefined if nothing changed for users. */
  readonly step: Step | undefined;
  /** The order in which to deploy servers and clients; undefined for a REST client, and if the API did not change. */
  readonly deployOrder: DeployOrder | undefined;
  readonly changes: readonly Change[];
  /** New elements of the API, for the file of since tags; undefined for a REST client. */
  readonly news: News | undefined;
  /** Pages of the new version's documentation, as paths relative to the package. */
  readonly pages: ReadonlySet<string>;
  /** Folder of the program whose changes these are; undefined for all changes. */
  readonly program?: string | undefined;
  /** Notes on the comparison itself, as sentences without full stops. */
  readonly notes: readonly string[];
}

/** One side of a comparison, for the report. */
export interface Version {
  readonly label: string;
  readonly version: string | undefined;
  /** Version of the generator that wrote it; undefined if the package does not state it. */
  readonly generator: string | undefined;
}

/**
 * Compares two versions of an SDK, or of a REST client.
 *
 * @param known Modules that were read before, by path and text. Comparisons that share sides can share it.
 */
export async function diffSdks(
  before: SdkFiles,
  after: SdkFiles,
  knowledge: ApiFacts = {},
  known: KnownModules = new Map(),
): Promise<Diff> {
  const [old, now] = [open(before, known), open(after, known)];
  const middle = await regenerateOld(old, now, known);
  const ofGenerator = middle.side
    ? findDifferences(old, middle.side, { knowledge, known }, old.files, now.files)
    : undefined;
  const generatorChanges = toChanges(
    [...(ofGenerator?.findings ?? []), ...compareRuntimes(before, after)],
    "generator",
    knowledge.unstable,
  );
  const { findings, missingPackages } = await compareByElements(middle.side ?? old, now, {
    knowledge,
    known,
  });
  const apiChanges = toChanges(findings, "api", knowledge.unstable);
  const changes = [...apiChanges, ...generatorChanges];
  return {
    before: old.version,
    after: now.version,
    step: changes.length === 0 ? undefined : greatestStep(changes.map(({ step }) => step)),
    deployOrder: now.api && apiChanges.length > 0 ? findDeployOrder(findings, now.api) : undefined,
    changes,
    news: old.api && now.api && compareElements(old.api, now.api),
    pages: new Set([...after.files.keys()].filter((path) => path.endsWith(".md"))),
    notes: [...warnAboutNames(before, after), ...middle.notes, ...missingPackages.map(warnAboutPackage)],
  };
}

/** Warns if the packages have different names, because then one of them may be the wrong one. */
function warnAboutNames(before: SdkFiles, after: SdkFiles): string[] {
  const [old, now] = [before, after].map((side) => readManifest(side)?.name);
  if (old === undefined || now === undefined || old === now) return [];
  return [`The packages have different names, \`${old}\` and \`${now}\`: programs must change their imports`];
}

function warnAboutPackage(name: string): string {
  return `The package \`${name}\` is not installed, so its types were compared by name. Run \`npm install ${name}\``;
}

/** A side with the models that were read from it. */
interface Opened extends Side {
  readonly carried: SdkDescriptors | undefined;
  readonly version: Version;
  /** Proto files for which code was generated. */
  readonly shown: ReadonlySet<string>;
}

function open(files: SdkFiles, known: KnownModules): Opened {
  const surface = readSurface(files, known);
  if (surface.entries.size === 0)
    throw new CommandError(
      "VERSION_UNREADABLE",
      `${files.label} has no entry point with types. Name a package whose \`exports\` lead to types`,
    );
  const carried = readSdkDescriptors(files);
  const shown = listShownFiles(surface);
  const serviceNameOption = /(?:^|,)service_name_option=([^,]*)/.exec(carried?.generator?.options ?? "")?.[1];
  return {
    files,
    surface,
    carried,
    api: carried && {
      ...readApi({ ...carried, serviceNameOption }),
      names: readNames(() => decideSdkNames(carried, shown)),
    },
    version: {
      label: files.label,
      version: readManifest(files)?.version,
      generator: readGeneratorVersion(files, carried),
    },
    shown,
  };
}

function listShownFiles(surface: Surface): ReadonlySet<string> {
  const names = [...surface.entries.values()].flatMap((entry) => [...entry.names.values()]);
  return new Set(names.flatMap(({ note }) => note.origin?.file ?? []));
}

interface RegeneratedSide {
  readonly side: Opened | undefined;
  readonly notes: readonly string[];
}

/** Generates the old API again with the running generator, if different versions generated the two sides. */
async function regenerateOld(old: Opened, now: Opened, known: KnownModules): Promise<RegeneratedSide> {
  const [a, b] = [old.version.generator, now.version.generator];
  if (a === b) return { side: undefined, notes: [] };
  const together = "so changes by the generator are listed among those of the API";
  const again = findRewriter(old);
  if (again === undefined) {
    const reason = old.carried ? "does not state which generator wrote it" : "does not contain its API";
    return { side: undefined, notes: [`${old.version.label} ${reason}, ${together}`] };
  }
  const { version } = readGeneratorPackage();
  let files: readonly OutputFile[];
  try {
    files = await again();
  } catch (error) {
    const [problem = ""] = errorText(error).split("\n");
    return {
      side: undefined,
      notes: [`${old.version.label} cannot be generated again (${problem}), ${together}`],
    };
  }
  const notes =
    version === b
      ? []
      : [
          `Generator ${b ?? "unknown"} wrote the new side, and ${version} generated the old one again. Run \`stratus diff\` of ${b ?? "the version that wrote the new side"}`,
        ];
  const written = new Map(files.map(({ path, text }) => [path, text]));
  return { side: open({ label: `${old.files.label}, generated again`, files: written }, known), notes };
}

/**
 * Compares two sides by the elements that names stand for. If an element has another name than before, the new side is
 * generated again with the old names, so that each element is compared with itself.
 */
async function compareByElements(old: Opened, now: Opened, facts: Facts): Promise<SurfaceFindings> {
  const [before, after] = [old.api?.names, now.api?.names];
  const moved = before && after ? findMovedNames(before, after) : [];
  if (!before || !after || !now.carried || !now.api || moved.length === 0)
    return findDifferences(old, now, facts);
  const { regenerate } = await import("./regenerate/regenerate.js");
  const keeping = { ...now.carried, names: printNamesFile(keepNames(before, after)) };
  const files = await regenerate(keeping, now.shown);
  const written = new Map(files.map(({ path, text }) => [path, text]));
  const kept = open({ label: now.files.label, files: written }, facts.known);
  const { findings, missingPackages } = findDifferences(old, kept, facts);
  return {
    findings: [
      ...toNameFindings(moved, { surface: old.surface, api: now.api }),
      ...restoreNames(findings, before, kept.api?.names ?? before, after),
    ],
    missingPackages,
  };
}

/** Returns undefined if the running generator rejects the API of a side. */
function readNames(read: () => CurrentNames): CurrentNames | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problems) return undefined;
    throw error;
  }
}

/**
 * Returns a function that generates a side again with the running generator, which is loaded when it is called.
 * Undefined if the side does not contain its API.
 */
function findRewriter({ files, carried, shown }: Opened): (() => Promise<readonly OutputFile[]>) | undefined {
  const description = files.files.get(descriptionPath);
  if (carried?.generator)
    return async () => (await import("./regenerate/regenerate.js")).regenerate(carried, shown);
  if (carried || description === undefined) return undefined;
  return async () => (await import("./regenerate/regenerate-rest.js")).regenerateRest(files, description);
}

/** Inputs of a comparison other than the two sides. */
interface Facts {
  readonly knowledge: ApiFacts;
  readonly known: KnownModules;
}

function findDifferences(
  before: Opened,
  after: Opened,
  { knowledge, known }: Facts,
  ...manifests: readonly SdkFiles[]
): SurfaceFindings {
  const isShown = (file: string): boolean => before.shown.has(file) || after.shown.has(file);
  const [old, now] = manifests;
  const surfaces = compareSurfaces(before, after, known);
  const findings = [
    ...surfaces.findings,
    ...(before.api && after.api ? compareApis(before.api, after.api, isShown, knowledge) : []),
    ...compareSettings(before.carried?.generator?.options, after.carried?.generator?.options),
    ...(old && now ? compareDependencies(old, now) : []),
  ];
  const named = withTypeScriptNames(findings, after.api);
  return { ...surfaces, findings: named.map((one) => withRequestPlace(one, after.api)) };
}

/** Adds the place in requests to a finding about a field that requests must now set. */
function withRequestPlace(finding: Finding, api: Api | undefined): Finding {
  const [, message = "", field = ""] = /^field (.*)\.(\w+)$/.exec(finding.subject.place?.element ?? "") ?? [];
  const found =
    api && message !== "" && isNewlyRequired(finding) ? findRequestPlace(message, api) : undefined;
  if (!found) return finding;
  const path = [found.path, lowerCamel(field)].filter((one) => one !== "").join(".");
  return { ...finding, subject: { ...finding.subject, required: { path, call: found.call } } };
}

/** Finds a change of the runtime that REST clients contain. */
function compareRuntimes(before: SdkFiles, after: SdkFiles): Finding[] {
  const [old, now] = [before, after].map(
    ({ files }) => / from runtime (\d+), /.exec(files.get("src/runtime/core.ts") ?? "")?.[1],
  );
  if (old === undefined || now === undefined || old === now) return [];
  const subject = { key: "runtime", title: "runtime", role: "name", place: undefined } as const;
  return [{ subject, difference: { kind: "copied-runtime", before: old, after: now } }];
}

/** Finds dependencies whose version changed. */
function compareDependencies(before: SdkFiles, after: SdkFiles): Finding[] {
  const [old, now] = [before, after].map((files) => readManifest(files)?.dependencies ?? {});
  return Object.entries(now ?? {}).flatMap(([name, version]): Finding[] => {
    const was = old?.[name];
    if (was === undefined || was === version) return [];
    const subject = { key: `dependency ${name}`, title: name, role: "name", place: undefined } as const;
    return [{ subject, difference: { kind: "runtime", before: was, after: version } }];
  });
}
