import { clone, create } from "@bufbuild/protobuf";
import {
  EnumValueDescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
  type DescriptorProto,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { array, constantFrom, nat, record, type Arbitrary } from "fast-check";

/** A change of a file by chance: what it does, and numbers that say where. */
export interface Mutation {
  readonly kind: keyof typeof mutations;
  readonly place: number;
  readonly choice: number;
}

/** One to three changes. */
export const anyMutations: Arbitrary<readonly Mutation[]> = array(
  record({
    kind: constantFrom<keyof typeof mutations>(
      "removeField",
      "renameField",
      "renumberField",
      "retypeField",
      "addField",
      "listField",
      "deprecateField",
      "removeValue",
      "renameValue",
      "renumberValue",
      "addValue",
      "removeRpc",
      "renameRpc",
      "streamRpc",
      "requestOfRpc",
      "responseOfRpc",
      "renameService",
      "renameMessage",
    ),
    place: nat(1000),
    choice: nat(1000),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The files after changes of the one called `acme/v1/disk.proto`. */
export function mutated(
  files: readonly FileDescriptorProto[],
  list: readonly Mutation[],
): FileDescriptorProto[] {
  return files.map((file) => {
    if (file.name !== "acme/v1/disk.proto") return file;
    const copy = clone(FileDescriptorProtoSchema, file);
    for (const { kind, place, choice } of list) mutations[kind](copy, place, choice);
    return copy;
  });
}

type Mutate = (file: FileDescriptorProto, place: number, choice: number) => void;

const scalars = [
  Type.INT32,
  Type.INT64,
  Type.UINT32,
  Type.SINT32,
  Type.FIXED32,
  Type.STRING,
  Type.BYTES,
  Type.BOOL,
  Type.DOUBLE,
  Type.FLOAT,
];

function pick<T>(list: readonly T[], place: number): T | undefined {
  return list[place % Math.max(1, list.length)];
}

/** Messages with fields that are no entries of maps. */
function messagesOf(file: FileDescriptorProto): DescriptorProto[] {
  const all = file.messageType.flatMap((one) => [one, ...one.nestedType]);
  return all.filter(({ options, field }) => options?.mapEntry !== true && field.length > 0);
}

const inMessage =
  (use: (message: DescriptorProto, choice: number) => void): Mutate =>
  (file, place, choice) => {
    const message = pick(messagesOf(file), place);
    if (message) use(message, choice);
  };

/** Fields that may be anything: in no oneof, and of no map. */
function plainFields({ field, nestedType }: DescriptorProto): DescriptorProto["field"] {
  const maps = nestedType.filter(({ options }) => options?.mapEntry === true).map(({ name }) => name);
  return field.filter(
    (one) => one.oneofIndex === undefined && !maps.some((name) => one.typeName.endsWith(`.${name}`)),
  );
}

const inField = (use: (field: DescriptorProto["field"][number], choice: number) => void): Mutate =>
  inMessage((message, choice) => {
    const field = pick(plainFields(message), choice);
    if (field) use(field, choice);
  });

const inEnum =
  (use: (file: FileDescriptorProto["enumType"][number], choice: number) => void): Mutate =>
  (file, _, choice) => {
    const all = [...file.enumType, ...messagesOf(file).flatMap((one) => one.enumType)];
    const found = pick(all, choice);
    if (found) use(found, choice);
  };

const inRpc =
  (
    use: (
      method: FileDescriptorProto["service"][number]["method"][number],
      file: FileDescriptorProto,
      choice: number,
    ) => void,
  ): Mutate =>
  (file, place, choice) => {
    const method = pick(
      file.service.flatMap((one) => one.method),
      place,
    );
    if (method) use(method, file, choice);
  };

const mutations = {
  removeField: inMessage((message, choice) => {
    const gone = pick(plainFields(message), choice);
    message.field = message.field.filter((one) => one !== gone);
  }),
  renameField: inField((field) => {
    field.name = `${field.name}_x`;
    field.jsonName = "";
  }),
  renumberField: inField((field) => void (field.number += 100)),
  retypeField: inField((field, choice) => {
    field.type = pick(scalars, choice) ?? Type.INT32;
    field.typeName = "";
  }),
  addField: inMessage((message, choice) => {
    const number = 200 + (choice % 700);
    if (message.field.some((one) => one.number === number)) return;
    message.field.push(
      create(FieldDescriptorProtoSchema, {
        name: `added_${number}`,
        number,
        label: Label.OPTIONAL,
        type: pick(scalars, choice) ?? Type.INT32,
      }),
    );
  }),
  listField: inField((field) => {
    field.label = field.label === Label.REPEATED ? Label.OPTIONAL : Label.REPEATED;
    field.proto3Optional = false;
  }),
  deprecateField: inField((field) => {
    field.options ??= create(FieldOptionsSchema);
    field.options.deprecated = true;
  }),
  removeValue: inEnum((one) => void (one.value.length > 2 && one.value.pop())),
  renameValue: inEnum((one) => {
    const last = one.value.at(-1);
    if (last) last.name = `${last.name}_X`;
  }),
  renumberValue: inEnum((one) => {
    const last = one.value.at(-1);
    if (last && last.number !== 0) last.number += 10;
  }),
  addValue: inEnum((one, choice) => {
    const number = 20 + (choice % 900);
    if (one.value.some((value) => value.number === number)) return;
    const [first = ""] = /^.*_(?=UNSPECIFIED)/.exec(one.value[0]?.name ?? "") ?? [];
    one.value.push(create(EnumValueDescriptorProtoSchema, { name: `${first}ADDED_${number}`, number }));
  }),
  removeRpc: (file, place, choice) => {
    const service = pick(file.service, place);
    if (service && service.method.length > 1) service.method.splice(choice % service.method.length, 1);
  },
  renameRpc: inRpc((method) => void (method.name = `${method.name}Again`)),
  streamRpc: inRpc((method, _, choice) => {
    if (choice % 2 === 0) method.serverStreaming = !method.serverStreaming;
    else method.clientStreaming = !method.clientStreaming;
  }),
  requestOfRpc: inRpc((method, file, choice) => {
    method.inputType = `.acme.v1.${pick(file.messageType, choice)?.name ?? "Disk"}`;
  }),
  responseOfRpc: inRpc((method, file, choice) => {
    method.outputType = `.acme.v1.${pick(file.messageType, choice)?.name ?? "Disk"}`;
  }),
  renameService: (file, place) => {
    const service = pick(file.service, place);
    if (service) service.name = `${service.name}Again`;
  },
  renameMessage: (file, place) => {
    const message = pick(file.messageType, place);
    if (!message) return;
    const old = `.acme.v1.${message.name}`;
    message.name = `${message.name}Again`;
    const renamed = (name: string): string =>
      name === old || name.startsWith(`${old}.`) ? `.acme.v1.${message.name}${name.slice(old.length)}` : name;
    for (const one of [...file.messageType, ...file.messageType.flatMap((outer) => outer.nestedType)])
      for (const field of one.field) field.typeName = renamed(field.typeName);
    for (const method of file.service.flatMap((one) => one.method)) {
      method.inputType = renamed(method.inputType);
      method.outputType = renamed(method.outputType);
    }
  },
} as const satisfies Readonly<Record<string, Mutate>>;
