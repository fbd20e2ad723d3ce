/**
 * Writes the JavaScript of the package: its entries, and chunks for what they
 * share and for what is loaded when it is first needed. Node spends more time on
 * finding and linking a hundred small modules than on what is in them, and a
 * program pays that before its first call. The declarations come from tsc.
 */
import { readdirSync, rmSync } from "node:fs";
import { rolldown } from "rolldown";
import { asciiCode } from "../../tools/ascii-code.mjs";
import { entryPoints, packageFolder, sourceOf } from "./entry-points.mjs";

/**
 * The modules that messages and clients of an SDK load. A session loads the rest. `wire-v1` is separate only for types:
 * in Node it is the same file, because loading a file costs as much as 20 kB of code. The bundle also contains the
 * parts of a session that clients of AIP APIs need, so that their modules do not load the rest.
 */
const loadedByModules = await modulesOf("entries/generated/calls-v1", "entries/generated/aip-v1");

/** The modules that a program loads in addition: those of its session, and those that its SDK re-exports. */
const loadedBySession = await modulesOf("entries/generated/sdk-v1", "entries/generated/session-v1");

/** The modules of a session over `fetch`: nothing of Node is among them, so they are in files apart from Node's. */
const loadedByWeb = await modulesOf("entries/generated/web-v1");

/** The modules of Node's session and transport, some of which it shares. */
const loadedByNode = await modulesOf(
  "entries/generated/sdk-v1",
  "entries/generated/session-v1",
  "session/core/network-transport",
);

/** The same without what an SDK passes on to programs. */
const loadedByCalls = await modulesOf(
  "entries/generated/calls-v1",
  "entries/generated/session-v1",
  "session/core/network-transport",
);

/** Whether a module is about messages and values, rather than calls. */
const isOfMessages = (id) =>
  /\/src\/(base\/(defaults|text|time)|messages\/(table|wire|mask|json|check|schema)|calls\/(rpc|error))\//.test(
    id,
  ) || /\/src\/calls\/chain\/stream-response/.test(id);

/** Whether a module is for APIs alone that follow AIP. */
const isOfAip = (id) => /\/src\/(calls\/aip\/|entries\/generated\/aip-v1)/.test(id);

/** Whether calls need a module, on Node or over `fetch`. */
const isCalledWith = (id) => loadedByCalls.has(id) || loadedByWeb.has(id);

/** JSON, the text of masks, schemas: an SDK passes them on, and no call begins with them. */
const isPassedOn = (id) => loadedBySession.has(id) && !isCalledWith(id) && isOfMessages(id);

/**
 * Modules that chunks begin with. The chunk may export more than its module does: otherwise it would be two files, of which one
 * only passes on names, as the entry points are.
 */
const beginnings = {
  name: "beginnings",
  buildStart() {
    for (const [name, source] of Object.entries({
      checks: "messages/check/check-call",
      "validated-call": "calls/chain/validated-call",
      details: "calls/error/add-details",
      reporter: "session/core/report-session",
      "operation-result": "calls/operation/operation-result",
    }))
      this.emitFile({
        type: "chunk",
        id: sourceOf(source),
        name,
        preserveSignature: "allow-extension",
      });
  },
};

const bundle = await rolldown({
  cwd: packageFolder,
  // `wire-v1` is separate only for types.
  input: Object.fromEntries(
    entryPoints.filter((name) => !name.endsWith("/wire-v1")).map((name) => [name, sourceOf(name)]),
  ),
  plugins: [beginnings, asciiCode],
  platform: "node",
  // Other packages stay what they are: dependencies. The server stands on the entries that its program loads
  // anyway, as a program does; else what it shares with clients would be cut into more files for them.
  external: (id, importer) =>
    /^[^./]/.test(id) ||
    (/\/src\/server\//.test(importer ?? "") && /\/entries\/(generated\/sdk-v1|messages)\.js$/.test(id)),
});
const { output } = await bundle.write({
  dir: "dist",
  format: "esm",
  // Doc comments are in the declarations and the sources; here Node would read past a fifth of each file.
  comments: { annotation: true, jsdoc: false, legal: false },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name].js",
  // Two files that a program loads whole: what the modules of an SDK need, with what else calls do with messages, and
  // what makes calls. Browsers load both. Beside them is what programs alone ask for. With the first Update come
  // what makes masks, which browsers load too, and what sends them, without what follows a lost answer or shows a
  // preview; with the first request that has rules, what checks them, with the first that takes more than a look or breaks a rule,
  // what goes on from there, and then what says so.
  codeSplitting: {
    groups: [
      {
        name: "messages",
        test: (id) => (loadedByModules.has(id) && !isOfAip(id)) || (isCalledWith(id) && isOfMessages(id)),
        priority: 4,
      },
      // In a file of its own, a bundler leaves out of the start what the program does not name.
      { name: "json-and-masks", test: isPassedOn, priority: 2.5 },
      {
        name: "calls",
        // The form of a login too, so that what posts one by `fetch` leads to nothing of Node.
        test: (id) =>
          (loadedByWeb.has(id) && loadedByNode.has(id) && !/\/sdk-(shared|messages)\.ts$/.test(id)) ||
          /\/src\/session\/auth\/form\.ts/.test(id),
        priority: 3,
      },
      {
        name: "session",
        test: (id) =>
          loadedBySession.has(id) &&
          !loadedByWeb.has(id) &&
          /\/src\/(entries\/generated\/session-v1|calls\/(endpoint|chain|client|operation|modify|caller)|session\/(auth|core|testing)\/|network\/transport\/)/.test(
            id,
          ),
        priority: 1,
      },
      { name: "masks", test: /\/src\/messages\/mask\/(?!dynamic|index|rules\/dynamic)/, priority: 1 },
      // Apart from Updates, since checks of messages lead to it too.
      { name: "mask-view", test: /\/src\/messages\/check\/mask-view/, priority: 1 },
      // None of it leads to calls, since bundlers of pages follow all that they find, also where it is loaded later.
      {
        name: "checks",
        test: /\/src\/messages\/check\/(check-call|plan|range|rule-tests|walk|find)/,
        priority: 2.3,
      },
      {
        name: "validated-call",
        test: /\/src\/calls\/chain\/(validated-call|find-violations)/,
        priority: 2.3,
      },
      // Apart from what checks, since most requests break no rule. Schemas stand with it, which few programs ask for: a
      // file of their own would be left over, empty, in programs that are bundled into one file.
      {
        name: "violations",
        test: /\/src\/messages\/(check\/rule-text|schema\/(?!schema-of))/,
        priority: 2,
      },
      // With the first failure that has details.
      {
        name: "details",
        test: /\/src\/calls\/error\/(decoded-details|rpc-status|add-details|server-violations|plain-fields)/,
        priority: 2,
      },
      // Node loads it at the start, and pages if they have hooks: so it leads to nothing of Node.
      {
        name: "reporter",
        test: /\/src\/(calls\/chain\/(observe|session-reporter)|session\/core\/(report-session|debug-log|variable-name))/,
        priority: 3.5,
      },
      { name: "invalid-request", test: /\/src\/calls\/chain\/invalid-request/, priority: 1 },
      {
        name: "updates",
        test: /\/src\/calls\/(?:chain|client|operation|modify|caller)(?:\/|\.ts)(?!write-outcome|operation-result|find-update-operation|operation-progress|poll-operation|modify-preview|add-rule-fields|omitted-fields)/,
      },
    ],
  },
});
await bundle.close();

// Files of an earlier build, last: programs that run meanwhile find all they need.
const dist = new URL("../dist/", import.meta.url);
const written = new Set(output.map((file) => file.fileName));
for (const name of readdirSync(dist, { recursive: true })) {
  const isOld = /\.js(?:\.map)?$/.test(name) && !written.has(name.replaceAll("\\", "/"));
  if (isOld) rmSync(new URL(name, dist));
}

/** The source files that entries load, without those that are loaded later. */
async function modulesOf(...names) {
  const entries = await rolldown({
    cwd: packageFolder,
    input: names.map(sourceOf),
    platform: "node",
    external: /^node:/,
  });
  const { output } = await entries.generate({ format: "esm" });
  await entries.close();
  const files = new Map(output.map((file) => [file.fileName, file]));
  const loaded = new Set(output.filter((file) => file.isEntry).map((file) => file.fileName));
  for (const name of loaded) for (const one of files.get(name)?.imports ?? []) loaded.add(one);
  const ids = [...loaded].flatMap((name) => files.get(name)?.moduleIds ?? []);
  return new Set([...names.map(sourceOf), ...ids]);
}
