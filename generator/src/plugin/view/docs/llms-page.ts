import {
  code,
  firstSentence,
  identifier,
  joined,
  link,
  member,
  npmName,
  plainName,
  propertyName,
  string,
} from "../../../kit/code/code.js";
import type { GuideMethod, GuideModify, GuideService } from "../../../kit/guide/service.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import type { GuideJson } from "../../../kit/guide/types.js";
import type { Page } from "../../../kit/render/page.js";
import { entryName } from "../entry-name.js";
import { variablePrefix } from "../session.js";
import { type DocsPackage, simpleName } from "./docs-package.js";
import type { DocsSource } from "./docs-source.js";
import { exampleCall, methodExample, modifyExample } from "./examples.js";
import { findMaskPaths } from "./mask-paths.js";

/**
 * The file that language models read first, as https://llmstxt.org has it: how this SDK is used, by a service that shows
 * most, and a line a service with its methods.
 *
 * @param chosen Full name of the service to show; undefined for the one that shows most.
 */
export function llmsPage(from: DocsSource, chosen: string | undefined): Page {
  const { index, packages, places, types } = from;
  const linkOf = places.linksFrom("");
  const { name: packageName, runtime = "" } = index.package;
  const { session } = index;
  const serviceView = (service: GuideService) => ({
    link: link(plainName(simpleName(service.name)), places.textOf(service.name)),
    text: firstSentence(service.text, linkOf),
    isDeprecated: service.deprecated !== undefined,
    methods: joined(
      [...methodNames(service)].map((name) => code`\`${propertyName(name)}\``),
      ", ",
    ),
  });
  const example = exampleService(packages, chosen);
  return {
    path: "llms.txt",
    template: "sdk/llms.txt",
    view: {
      packageName: npmName(packageName),
      root: string(packageName),
      runtime: npmName(runtime),
      session: identifier(session?.name ?? ""),
      error: identifier(session?.error ?? ""),
      variables: variablePrefix(session?.name ?? ""),
      isPlain: session?.kind === "grpc",
      isCloud: session?.kind === "cloud",
      hasServiceErrors: (session?.serviceErrors ?? []).length > 0,
      errorKinds: errorKinds(session?.serviceErrors ?? [], types),
      example: example !== undefined && exampleView(example, from),
      packages: packages.map((one) => ({
        name: one.name !== "" && plainName(one.name),
        entry: entryName(packageName, one.directory),
        types: link(code`types`, places.types(one.name)),
        hasServices: one.services.length > 0,
        services: one.services.map(serviceView),
      })),
    },
  };
}

/** The methods of a client, and its helpers. */
function methodNames({ methods, modify, pickUp }: GuideService): readonly string[] {
  return [
    ...methods.flatMap(({ local, pages, modify: masked }) => [
      local,
      ...(pages ? [pages.local] : []),
      ...(masked ? [masked.local] : []),
    ]),
    ...(modify ? [modify.local] : []),
    ...(pickUp ? [pickUp.local] : []),
  ];
}

interface Example {
  readonly service: GuideService;
  readonly directory: string;
}

/** The service that was chosen, or the first of those that show most. */
function exampleService(packages: readonly DocsPackage[], chosen: string | undefined): Example | undefined {
  const all = packages.flatMap(({ services, directory }) =>
    services.map((service) => ({ service, directory })),
  );
  const worth = ({ service }: Example): number => {
    const { endpoint, isAtSession, methods, deprecated } = service;
    return [
      endpoint ?? isAtSession,
      modifyOf(service),
      createOf(methods),
      methods.some(({ pages }) => pages),
      getOf(methods),
      deprecated === undefined,
    ].filter(Boolean).length;
  };
  const best = all.toSorted((a, b) => worth(b) - worth(a))[0];
  return all.find(({ service }) => service.name === chosen) ?? best;
}

/** The helper that reads, changes and updates: of the service, or of an update with a field mask. */
function modifyOf({ modify, methods }: GuideService): GuideModify | undefined {
  return modify ?? methods.find((method) => method.modify)?.modify;
}

function createOf(methods: readonly GuideMethod[]): GuideMethod | undefined {
  return methods.find(({ local, kind }) => kind === "unary" && /^create/i.test(local));
}

function getOf(methods: readonly GuideMethod[]): GuideMethod | undefined {
  return methods.find(({ local, kind, pages }) => kind === "unary" && !pages && /^get/i.test(local));
}

function exampleView({ service, directory }: Example, { index, types }: DocsSource) {
  const { methods } = service;
  const modify = modifyOf(service);
  const create = createOf(methods);
  const list = methods.find(({ pages }) => pages);
  const get = getOf(methods);
  const unary = methods.filter(({ kind }) => kind === "unary");
  const called = get ?? create ?? unary.find(({ pages }) => !pages) ?? unary[0];
  const stream = methods.find(({ kind }) => kind !== "unary");
  const update = methods.find(({ hasMask }) => hasMask);
  const changed = modify ? methods.filter(({ word }) => word === modify.get || word === modify.update) : [];
  const result =
    called?.operation === undefined ? types.message(called?.response?.type ?? "")?.type : undefined;
  const paths = update ? findMaskPaths(update.request, types) : [];
  return {
    client: identifier(service.client),
    entry: string(entryName(index.package.name, directory)),
    create: create !== undefined && {
      call: exampleCall(create, types),
      answer: create.operation?.local !== undefined && member(create.operation.local),
      hasOperation: create.operation !== undefined,
      /** Its operation is one of AIP-151 (conventions, section 5.1). */
      hasNamedOperation: create.operation?.local === "result",
    },
    list:
      list?.pages !== undefined &&
      exampleCall({ ...list, local: list.pages.local, example: plainList(list) }, types),
    /** The method that gives one page. */
    listed: list !== undefined && propertyName(list.local),
    called: called !== undefined && {
      call: exampleCall(called, types),
      method: propertyName(called.local),
      rpc: code`${plainName(simpleName(service.name))}/${plainName(called.rpc)}`,
    },
    /** The first program of an API without resources, whose sections below begin with a call. */
    firstCall: called !== undefined && called !== get && called !== create && exampleCall(called, types),
    stream: stream !== undefined && methodExample(stream, [], types),
    type: result !== undefined && identifier(result),
    modify: modify !== undefined && modifyExample(modify, changed, types),
    isMasked: service.modify === undefined && modify !== undefined,
    modifyName: modify !== undefined && propertyName(modify.local),
    update: update !== undefined && methodExample(update, paths, types),
    hasFilter: types.message(list?.request ?? "")?.fields.some(({ name }) => name === "filter") === true,
  };
}

/** The oneof of the API's own error whose members are its kinds; false if the API has none, or several such messages. */
function errorKinds(names: readonly string[], types: GuideTypes) {
  const [{ fields = [], oneofs = [] } = {}, ...others] = names.flatMap((name) => types.message(name) ?? []);
  const [oneof, ...more] = oneofs;
  if (oneof === undefined || more.length > 0 || others.length > 0) return false;
  const kinds = fields.flatMap((field) =>
    field.oneof === oneof.name ? [code`\`${propertyName(field.property)}\``] : [],
  );
  return { oneof: propertyName(oneof.property), kinds: joined(kinds, ", ") };
}

/** A request for all that there is: without what only narrows or sorts. */
function plainList({ example = {} }: GuideMethod): GuideJson {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(
    Object.entries(example).filter(([name]) => !/^(?:filter|order_by|page_size|page_token)$/.test(name)),
  );
}
