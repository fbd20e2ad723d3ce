import type { GenerateOptions } from "../../generator/src/rest/generate-rest-client.js";
import { openFolder, strictest, type Folder } from "../compile.fixture.js";
import { run } from "./package.fixture.js";
import { get, json, parts, text, thing, type Loaded } from "./runtime-parts.fixture.js";

const plain: GenerateOptions = { hasOpenTelemetry: false, hasStandardSchema: false, hasTesting: false };

/** The package of one GET with more parts. */
export function generateParts(names: readonly string[]): ReturnType<typeof run> {
  const chosen = names.map((name) => parts[name] ?? {});
  const securitySchemes = Object.assign(
    {},
    ...chosen.map(({ components }) => components?.["securitySchemes"]),
  );
  const document = {
    openapi: "3.1.0",
    info: { title: "Parts", version: "1" },
    servers: [{ url: "https://a.test" }],
    ...Object.assign({}, ...chosen.map((part) => part.document)),
    paths: Object.assign(
      {
        "/things/{id}": get(
          "getThing",
          [{ name: "id", in: "path", required: true, schema: text }],
          json({ $ref: "#/components/schemas/Thing" }),
        ),
      },
      ...chosen.map((part) => part.paths),
    ),
    components: { schemas: { Thing: thing }, securitySchemes },
  };
  return run(document, Object.assign({}, plain, ...chosen.map(({ options }) => options)));
}

const compilerOptions = {
  ...strictest,
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  rootDir: ".",
  outDir: "dist",
  noUnusedParameters: true,
};

/** Compiles packages in one folder. Returns what the compiler says, and what each part of each package returns. */
export async function compileParts(sets: readonly (readonly string[])[]): Promise<{
  readonly errors: string;
  readonly results: readonly (readonly unknown[])[];
}> {
  await using folder = await openFolder();
  await folder.write({ "tsconfig.json": JSON.stringify({ compilerOptions, include: ["*/src"] }) });
  for (const [index, names] of sets.entries()) {
    const { files } = await generateParts(names);
    await folder.write(
      Object.fromEntries(
        files.flatMap(({ path, text: content }) =>
          path.endsWith(".ts") ? [[`p${index}/${path}`, content]] : [],
        ),
      ),
    );
  }
  const errors = await folder.compile("TypeScript 7");
  const results: (readonly unknown[])[] = [];
  if (errors === "")
    for (const [index, names] of sets.entries()) results.push(await callParts(folder, index, names));
  return { errors, results };
}

/** Calls the one GET, and what each part adds. */
async function callParts(
  folder: Folder,
  index: number,
  names: readonly string[],
): Promise<readonly unknown[]> {
  const load = async (entry: string): Promise<Loaded> =>
    (await folder.load(`p${index}/src/${entry}.js`)) as Loaded;
  const loaded = await load("index");
  const Session = loaded["Session"] as unknown as new (options: object) => unknown;
  const auth = names.includes("keys") || names.includes("oauth");
  const given = { ...(names.includes("keys") && { key: "k" }), ...(names.includes("oauth") && { app: "t" }) };
  const session = new Session({ fetch: answerOf, ...(auth && { auth: given }) });
  const results = [await loaded["getThing"]?.(session, "1")];
  for (const name of names) results.push(await parts[name]?.call?.(loaded, session, load));
  return results;
}

/** Two pages of a list, a stream without events, and a thing for everything else. */
const answerOf = async (url: string): Promise<Response> => {
  const { pathname, searchParams } = new URL(url);
  if (pathname === "/pages")
    return Response.json(
      searchParams.has("cursor") ? { items: [{ id: "2" }] } : { items: [{ id: "1" }], next_cursor: "c" },
    );
  if (pathname === "/events") return new Response("", { headers: { "content-type": "text/event-stream" } });
  return Response.json({ id: "1" });
};

/** What each part of a package must return. */
export function expectedOf(names: readonly string[]): readonly unknown[] {
  const own = names.map((name) => {
    const part = parts[name];
    return part?.call ? (part.result ?? { id: "1" }) : undefined;
  });
  return [{ id: "1" }, ...own];
}
