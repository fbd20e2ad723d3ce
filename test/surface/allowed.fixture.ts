/**
 * Types that signatures name and programs have no use for by name, each with its reason. A type that is added here is
 * one that nobody can write a parameter of: export it instead, if anybody could want to.
 */

/** Steps of types that are computed, and bases whose members are seen in what extends them; gone through all the same. */
export const passed: ReadonlySet<string> = new Set([
  // Of `MessageInit<T>`, which is what people write.
  "InitValue of runtime/dist/messages/table/message-init",
  "Leaf of runtime/dist/messages/table/message-init",
  // Of `Resource<T>` and `ResourcePage<T>`.
  "Part of runtime/dist/messages/table/message-init",
  // Of `EnumType<Values>`, `OpenEnum<Values>` and `ClosedEnum<Values>`.
  "EnumMembers of runtime/dist/messages/table/enum-type",
  "EnumNumbers of runtime/dist/messages/table/enum-type",
  // The constraint of `oneofValue`: any oneof.
  "OneofChoice of runtime/dist/messages/table/oneof",
  // Of `MaskBuilder<T>`, from which its functions get the paths that they return as `MaskPath`.
  "IsMessage of runtime/dist/messages/mask/text/mask-builder",
  "MaskOf of runtime/dist/messages/mask/text/mask-builder",
  "MaskOfMap of runtime/dist/messages/mask/text/mask-builder",
  "MaskOfPresent of runtime/dist/messages/mask/text/mask-builder",
  "MaskOneof of runtime/dist/messages/mask/text/mask-builder",
  "Scalar of runtime/dist/messages/mask/text/mask-builder",
  // Of `FieldMaskBuilder<T>`, in the same way.
  "PathOfPresent of runtime/dist/calls/aip/field-mask-builder",
  // Of `MockHandlers<Client>`.
  "Answer of runtime/dist/session/testing/mock-types",
  "Awaitable of runtime/dist/session/testing/mock-types",
  "Handler of runtime/dist/session/testing/mock-types",
  "MessageOf of runtime/dist/session/testing/mock-types",
  "MockResponse of runtime/dist/session/testing/mock-types",
  "Received of runtime/dist/session/testing/mock-types",
  // The base of an SDK's session on Node, whose members are those of `Session`.
  "NodeSession of runtime/dist/session/core/node-session",
  // The base of `WebSessionOptions`.
  "CommonOptions of runtime/dist/session/core/common-options",
  // Of the properties of `ChannelEvents`.
  "Followed of runtime/dist/session/core/channels",
  // Of methods of `Caller`, which generated clients alone call.
  "TypedMethod of runtime/dist/calls/caller",
  "Options of runtime/dist/calls/caller",
  // The parameter of `DynamicView`, a function that is written out in `DynamicUpdateRules`.
  "Behaviors of runtime/dist/messages/mask/rules/dynamic-view",
  // Types of the platform, by a short name.
  "FetchBody of generated/catalogue/dist/types/runtime/core",
  "HeaderRecord of generated/catalogue/dist/types/runtime/core",
  "HeaderValues of generated/catalogue/dist/types/runtime/core",
  // Of `StatusOf<Class>` in clients of REST APIs.
  "Digit of generated/catalogue/dist/types/runtime/core",
  "NumberOf of generated/catalogue/dist/types/runtime/core",
]);

/** What generated code passes on and never looks into, and no program gets hold of. */
export const closed: ReadonlySet<string> = new Set([
  // The member `wire` of a message type, for codecs; `wire-v1` exports it.
  "MessageKind of runtime/dist/messages/wire/message-kind",
  // How operations are read: generated constants that clients give their `Caller`; `calls-v1` exports it.
  "OperationWiring of runtime/dist/calls/operation/operation-handle",
  // What handles of operations call; the session makes it.
  "OperationOrigin of runtime/dist/calls/operation/operation-handle",
  "OperationFacts of runtime/dist/calls/operation/operation-facts",
  // What the views of one Update share, an opaque value.
  "Fields of runtime/dist/messages/mask/rules/dynamic-view",
  // What generated functions of REST clients call, and their descriptions of operations.
  "Session of generated/catalogue/dist/types/runtime/core",
  "Operation of generated/catalogue/dist/types/runtime/core",
]);
