/**
 * The files of the runtime in a package, each with the modules of `rest/runtime` that it is made of. A package contains
 * the parts that it imports, and of these the declarations that it uses. `core` also contains what its modules use at
 * once. The client loads `checks`, `headers`, `observation` and `common` when it needs them.
 */
const table = `
core: active-call attempt attempt-runner cache call call-options deadline describe-call error error-codes failure guard hooks
  http-request idempotency names operation option-table options options-error outcome read-outcome
  request retry run-call servers session settings shape stack-overflow url
auth: auth oauth
common: depth read-body similar-name
checks: call-limits constraints drift fetch-error issue-list issues relax-shape retry-after server-message
  validate-request validate-response value-kind value-path
headers: same-origin tls-verification
lazy: lazy/group
observation: observation
opentelemetry: opentelemetry
pages: next-finder page-counter page-links page-plan page-signs page-walk pagination
requests: body cookies json-text multipart style
responses: choose-reader lines response-readers stream
standard-schema: json-schema standard-schema
testing: mock msw
values: values/exact values/offset-date-time values/representations values/serialize
webhooks: webhooks/received webhooks/signature webhooks/webhooks
`;

/** The modules of each part. */
export const runtimeParts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  table
    .trim()
    .split(/\n(?! )/)
    .map((line) => line.split(/:?\s+/))
    .map(([part, ...modules]) => [part, modules]),
);
