import type { DescField, DescMessage, DescService } from "@bufbuild/protobuf";
import {
  type ApiKind,
  type CustomOptions,
  isOmittedFromRequests,
  hasFieldMask,
  isUnstable,
  isUpdate,
  hasDefaultMetadata,
  isRequiredInRequests,
  type Annotations,
} from "@stratus/convention";
import type { InputForms } from "../codecs/input-forms.js";
import { isSharedType } from "../source/shared-types.js";
import { isAdapted } from "./fields.js";

/** The annotations from which the types of calls follow. */
export interface InputContext {
  readonly annotations: Annotations;
  readonly options: CustomOptions;
  /** Types say what is required, or comments alone; undefined for types if the version of a package is stable. */
  readonly required: "types" | "docs" | undefined;
  /** The kind of the API: plain gRPC has no updates with masks. */
  readonly kind: ApiKind;
}

/** How the types of the calls of these services differ from those of their messages. */
export function describeInputs(
  services: Iterable<DescService>,
  { annotations, options, required, kind }: InputContext,
): InputForms {
  const methods = [...services].flatMap((service) => service.methods);
  const leavesOut = (field: DescField): boolean => isOmittedFromRequests(field, annotations.field(field));
  const demands = (field: DescField): boolean => {
    if (!isSaidByTypes(field.parent, required) || leavesOut(field)) return false;
    if (field.name === "metadata" && hasDefaultMetadata(field.parent)) return false;
    return isRequiredInRequests(field, annotations.field(field));
  };
  const updates = methods.filter((method) => kind !== "grpc" && isUpdate(method, options));
  const updated = reachable(updates, leavesOut);
  const called = reachable(
    methods.filter((method) => !updates.includes(method)),
    leavesOut,
  );
  const dropping = withHolders(
    new Set([...called, ...updated]),
    ({ fields }) => fields.some(leavesOut),
    leavesOut,
  );
  const demanding = withHolders(called, ({ fields }) => fields.some(demands), leavesOut);
  return {
    inputs: new Set([...called].filter((one) => dropping.has(one) || demanding.has(one))),
    demanding,
    dropping,
    wholes: new Set([...updated].filter((one) => dropping.has(one))),
    hasFieldMask,
    isRequiredInRequests: demands,
    isOmittedFromRequests: leavesOut,
  };
}

function isSaidByTypes({ file }: DescMessage, required: InputContext["required"]): boolean {
  return required === undefined ? !isUnstable(`.${file.proto.package}`) : required === "types";
}

/** The requests of methods, and all messages that they hold outside of what is left out. */
function reachable(
  methods: readonly { readonly input: DescMessage }[],
  isPassedBy: (field: DescField) => boolean,
): ReadonlySet<DescMessage> {
  const found = new Set(methods.map(({ input }) => input).filter(isOwn));
  // Those that are added while the set is gone through are gone through too.
  for (const message of found) {
    for (const held of heldBy(message, isPassedBy)) found.add(held);
  }
  return found;
}

/** The messages that have something, and all that hold one of them. */
function withHolders(
  messages: ReadonlySet<DescMessage>,
  hasIt: (message: DescMessage) => boolean,
  isPassedBy: (field: DescField) => boolean,
): ReadonlySet<DescMessage> {
  const holders = new Map<DescMessage, DescMessage[]>();
  for (const message of messages) {
    for (const held of heldBy(message, isPassedBy)) {
      const known = holders.get(held);
      if (known) known.push(message);
      else holders.set(held, [message]);
    }
  }
  const found = new Set([...messages].filter(hasIt));
  for (const message of found) {
    for (const holder of holders.get(message) ?? []) found.add(holder);
  }
  return found;
}

/** The messages of the API in the fields of one. */
function heldBy({ fields }: DescMessage, isPassedBy: (field: DescField) => boolean): DescMessage[] {
  return fields.flatMap((field) => {
    const isHeld = field.message !== undefined && isOwn(field.message) && !isPassedBy(field);
    return isHeld && field.message ? [field.message] : [];
  });
}

/** The message is not one that the runtime has, be it as a plain value. */
function isOwn(message: DescMessage): boolean {
  return !isSharedType(message) && !isAdapted(message);
}
