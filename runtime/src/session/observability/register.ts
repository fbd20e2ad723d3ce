/**
 * `@stratus/runtime/opentelemetry/register`: traces and measures the calls of all sessions of the process as soon as
 * it is loaded: `node --import @stratus/runtime/opentelemetry/register main.js`. The SDK that takes the spans is the
 * process's own, registered before or after.
 *
 * @module
 */
import { enableOpenTelemetry } from "./opentelemetry.js";

enableOpenTelemetry();
