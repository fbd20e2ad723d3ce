/**
 * The guide of a REST client: modules of plain data that tools read (docs/reference/guide.md). The index has a line for each
 * operation. Each group has a module with its operations, and one module has the schemas.
 */
import { code, summaryText, layOutJson, literal, string, type Code } from "../../../kit/code/code.js";
import type { Guide } from "../../../kit/guide/guide.js";
import type { GuideFile } from "../../../kit/guide/service.js";
import { formatIndexLine } from "../../../kit/complete-guide.js";
import type { Page } from "../../../kit/render/page.js";
import type { Group, RestApi } from "../../model/rest-api.js";
import { resolveDefaultUrl } from "../../model/servers.js";
import { kebab, splitWords } from "../../model/words.js";
import { toClientName, toErrorName, type PackageNames } from "../package-names.js";
import { GuideMessages } from "./guide-messages.js";
import { findCreates } from "./creates.js";
import { methodEffect, createGuideMethod } from "./guide-operation.js";

/** Key of the module that has the schemas. */
const models = "models";

/** The index of a guide. */
export type GuideIndexView = { readonly guide: Code; readonly modules: readonly Code[] };

/** A module of a guide. */
export type GuideFileView = { readonly place: Code; readonly data: Code };

/** Lists the files of a guide. */
export function* guidePages(api: RestApi, names: PackageNames, file: string): Iterable<Page> {
  const groups = api.groups.filter(({ operations }) => operations.length > 0);
  const keys = [...groups.map(toModuleKey), models];
  yield {
    path: "src/guide/index.ts",
    template: "rest/src/guide/index.ts",
    isLaidOut: true,
    view: {
      guide: layOutJson(createIndex(groups, api, names), "export const guide: Guide = ".length),
      modules: keys.map((key) => code`${string(key)}: () => import(${string(`./${key}.js`)})`),
    },
  };
  const shared = new GuideMessages(api);
  for (const schema of api.schemas.values()) shared.addSchema(schema);
  for (const group of groups) yield filePage(toModuleKey(group), createGuideFile(group, api, file));
  yield filePage(models, { source: file, package: "", entry: ".", uses: [], services: [], ...shared.all });
}

function toModuleKey({ fileName }: Group): string {
  return `operations/${fileName}`;
}

function filePage(key: string, data: GuideFile): Page<GuideFileView> {
  return {
    path: `src/guide/${key}.ts`,
    template: "rest/src/guide/[file].ts",
    isLaidOut: true,
    view: {
      place: key === models ? literal("../") : literal("../../"),
      data: layOutJson(data, "export const file: GuideFile = ".length),
    },
  };
}

function createIndex(groups: readonly Group[], api: RestApi, names: PackageNames): Guide {
  const { packageName, packageVersion } = names;
  const { securitySchemes: schemes, servers } = api;
  const creates = findCreates(api);
  return {
    version: 1,
    protocol: "rest",
    id: findHost(servers.map(resolveDefaultUrl)),
    package: { name: packageName, version: packageVersion },
    session: {
      name: toClientName(names),
      error: toErrorName(names),
      addresses: servers.length === 0 ? undefined : servers.map(resolveDefaultUrl),
      logins:
        schemes.length === 0
          ? undefined
          : schemes.map(({ name, kind, keyName }) => ({
              name,
              kind,
              ...(keyName !== "" && { key: keyName }),
            })),
    },
    services: groups.map((group) => ({
      words: group.property === undefined ? "" : kebab(splitWords(group.property)),
      name: group.className,
      module: toModuleKey(group),
      text: summaryText(group.description),
      methods: nameMethods(group).map(([word, operation]) =>
        formatIndexLine({
          word,
          role: "other",
          effect: creates.has(operation) ? "create" : methodEffect(operation.method),
          isDeprecated: operation.isDeprecated,
          text: summaryText(operation.description),
        }),
      ),
    })),
  };
}

/** The host of the first server that has one. */
function findHost(urls: readonly string[]): string | undefined {
  return urls.map((url) => (URL.canParse(url) ? new URL(url).hostname : "")).find((host) => host !== "");
}

/** Gives each operation a word that is unique in its group. */
function nameMethods({ operations }: Group) {
  const taken = new Set<string>();
  return operations.map((operation) => {
    const own = kebab(splitWords(operation.methodName)) || "_";
    let word = own;
    for (let count = 2; taken.has(word); count++) word = `${own}${count}`;
    taken.add(word);
    return [word, operation] as const;
  });
}

function createGuideFile(group: Group, api: RestApi, file: string): GuideFile {
  const messages = new GuideMessages(api);
  const methods = nameMethods(group).map(([word, operation]) => createGuideMethod(word, operation, messages));
  return {
    source: file,
    package: "",
    entry: ".",
    uses: [models],
    services: [
      {
        name: group.className,
        client: group.property ?? "",
        text: group.description.trim(),
        hasKeys: group.operations.some(({ idempotencyKey }) => idempotencyKey !== undefined),
        methods,
      },
    ],
    ...messages.all,
  };
}
