/** How the operations of the API are read again: ours by their id, those of AIP-151 by their name. */
import type { DescField, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  findField,
  findNamedOperationMethods,
  findOperationGet,
  findOperationList,
  findResourceGet,
  hasStringField,
  isNamedOperation,
  isResource,
  readOperationTypes,
  readsOperations,
} from "@stratus/convention";
import type { Schema } from "../read/schema.js";
import type {
  Endpoint,
  MessageRef,
  Method,
  NamedTypes,
  OperationReader,
  OperationUse,
  PickUp,
  ResourceReading,
} from "./api.js";
import { isAdapted } from "./fields.js";
import { refer } from "./message-ref.js";
import type { Names } from "./names.js";

/** The service reads operations of one kind or the other. */
export function readsAnyOperations(service: DescService): boolean {
  return findOperationGet(service) !== undefined || findNamedOperationMethods(service) !== undefined;
}

/** Methods of the services start operations that the service reads by their name. */
export function isNamedReaderOf(service: DescService, others: readonly DescService[]): boolean {
  const operation = findNamedOperationMethods(service)?.get.output;
  return others.some((one) => one !== service && one.methods.some(({ output }) => output === operation));
}

/** Services that read operations, among those that have clients. */
export class OperationReaders {
  readonly #readers: readonly DescService[];
  readonly #names: Names;
  readonly #schema: Schema;

  constructor(
    services: Iterable<DescService>,
    endpoints: ReadonlyMap<DescService, Endpoint | undefined>,
    { names, schema }: { readonly names: Names; readonly schema: Schema },
  ) {
    this.#names = names;
    this.#schema = schema;
    this.#readers = [...services]
      .filter(
        (service) =>
          readsOperations(service, endpoints.get(service)) ||
          findNamedOperationMethods(service) !== undefined,
      )
      .sort((a, b) => (a.typeName < b.typeName ? -1 : 1));
  }

  /** Returns the operation that a method starts; undefined if no service reads it. */
  use(method: DescMethod): OperationUse | undefined {
    if (this.#readers.includes(method.parent)) return undefined;
    const fitting = this.#readers.filter((reader) => findAnswer(reader) === method.output);
    const own = fitting.find((reader) => reader.file.proto.package === method.output.file.proto.package);
    const reader = own ?? fitting[0];
    if (!reader) return undefined;
    const wiring = this.#names.wiring(reader);
    if (!isNamedOperation(method.output)) return { wiring, named: undefined };
    const { response, metadata } = readOperationTypes(method, this.#schema.options, this.#schema.types);
    return { wiring, named: { response: this.#response(response), metadata: this.#typed(metadata) } };
  }

  #response(type: DescMessage | undefined): NamedTypes["response"] {
    const response = this.#typed(type);
    return type && response && { response, reply: isResource(type) ? "resource" : "message" };
  }

  /** Types that are other types in TypeScript, such as a Struct, have no codec that opens an Any. */
  #typed(type: DescMessage | undefined): MessageRef | undefined {
    return type && !isAdapted(type) ? refer(type, this.#names) : undefined;
  }

  /** How a service reads operations; undefined where it reads none. */
  describe(service: DescService): OperationReader | undefined {
    if (!this.#readers.includes(service)) return undefined;
    const names = this.#names;
    const wiring = names.wiring(service);
    const own = findOperationGet(service);
    const named = findNamedOperationMethods(service);
    if (own) {
      const listing = describeListing(service, names);
      return { wiring, ...reading(own.get, own.id, names), cancel: undefined, listing, isNamed: false };
    }
    const id = named && findField(named.get.input, "name");
    if (!named || !id) return undefined;
    const cancelId = named.cancel && findField(named.cancel.input, "name");
    return {
      wiring,
      ...reading(named.get, id, names),
      cancel:
        named.cancel && cancelId
          ? { local: names.rpc(named.cancel), id: names.property(cancelId) }
          : undefined,
      listing: undefined,
      isNamed: true,
    };
  }
}

/** How the operations of a resource are listed. */
function describeListing(service: DescService, names: Names): OperationReader["listing"] {
  const found = findOperationList(service);
  return (
    found && {
      local: names.rpc(found.list),
      resourceId: names.property(found.resourceId),
      items: names.property(found.items),
    }
  );
}

function reading(
  get: DescMethod,
  id: DescField,
  names: Names,
): Pick<OperationReader, "get" | "operation" | "id"> {
  return { get: names.rpc(get), operation: refer(get.output, names), id: names.property(id) };
}

/** Finds the message that the service returns for an operation. */
function findAnswer(reader: DescService): DescMessage | undefined {
  return (findOperationGet(reader) ?? findNamedOperationMethods(reader))?.get.output;
}

/** The helper that picks up an operation of the service; its types where all of its operations agree on them. */
export function describePickUp(
  service: DescService,
  methods: readonly Method[],
  names: Names,
): PickUp | undefined {
  const uses = methods.flatMap(({ operation, response }) => (operation ? [{ operation, response }] : []));
  const [first] = uses;
  if (!first) return undefined;
  const { wiring, named } = first.operation;
  const alike = uses.filter(({ operation }) => operation.wiring.name === wiring.name);
  const agree = (nameOf: (types: NamedTypes | undefined) => string | undefined): boolean =>
    alike.every(({ operation }) => nameOf(operation.named) === nameOf(named));
  const types = named && {
    response: agree((one) => one?.response?.response.typeName) ? named.response : undefined,
    metadata: agree((one) => one?.metadata?.typeName) ? named.metadata : undefined,
  };
  return {
    local: names.operation(service),
    operation: first.response,
    use: { wiring, named: types },
  };
}

/** How the resource is read that the operations of a service are about. */
export function describeResourceReading(
  service: DescService,
  methods: readonly Method[],
  names: Names,
): ResourceReading | undefined {
  const found = findResourceGet(service);
  const get = methods.find(({ rpc }) => rpc === found?.get.name);
  const index = methods.findIndex((one) => one.operation !== undefined);
  const [starting, use] = [service.methods[index], methods[index]?.operation];
  if (!found || !get || !use || !starting || !hasStringField(starting.output, "resource_id"))
    return undefined;
  return { wiring: use.wiring, get, id: names.property(found.id) };
}
