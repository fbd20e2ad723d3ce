/** Methods and resources of an API that follows AIP. */
import type { DescFile, DescMessage, DescMethod } from "@bufbuild/protobuf";
import {
  type Configuration,
  type CustomOptions,
  findCreatedName,
  findMaskedModify,
  findMaskedUpdate,
  findRequestId,
  followsAip,
  isUpdate,
  emptyConfiguration,
  readNamePattern,
  readResourceDefinitions,
  readResourceType,
  readRouting,
  type ResourceType,
  listPatternVariables,
} from "@stratus/convention";
import type { Schema } from "../read/schema.js";
import type { AipMethod, MaskedUpdate, NamedResource } from "./aip-model.js";
import { withNested } from "./file-graph.js";
import { refer } from "./message-ref.js";
import type { Names } from "./names.js";
import { upperCamel } from "../../kit/text/casing.js";

/** The sources of the answers. */
export interface AipContext {
  readonly names: Names;
  readonly options: CustomOptions;
  readonly types: Schema["types"];
  readonly configuration?: Configuration | undefined;
}

/** Describes what is stated of a method; undefined if nothing is. */
export function describeAip(method: DescMethod, context: AipContext): AipMethod | undefined {
  const { names, options, types, configuration = emptyConfiguration } = context;
  const requestId = findRequestId(method, options, configuration.autoPopulatedFields(method));
  const routing = followsAip(method.parent, options) ? readRouting(method, options) : [];
  const config = configuration.callConfig(method);
  const masked = describeMasked(method, context);
  const createdName = findCreatedName(method, options, types);
  const stated = [requestId, createdName, routing[0], config, masked];
  if (stated.every((one) => one === undefined)) return undefined;
  return {
    requestId: requestId && { name: requestId.name, property: names.property(requestId) },
    createdName,
    routing,
    config,
    masked,
  };
}

function describeMasked(method: DescMethod, { names, options, types }: AipContext): MaskedUpdate | undefined {
  const found = isUpdate(method, options) ? undefined : findMaskedUpdate(method, options, types);
  if (found === undefined) return undefined;
  const { resource, mask } = found;
  const modify = findMaskedModify(method, options, types);
  return {
    resource: {
      name: resource.name,
      property: names.property(resource),
      message: refer(resource.message, names),
    },
    mask: { name: mask.name, property: names.property(mask) },
    modify: modify && {
      ...names.maskedModify(method),
      get: { rpc: modify.get.name, local: names.rpc(modify.get) },
    },
  };
}

/** The property of a variable, as the runtime makes it: `secret_version` is `secretVersion`. */
function camelCase(variable: string): string {
  return variable.replace(/_+(.?)/g, (_, first: string) => first.toUpperCase());
}

/** The types of resources of a package, whose names programs make and read: those of its messages, then those of its files. */
export function describeResources(
  files: readonly DescFile[],
  { names, options }: Pick<AipContext, "names" | "options">,
): NamedResource[] {
  const ofMessages = files
    .flatMap((file) => file.messages.flatMap((message): DescMessage[] => withNested(message)))
    .flatMap((message) => readResourceType(message, options) ?? []);
  const all = [...ofMessages, ...files.flatMap((file) => readResourceDefinitions(file, options))];
  const byType = new Map<string, ResourceType>();
  for (const one of all) if (!byType.has(one.type)) byType.set(one.type, one);
  return [...byType.values()].flatMap(
    (one) => describeResource(one, files[0]?.proto.package ?? "", names) ?? [],
  );
}

function describeResource(
  { type, patterns }: ResourceType,
  packageName: string,
  names: Names,
): NamedResource | undefined {
  const read = patterns.flatMap((text) => {
    const parts = readNamePattern(text);
    const variables = parts && listPatternVariables(parts).map(camelCase);
    return variables && variables.length > 0 ? [{ text, variables }] : [];
  });
  const simple = upperCamel(type.slice(type.lastIndexOf("/") + 1));
  if (read.length === 0 || !/^[A-Za-z]/.test(simple)) return undefined;
  const take = (role: Parameters<Names["resource"]>[2], name: string): string =>
    names.resource(packageName, type, role, name);
  return {
    type,
    patterns: read,
    path: take("path", `${simple.charAt(0).toLowerCase()}${simple.slice(1)}Path`),
    parse: take("parse", `parse${simple}Path`),
    pathType: take("pathType", `${simple}Path`),
    partsType: take("partsType", `${simple}PathParts`),
  };
}
