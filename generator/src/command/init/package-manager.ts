import { parseFields } from "../folder/json-fields.js";

/** A package manager with its commands. */
export interface PackageManager {
  readonly name: "bun" | "npm" | "pnpm" | "yarn";
  /** Installs the dependencies of package.json. */
  readonly install: string;
  /** Installs exactly the versions of the lock file. */
  readonly installLocked: string;
  /** Installs exactly the versions of the SDK's lock file, in the folder of the SDK, and runs no scripts of packages. */
  readonly installSdk: string;
  /** Runs a script, whose name follows. */
  readonly run: string;
  /** Runs the command of an installed package, whose name follows. */
  readonly exec: string;
  /** Packs a package without writing it. */
  readonly pack: string;
  /** Packs an installed package into `sdk.tgz`; undefined if npm itself can pack it. */
  readonly tarball?: string;
  /** The setting of package.json that disables the install script of a package; undefined if there is none. */
  readonly refusal?: { readonly property: string; readonly value: object | false };
}

/**
 * Packages of the tools and of the emulator that work without their install scripts. Without a setting, package managers
 * warn about them or refuse to install.
 */
export const idleScripts = ["@bufbuild/buf", "protobufjs"] as const;

const npm: PackageManager = {
  name: "npm",
  install: "npm install",
  installLocked: "npm ci",
  installSdk: "npm ci --ignore-scripts",
  run: "npm run",
  exec: "npx --no-install",
  pack: "npm pack --dry-run",
  refusal: { property: "allowScripts", value: false },
};

const pnpm: PackageManager = {
  name: "pnpm",
  install: "pnpm install",
  installLocked: "pnpm install --frozen-lockfile",
  installSdk: "pnpm install --frozen-lockfile --ignore-scripts",
  run: "pnpm run",
  exec: "pnpm exec",
  pack: "npm pack --dry-run",
};

const yarn: PackageManager = {
  name: "yarn",
  install: "yarn install",
  installLocked: "yarn install --immutable",
  installSdk: "yarn install --immutable --mode skip-build",
  run: "yarn run",
  exec: "yarn run",
  pack: "yarn pack --dry-run",
  // npm cannot build what Yarn installed without node_modules.
  tarball: "yarn pack --out sdk.tgz",
  refusal: { property: "dependenciesMeta", value: { built: false } },
};

/** Yarn 1, whose lock file begins with its version. */
const yarnClassic: PackageManager = {
  name: "yarn",
  install: yarn.install,
  installLocked: "yarn install --frozen-lockfile",
  installSdk: "yarn install --frozen-lockfile --ignore-scripts",
  run: yarn.run,
  exec: yarn.exec,
  pack: "npm pack --dry-run",
};

const bun: PackageManager = {
  name: "bun",
  install: "bun install",
  installLocked: "bun install --frozen-lockfile",
  installSdk: "bun install --frozen-lockfile --ignore-scripts",
  run: "bun run",
  exec: "bunx --no-install",
  pack: "bun pm pack --dry-run",
  // npm fails at the links that Bun makes in the node_modules of a workspace.
  tarball: "bun pm pack --filename sdk.tgz",
};

/** Files that identify the package manager of a repository. */
export const lockFiles = {
  pnpm: "pnpm-lock.yaml",
  pnpmWorkspace: "pnpm-workspace.yaml",
  yarn: "yarn.lock",
  bun: "bun.lock",
  bunBinary: "bun.lockb",
  npm: "package-lock.json",
} as const;

/** Returns whether it is a Yarn that installs without node_modules. */
export const isModernYarn = (manager: PackageManager): boolean => manager === yarn;

/**
 * Finds the package manager of a folder from `packageManager` in its package.json or from its lock file, then from those
 * of the repository around it. The default is npm.
 */
export function findPackageManager(
  texts: ReadonlyMap<string, string>,
  around: ReadonlyMap<string, string> = new Map(),
): PackageManager {
  return detectPackageManager(texts) ?? detectPackageManager(around) ?? npm;
}

function detectPackageManager(texts: ReadonlyMap<string, string>): PackageManager | undefined {
  const declared = parseFields(texts.get("package.json") ?? "")?.["packageManager"];
  const [, name, major] =
    /^(npm|pnpm|yarn|bun)@(\d+)/.exec(typeof declared === "string" ? declared : "") ?? [];
  if (name === "yarn") return major === "1" ? yarnClassic : yarn;
  if (name === "pnpm") return pnpm;
  if (name === "bun") return bun;
  if (name === "npm") return npm;
  const lock = texts.get(lockFiles.yarn);
  if (texts.has(lockFiles.pnpm) || texts.has(lockFiles.pnpmWorkspace)) return pnpm;
  if (lock !== undefined) return lock.includes("__metadata:") || lock === "" ? yarn : yarnClassic;
  if (texts.has(lockFiles.bun) || texts.has(lockFiles.bunBinary)) return bun;
  return texts.has(lockFiles.npm) ? npm : undefined;
}
