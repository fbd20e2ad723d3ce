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
  noConfiguration,
  readConfiguration,
} from "./aip/configuration.js";
export { followsAip } from "./aip/follows.js";
export {
  findMaskedModify,
  findMaskedUpdate,
  type MaskedModify,
  type MaskedUpdate,
} from "./aip/masked-update.js";
export { type PatternPart, readNamePattern, variablesOfPattern } from "./aip/name-pattern.js";
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
export { type Endpoint, hostOption, nameOption, promisesKeys, readEndpoint } from "./parts/endpoint.js";
export {
  findOperationGet,
  findOperationList,
  findResourceGet,
  type GetMethod,
  type OperationList,
  readsOperations,
} from "./methods/get.js";
export { findInputOnlyInList } from "./methods/input-only-in-list.js";
export { resourceOfService } from "./parts/managed-resource.js";
export {
  findModify,
  hasNoSideEffects,
  isDelete,
  isIdempotent,
  isReadOnly,
  isUpdate,
  type ModifyMethods,
} from "./methods/method.js";
export { wordsOf } from "./base/name.js";
export {
  findNamedOperationMethods,
  isNamedOperation,
  type NamedOperationMethods,
  operationTypes,
  type OperationTypes,
} from "./parts/named-operation.js";
export { isOperation } from "./parts/operation.js";
export type { Deprecation, Optioned } from "./base/option-value.js";
export {
  createCustomOptions,
  type CustomOptions,
  type NamedOption,
  type Stated,
  setsOptions,
  type UnreadableOption,
} from "./base/options.js";
export { findPage, type MessageList } from "./parts/page.js";
export { profileMember, type ProfileMember } from "./parts/profile.js";
export { isNamedResource, isResource, serversMetadata } from "./parts/resource.js";
export { type MethodRole, readRole } from "./methods/role.js";
export type {
  CelRule,
  Choice,
  Ignore,
  LeftRule,
  RequiredBy,
  Rule,
  RuleValue,
  StatedField,
  StatedMessage,
  StatedOneof,
  ValueRules,
} from "./rules/model.js";
export { isLeftOut, isPartial, makesMetadata, mustBeGiven } from "./rules/request-field.js";
export { noRules } from "./rules/value-rules.js";
export { samplesOfPattern } from "./pattern/samples.js";
export { portablePattern } from "./rules/portable-pattern.js";
export { readStatements, type Statements } from "./rules/statements.js";
export { findLackingFields, type LackingField } from "./rules/lacking-fields.js";
export { celInWords, choiceInWords, isSaidRequired, limitsInWords, type ValueName } from "./rules/words.js";
export { leftCel, leftRules, unreadRules } from "./rules/why-left.js";
export { errorKinds, isServiceError, retryValue, type RetryType } from "./parts/service-error.js";
export { findField, findValue, hasText, messageAt, type MessageField } from "./base/shape.js";
export { isUnstable } from "./base/stability.js";
export { isTokenExchange } from "./parts/token-exchange.js";
