import {
  create,
  createFileRegistry,
  ScalarType,
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
} from "@bufbuild/protobuf";
import {
  FeatureSet_FieldPresence,
  FileDescriptorSetSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import {
  createCustomOptions,
  fieldBehaviors,
  isIdempotent,
  isReadOnly,
  isSecretField,
  findPage,
  isUpdate,
  oneofBehaviors,
  readEndpoint,
  readAnnotations,
  readScopes,
  type CustomOptions,
  type Annotations,
} from "@stratus/convention";
import { codecNames } from "../../plugin/codecs/names.js";
import { describeDeprecation } from "../../plugin/model/docs.js";
import { NameRegistry } from "../../plugin/model/name-registry.js";
import { giveRecordedValue } from "../../plugin/model/names.js";
import { readNamesText } from "../../plugin/read/names-file.js";
import { parseConfiguration } from "../../plugin/read/configuration.js";
import { isDelimited } from "../../plugin/source/field-traits.js";
import { withNested } from "../../plugin/model/file-graph.js";
import { readCalls, readResources, type CallSource } from "./aip.js";
import { readFieldRules, readMessageRules, readOneofRules } from "./read-rules.js";
import type { Api, ApiEnum, ApiField, ApiMessage, ApiMethod, ApiService } from "./api.js";

/** The inputs from which an SDK was generated. */
export interface ApiSource {
  readonly files: readonly FileDescriptorProto[];
  readonly apiDomain: string | undefined;
  /** Name of the option that states endpoints; default `api_service_name`. */
  readonly serviceNameOption?: string | undefined;
  /** The contents of the configuration files, as the SDK contains them; undefined if there are none. */
  readonly configuration?: string | undefined;
  /** The names that only a names file explains, as the SDK contains them; undefined if there are none. */
  readonly names?: string | undefined;
}

/** Reads the API of descriptors, which must be sorted so that each follows its imports. */
export function readApi({
  files,
  apiDomain,
  serviceNameOption,
  configuration: carried,
  names,
}: ApiSource): Api {
  const recorded = new NameRegistry(names === undefined ? undefined : readNamesText(names, "descriptors"));
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...files] }));
  const linked = files.flatMap(({ name }) => registry.getFile(name) ?? []);
  const options = createCustomOptions(linked);
  const annotations = readAnnotations(options);
  const configuration = parseConfiguration(carried);
  const messages = linked.flatMap((file) => file.messages.flatMap(withNested));
  const enums = [...linked.flatMap((file) => file.enums), ...messages.flatMap((one) => one.nestedEnums)];
  const services = linked.flatMap((file) => file.services);
  return {
    messages: indexByName(messages.map((one) => readMessage(one, options, annotations))),
    enums: indexByName(enums.map((one) => readEnum(one, options, recorded))),
    services: indexByName(
      services.map((one) => readService(one, { options, types: registry, configuration }, serviceNameOption)),
    ),
    resources: indexByName(readResources(linked, options)),
    domain: apiDomain,
  };
}

function indexByName<T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((one) => [one.name, one]));
}

function readMessage(message: DescMessage, options: CustomOptions, annotations: Annotations): ApiMessage {
  return {
    name: message.typeName,
    file: message.file.proto.name,
    deprecated: describeDeprecation(message, options),
    fields: indexByName(message.fields.map((field) => readField(field, options, annotations))),
    oneofs: indexByName(
      message.oneofs.map((oneof) => ({
        name: oneof.name,
        behaviors: oneofBehaviors(oneof, options),
        rules: readOneofRules(oneof, annotations),
      })),
    ),
    rules: readMessageRules(message, annotations),
  };
}

function readField(field: DescField, options: CustomOptions, annotations: Annotations): ApiField {
  const { presence } = field;
  return {
    name: field.name,
    number: field.number,
    type: formatType(field),
    presence:
      presence === FeatureSet_FieldPresence.LEGACY_REQUIRED
        ? "required"
        : presence === FeatureSet_FieldPresence.IMPLICIT ||
            field.fieldKind === "list" ||
            field.fieldKind === "map"
          ? "none"
          : "tracked",
    defaultValue: field.proto.defaultValue,
    jsonName: field.jsonName,
    oneof: field.oneof?.name,
    behaviors: fieldBehaviors(field, options),
    rules: readFieldRules(field, annotations),
    isSecret: isSecretField(field, options),
    deprecated: describeDeprecation(field, options),
  };
}

/** Returns the type as a proto file writes it, with full names. */
function formatType(field: DescField): string {
  if (field.fieldKind === "map") {
    const value = field.message?.typeName ?? field.enum?.typeName ?? formatScalar(field.scalar);
    return `map<${formatScalar(field.mapKey)}, ${value}>`;
  }
  const one = `${isDelimited(field) ? "group " : ""}${field.message?.typeName ?? field.enum?.typeName ?? formatScalar(field.scalar)}`;
  return field.fieldKind === "list" ? `repeated ${one}` : one;
}

function formatScalar(scalar: ScalarType | undefined): string {
  return scalar === undefined ? "" : (ScalarType[scalar] ?? "").toLowerCase();
}

function readEnum(one: DescEnum, options: CustomOptions, recorded: NameRegistry): ApiEnum {
  const { local } = codecNames.valueNames(one, giveRecordedValue(one, codecNames, recorded));
  return {
    name: one.typeName,
    file: one.file.proto.name,
    deprecated: describeDeprecation(one, options),
    values: indexByName(
      one.values.map((value) => ({
        name: value.name,
        local: local.get(value) ?? value.name,
        number: value.number,
        deprecated: describeDeprecation(value, options),
      })),
    ),
  };
}

function readService(service: DescService, source: CallSource, nameOption?: string): ApiService {
  const { options } = source;
  const endpoint = readEndpoint(service, options, nameOption);
  return {
    name: service.typeName,
    file: service.file.proto.name,
    deprecated: describeDeprecation(service, options),
    endpoint: endpoint?.kind === "name" ? `${endpoint.text}.{api_domain}` : endpoint?.text,
    scopes: readScopes(service, options),
    methods: indexByName(service.methods.map((method) => readMethod(method, source))),
  };
}

function readMethod(method: DescMethod, source: CallSource): ApiMethod {
  const { options } = source;
  return {
    name: method.name,
    request: method.input.typeName,
    response: method.output.typeName,
    kind: method.methodKind,
    isReadOnly: isReadOnly(method, options),
    isIdempotent: isIdempotent(method),
    isUpdate: isUpdate(method, options),
    isPaged: findPage(method) !== undefined,
    calls: readCalls(method, source),
    deprecated: describeDeprecation(method, options),
  };
}
