/**
 * Completes `package-lock.json` after a change of dependencies: npm leaves the
 * optional packages of other platforms out of the lock when the registry in use
 * does not carry them, and `npm ci` then refuses the lock. Each missing one is
 * entered by its name and version with the platform that its name tells, so
 * that every platform installs what is its own and nothing else.
 *
 * Run it in a tree without `node_modules`:
 * `npm install --package-lock-only && node tools/complete-lock.mjs`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const lock = JSON.parse(readFileSync(path, "utf8"));

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const processors = {
  aarch64: "arm64",
  armv7: "arm",
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  loong64: "loong64",
  mips64el: "mips64el",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  wasm32: "wasm32",
  x64: "x64",
};
const libraries = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/** The platform in the name of a package, as npm's own fields. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.flatMap((word) => processors[word] ?? []);
  const libc = words.flatMap((word) => libraries[word] ?? []);
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && os.includes("linux") && { libc }),
    ...(os.length > 0 && { os }),
  };
}

/** Where node finds a package from the place of another. */
function find(from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    const at = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (at in lock.packages) return at;
    if (place === "") return undefined;
  }
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (find(place, name) !== undefined) continue;
    const platform = platformOf(name);
    if (Object.keys(platform).length === 0)
      throw new Error(`${name}: no platform in the name; enter it by hand`);
    if (/[\^~<>*| ]/.test(version))
      throw new Error(`${name}@${version}: not an exact version; enter it by hand`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added++;
  }
}

const [top, ...rest] = Object.entries(lock.packages);
lock.packages = Object.fromEntries([top, ...rest.sort(([a], [b]) => a.localeCompare(b, "en"))]);
writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`package-lock.json: ${added} packages of other platforms entered`);
