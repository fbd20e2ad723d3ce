/**
 * Types that signatures name and programs have no use for by name, each with its reason. A type that is added here is
 * one that nobody can write a parameter of: export it instead, if anybody could want to.
 */

/** Steps of types that are computed, and bases whose members are seen in what extends them; gone through all the same. */
export const passed: ReadonlySet<string> = new Set([
  // Of `MessageInit<T>`, which is what people write.
  "InitValue of runtime/dist/table/message-init",
  "Leaf of runtime/dist/table/message-init",
  // Of `Resource<T>` and `ResourcePage<T>`.
  "Part of runtime/dist/table/message-init",
  // Of `EnumType<Values>`, `OpenEnum<Values>` and `ClosedEnum<Values>`.
  "EnumMembers of runtime/dist/table/enum-type",
  "EnumNumbers of runtime/dist/table/enum-type",
  // The constraint of `oneofValue`: any oneof.
  "OneofChoice of runtime/dist/table/oneof",
  // Of `MaskBuilder<T>`, from which its functions get the paths that they return as `MaskPath`.
  "IsMessage of runtime/dist/mask/text/mask-builder",
  "MaskOf of runtime/dist/mask/text/mask-builder",
  "MaskOfMap of runtime/dist/mask/text/mask-builder",
  "MaskOfPresent of runtime/dist/mask/text/mask-builder",
  "MaskOneof of runtime/dist/mask/text/mask-builder",
  "Scalar of runtime/dist/mask/text/mask-builder",
  // Of `FieldMaskBuilder<T>`, in the same way.
  "PathOfPresent of runtime/dist/aip/field-mask-builder",
  // Of `MockHandlers<Client>`.
  "Answer of runtime/dist/testing/mock-types",
  "Awaitable of runtime/dist/testing/mock-types",
  "Handler of runtime/dist/testing/mock-types",
  "MessageOf of runtime/dist/testing/mock-types",
  "MockResponse of runtime/dist/testing/mock-types",
  "Received of runtime/dist/testing/mock-types",
  // The base of an SDK's session on Node, whose members are those of `Session`.
  "NodeSession of runtime/dist/session/node-session",
  // The base of `WebSessionOptions`.
  "CommonOptions of runtime/dist/session/common-options",
  // Of the properties of `ChannelEvents`.
  "Followed of runtime/dist/session/channels",
  // Of methods of `Caller`, which generated clients alone call.
  "Answering of runtime/dist/client/caller",
  "Options of runtime/dist/client/caller",
  // The parameter of `DynamicView`, a function that is written out in `DynamicUpdateRules`.
  "Behaviors of runtime/dist/mask/rules/dynamic-view",
  // Types of the platform, by a short name.
  "FetchBody of generated/catalogue/dist/runtime/body",
  "HeaderRecord of generated/catalogue/dist/runtime/hop",
  "HeaderValues of generated/catalogue/dist/runtime/options",
  // Of `StatusOf<Class>` in clients of REST APIs.
  "Digit of generated/catalogue/dist/runtime/failure",
  "NumberOf of generated/catalogue/dist/runtime/failure",
]);

/** What generated code passes on and never looks into, and no program gets hold of. */
export const closed: ReadonlySet<string> = new Set([
  // The member `wire` of a message type, for codecs; `wire-v1` exports it.
  "MessageKind of runtime/dist/wire/message-kind",
  // How operations are read: generated constants that clients give their `Caller`; `codegen-v1` exports it.
  "OperationWiring of runtime/dist/client/operation-handle",
  // What handles of operations call; the session makes it.
  "OperationOrigin of runtime/dist/client/operation-handle",
  "OperationFacts of runtime/dist/client/operation-shape",
  // What the views of one Update share, an opaque value.
  "Fields of runtime/dist/mask/rules/dynamic-view",
  // What generated functions of REST clients call, and their descriptions of operations.
  "Session of generated/catalogue/dist/runtime/session",
  "Operation of generated/catalogue/dist/runtime/operation",
]);
