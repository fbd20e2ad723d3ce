/**
 * `@stratus/convention` recognizes the parts of an API from its descriptors, by shape and by the simple names of
 * options. The generator and the emulator share it, so both read an API the same way. docs/conventions.md defines the
 * convention.
 *
 * @module
 */
export {
  type Configuration,
  type ConfigurationFiles,
  emptyConfiguration,
  readConfiguration,
} from "./aip/configuration.js";
export { type CreatedName, findCreatedName } from "./aip/created-name.js";
export { followsAip } from "./aip/follows-aip.js";
export {
  findMaskedModify,
  findMaskedUpdate,
  type MaskedModify,
  type MaskedUpdate,
} from "./aip/masked-update.js";
export { type PatternPart, readNamePattern, listPatternVariables } from "./aip/name-pattern.js";
export { findRequestId } from "./aip/request-id.js";
export {
  readResourceDefinitions,
  readResourceReference,
  readResourceType,
  type ResourceReference,
  type ResourceType,
} from "./aip/resource-type.js";
export { readRouting, type RoutingParameter } from "./aip/routing.js";
export { readScopes } from "./aip/scopes.js";
export type { CallConfig, RetryConfig } from "./aip/service-config.js";
export { type NamedRequest, readStandardMethod, type StandardMethod } from "./aip/standard-method.js";
export {
  type FieldBehavior,
  fieldBehaviors,
  type MethodBehavior,
  methodBehaviors,
  oneofBehaviors,
} from "./methods/behavior.js";
export { isSecretField } from "./base/secret-field.js";
export { type Effect, readEffect } from "./methods/effect.js";
export {
  type Endpoint,
  defaultHostOption,
  endpointNameOption,
  supportsIdempotencyKeys,
  readEndpoint,
  readHostEndpoint,
} from "./shapes/endpoint.js";
export {
  findOperationGet,
  findOperationList,
  findResourceGet,
  type GetMethod,
  type OperationList,
  readsOperations,
} from "./methods/get-method.js";
export { findParentTypes, type IdTypes, readIdTypes } from "./methods/id-types.js";
export { findInputOnlyInList } from "./methods/input-only-in-list.js";
export { findManagedResource } from "./shapes/managed-resource.js";
export {
  findModify,
  hasNoSideEffects,
  isDelete,
  isIdempotent,
  isReadOnly,
  isUpdate,
  type ModifyMethods,
} from "./methods/method.js";
export { type ApiKind, apiKinds, readApiKind, statesConvention } from "./kind/api-kind.js";
export { splitWords } from "./base/name.js";
export {
  findNamedOperationMethods,
  isNamedOperation,
  type NamedOperationMethods,
  readOperationTypes,
  type OperationTypes,
} from "./shapes/named-operation.js";
export { isOperation } from "./shapes/operation.js";
export type { Deprecation, DescWithOptions } from "./base/option-value.js";
export {
  createCustomOptions,
  type CustomOptions,
  type NamedOption,
  type WithOptions,
  hasRelevantOptions,
  type CreateOptionError,
} from "./base/options.js";
export { findPage, type MessageList } from "./shapes/page.js";
export { findProfileMember, type ProfileMember } from "./shapes/profile.js";
export { isNamedResource, isResource, serverManagedMetadata } from "./shapes/resource.js";
export { type MethodRole, readRole } from "./methods/role.js";
export type {
  CelRule,
  Choice,
  Ignore,
  UncheckedRule,
  RequiredBy,
  Rule,
  RuleValue,
  FieldAnnotations,
  MessageAnnotations,
  OneofAnnotations,
  ValueRules,
} from "./rules/model.js";
export {
  isOmittedFromRequests,
  hasFieldMask,
  hasDefaultMetadata,
  isRequiredInRequests,
} from "./rules/request-field.js";
export { noRules } from "./rules/value-rules.js";
export { generateSamples } from "./pattern/samples.js";
export { toPortablePattern } from "./rules/portable-pattern.js";
export { readAnnotations, type Annotations } from "./rules/annotations.js";
export { findMissingUpdateFields, type MissingUpdateField } from "./rules/missing-update-fields.js";
export {
  describeCelRules,
  describeChoice,
  isDocumentedAsRequired,
  describeLimits,
  type NameEnumValue,
} from "./rules/describe-rules.js";
export { listUncheckedCel, listUncheckedRules, listUnsupportedRules } from "./rules/unchecked-rules.js";
export { listErrorKinds, isServiceError, findRetryValue, type RetryType } from "./shapes/service-error.js";
export {
  findField,
  findValue,
  hasStringField,
  fieldMessage,
  type MessageField,
} from "./base/message-fields.js";
export { isUnstable } from "./base/stability.js";
export { isTokenExchange } from "./shapes/token-exchange.js";
