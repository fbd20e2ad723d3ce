/**
 * Calls any generated SDK by its guide instead of its types: finds the package, opens a session from settings, builds
 * messages from JSON and field paths, and calls methods by name. `@stratus/cli` and `@stratus/mcp` are built on it. It prints
 * nothing and reads no command-line arguments.
 *
 * @module
 */
export { requireCommandName, writePackage } from "./branded-package.js";
export type { UsageErrorCode } from "./error-codes.js";
export {
  Client,
  openClient,
  type CallOptions,
  type ClientMethod,
  type OperationHandle,
  type Preview,
} from "./calls/client.js";
export { captureCall, type CapturedCall, type CaptureInput } from "./calls/capture.js";
export {
  type CallFailure,
  isConflict,
  isUnknownOutcome,
  readFailure,
  withoutProgramAdvice,
} from "./calls/call-failure.js";
export { progressText, readProgress, type OperationProgress } from "./calls/read-progress.js";
export { refuseGrpcCredentials } from "./calls/rest-credentials.js";
export { isUnverifiedServer, unverifiedServer } from "./calls/rest-fetch.js";
export { checkAddress, openSession, type OpenSession, type SessionOptions } from "./calls/session.js";
export type { SessionHeaders } from "./calls/session-headers.js";
export { makeMessage } from "./messages/make-message.js";
export type { Change } from "./messages/change.js";
export { MessageEditor } from "./messages/message-editor.js";
export { locateError, UnknownField } from "./messages/unknown-field.js";
export { refuseInputLoss } from "./messages/refuse-input-loss.js";
export { findField } from "./messages/message-fields.js";
export { requireOneMember } from "./messages/oneof-conflict.js";
export {
  type IsServerManaged,
  resourceVersion,
  type ResourceVersion,
  serverManagedFields,
} from "./messages/server-managed.js";
export { type Marker, markerLabel } from "./messages/shown-marker.js";
export {
  hide,
  hideResource,
  type HideOptions,
  type RetainedValue,
  type ShownMessage,
} from "./messages/shown-message.js";
export {
  findByShortName,
  isUnknownPath,
  maskPath,
  readPath,
  shortNames,
  type UnknownPath,
  type FieldPath,
  type PathStep,
} from "./messages/field-path.js";
export { type QueryLimits } from "./query/budget.js";
export { compileQuery, type Query } from "./query/query.js";
export { QueryError, type QueryErrorKind } from "./query/query-error.js";
export { fromQueryValue, type MessageSchema, toQueryValue } from "./query/query-json.js";
export type { QueryValue } from "./query/query-value.js";
export {
  applyDocument,
  type AppliedDocument,
  type ApplyOptions,
  resourceForms,
} from "./resources/apply-document.js";
export { type InputOnlyValue, type ServerDifference } from "./resources/comparable-part.js";
export { createRequest } from "./resources/create-request.js";
export { exportResource, kindKey, pathKey } from "./resources/export-resource.js";
export {
  findResource,
  identify,
  type ResourceContent,
  resourceId,
  type ResourceIdentity,
  textIn,
} from "./resources/find-resource.js";
export {
  markSecrets,
  requireMutable,
  resourceDifferences,
  type ResourceDifference,
  type ResourceForms,
} from "./resources/resource-changes.js";
export { pathParameters, type ResourceKind, resourceKinds } from "./resources/resource-kind.js";
export { updateRequest } from "./resources/update-request.js";
export { findSdk } from "./sdk/find-sdk.js";
export { type Violation, JsonCodec, type SdkModules } from "./sdk/json-codec.js";
export { isLikelySecretField, isSecretField, isSecretName, redactedText } from "./sdk/secret-field.js";
export { resourceNoun, Service } from "./sdk/service.js";
export { Sdk, splitServiceWords } from "./sdk/sdk.js";
export {
  hasBrowser,
  loginByDeviceCode,
  loginInBrowser,
  openBrowser,
  pathSettings,
  revokeLogin,
  saveLogin,
  splitCommand,
} from "@stratus/runtime/login";
export type { InteractiveLogin, StoredLogin, ProfileSettings, ProviderAccess } from "@stratus/runtime/login";
export { Profiles } from "./settings/profiles.js";
export {
  apiAddress,
  resolveSettings,
  type ResolvedSettings,
  type SavedCredentials,
  type SettingsSources,
} from "./settings/resolve-settings.js";
export {
  hasLogin,
  isBooleanSetting,
  loginSetting,
  mergeSettings,
  parseSetting,
  findSetting,
  settingDescriptions,
  readEnvironment,
  environmentVariable,
  withoutLogin,
  type Settings,
} from "./settings/settings.js";
export { isJsonObject, isSameJson, type JsonObject } from "./text/json-object.js";
export { jsonName, kebabCase } from "./text/name-case.js";
export { isUnsafe, safeLine, safeText } from "./text/safe-text.js";
export { unknownNameError, UsageError } from "./text/usage-error.js";
