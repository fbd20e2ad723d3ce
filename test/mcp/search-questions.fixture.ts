/** A question of a person, and the methods that answer it, separated by `|`. */
export type Question = readonly [question: string, methods: string];

/** A cloud platform with 450 methods. */
const platform: readonly Question[] = [
  ["who am i", "iam/profile/get"],
  ["list my virtual machines", "compute/instance/list"],
  ["shut down server", "compute/instance/stop"],
  ["start a stopped vm", "compute/instance/start"],
  ["open a port in the firewall", "vpc/security-rule/create|vpc/security-group/create"],
  ["invite a user", "iam/invitation/create"],
  ["create kubernetes cluster", "mk8s/cluster/create"],
  ["docker registry", "registry/registry/list|registry/registry/get|registry/registry/create"],
  ["which images are in my container registry", "registry/artifact/list"],
  ["how much will this cost", "billing/calculator/estimate-batch|billing/v1alpha1/calculator/estimate"],
  ["add more nodes to my kubernetes cluster", "mk8s/node-group/update|mk8s/node-group/create"],
  ["make an s3 bucket", "storage/bucket/create"],
  ["read a stored secret", "mysterybox/payload/get|mysterybox/payload/get-by-key"],
  ["who did what in my account", "audit/audit-event/list"],
  ["take a snapshot of a disk", "compute/disk-snapshot/create"],
  ["dns record for my domain", "dns/record/list|dns/record/get|dns/record/create"],
  ["what gpus are available", "compute/platform/list|capacity/resource-advice/list"],
  ["my quota limits", "quotas/quota-allowance/list|quotas/quota-allowance/get"],
  ["postgres backup", "msp/postgresql/backup/list|msp/postgresql/backup/get|msp/postgresql/backup/create"],
  ["restore database from backup", "msp/postgresql/cluster/restore"],
  ["add someone to a group", "iam/group-membership/create"],
  ["reserve a public ip address", "vpc/allocation/create"],
  ["rotate encryption key", "kms/symmetric-key/rotate"],
  ["upgrade kubernetes version", "mk8s/node-group/upgrade|mk8s/cluster/update"],
  ["log out a user everywhere", "iam/session-management/revoke"],
];

/** GitHub's REST API. */
const gitHub: readonly Question[] = [
  ["who am i", "users/get-authenticated"],
  ["list open pull requests", "pulls/list"],
  ["merge a pull request", "pulls/merge"],
  ["create an issue", "issues/create"],
  ["assign someone to an issue", "issues/add-assignees"],
  ["comment on an issue", "issues/create-comment"],
  ["what changed in this pull request", "pulls/list-files"],
  ["rerun a failed workflow", "actions/re-run-workflow-failed-jobs|actions/re-run-workflow"],
  [
    "why did the build fail logs",
    "actions/download-job-logs-for-workflow-run|actions/download-workflow-run-logs|actions/download-workflow-run-attempt-logs",
  ],
  ["list branches", "repos/list-branches"],
  ["protect the main branch", "repos/update-branch-protection"],
  ["invite someone to the organization", "orgs/create-invitation"],
  ["add a collaborator to a repository", "repos/add-collaborator"],
  ["search code", "search/code"],
  ["publish a release", "repos/create-release"],
  ["fork a repo", "repos/create-fork"],
  ["star a repository", "activity/star-repo-for-authenticated-user"],
  ["my notifications", "activity/list-notifications-for-authenticated-user"],
  ["add a webhook", "repos/create-webhook|orgs/create-webhook"],
  ["set a secret for actions", "actions/create-or-update-repo-secret|actions/create-or-update-org-secret"],
  ["trigger a workflow", "actions/create-workflow-dispatch"],
  ["read a file from a repository", "repos/get-content"],
  ["who approved this pull request", "pulls/list-reviews"],
  [
    "vulnerability alerts",
    "dependabot/list-alerts-for-repo|dependabot/list-alerts-for-org|repos/check-vulnerability-alerts",
  ],
  ["how many requests do I have left", "rate-limit/get"],
];

/** APIs of Google that follow AIP. */
const google: readonly Question[] = [
  ["create a topic", "pubsub/publisher/create-topic"],
  ["send a message", "pubsub/publisher/publish"],
  ["receive messages", "pubsub/subscriber/pull|pubsub/subscriber/streaming-pull"],
  ["list buckets", "storage/storage/list-buckets"],
  ["delete a file from a bucket", "storage/storage/delete-object"],
  ["rename a folder", "storage/control/storage-control/rename-folder"],
  ["run a sql query", "spanner/spanner/execute-sql|spanner/spanner/execute-streaming-sql"],
  [
    "add a column to a database table",
    "spanner/admin/database/database-admin/update-database-ddl|bigtable/admin/bigtable-table-admin/modify-column-families",
  ],
  [
    "restore a database from a backup",
    "spanner/admin/database/database-admin/restore-database|bigtable/admin/bigtable-table-admin/restore-table",
  ],
  [
    "scale up an instance",
    "spanner/admin/instance/instance-admin/update-instance|bigtable/admin/bigtable-instance-admin/update-instance|bigtable/admin/bigtable-instance-admin/partial-update-instance",
  ],
  ["read the logs", "logging/logging-service-v2/list-log-entries"],
  ["tail logs live", "logging/logging-service-v2/tail-log-entries"],
  ["make an alert", "monitoring/alert-policy/create-alert-policy"],
  ["silence alerts", "monitoring/snooze/create-snooze"],
  ["who gets notified", "monitoring/notification-channel/list-notification-channels"],
  [
    "is my website up",
    "monitoring/uptime-check/list-uptime-check-configs|monitoring/uptime-check/get-uptime-check-config",
  ],
  ["create a service account", "iam/admin/iam/create-service-account"],
  ["make a key for a service account", "iam/admin/iam/create-service-account-key"],
  [
    "who can access this bucket",
    "storage/storage/get-iam-policy|storage/control/storage-control/get-iam-policy|storage/storage/test-iam-permissions",
  ],
  [
    "enable an api",
    "api/serviceusage/service-usage/enable-service|api/serviceusage/v1beta1/service-usage/enable-service",
  ],
  ["what are my quotas", "api/cloudquotas/cloud-quotas/list-quota-infos"],
  ["cpu usage over time", "monitoring/metric/list-time-series|monitoring/query/query-time-series"],
  ["draw a dashboard", "monitoring/dashboard/dashboards/create-dashboard"],
  ["list roles", "iam/admin/iam/list-roles"],
  ["cancel a long running operation", "longrunning/operations/cancel-operation"],
];

/** Temporal's workflows. The questions were written before the search was tried on this API. */
const temporal: readonly Question[] = [
  ["start a workflow", "workflowservice/workflow/start-workflow-execution"],
  [
    "list running workflows",
    "workflowservice/workflow/list-open-workflow-executions|workflowservice/workflow/list-workflow-executions",
  ],
  ["how many workflows are running", "workflowservice/workflow/count-workflow-executions"],
  [
    "what happened in this workflow",
    "workflowservice/workflow/get-workflow-execution-history|workflowservice/workflow/get-workflow-execution-history-reverse|workflowservice/workflow/describe-workflow-execution",
  ],
  ["kill a workflow", "workflowservice/workflow/terminate-workflow-execution"],
  ["cancel a workflow", "workflowservice/workflow/request-cancel-workflow-execution"],
  ["send a signal to a workflow", "workflowservice/workflow/signal-workflow-execution"],
  ["go back to an earlier point of a workflow", "workflowservice/workflow/reset-workflow-execution"],
  [
    "which task queues have workers",
    "workflowservice/workflow/describe-task-queue|workflowservice/workflow/list-workers",
  ],
  ["create a namespace", "workflowservice/workflow/register-namespace"],
  ["list namespaces", "workflowservice/workflow/list-namespaces"],
  ["how long is history kept", "workflowservice/workflow/describe-namespace"],
  ["run a workflow every night", "workflowservice/workflow/create-schedule"],
  ["pause a schedule", "workflowservice/workflow/patch-schedule"],
  [
    "when will this schedule run next",
    "workflowservice/workflow/list-schedule-matching-times|workflowservice/workflow/describe-schedule",
  ],
  ["delete old workflows", "workflowservice/workflow/delete-workflow-execution"],
  [
    "which version is the server",
    "workflowservice/workflow/get-cluster-info|workflowservice/workflow/get-system-info",
  ],
  ["add a custom search attribute", "operatorservice/operator/add-search-attributes"],
  ["terminate many workflows at once", "workflowservice/workflow/start-batch-operation"],
  [
    "is an activity stuck",
    "workflowservice/workflow/describe-activity-execution|workflowservice/workflow/describe-workflow-execution|workflowservice/workflow/list-activity-executions",
  ],
  [
    "retry an activity now",
    "workflowservice/workflow/reset-activity|workflowservice/workflow/reset-activity-execution",
  ],
  ["which workers are connected", "workflowservice/workflow/list-workers"],
  [
    "roll out a new worker version",
    "workflowservice/workflow/set-worker-deployment-current-version|workflowservice/workflow/set-worker-deployment-ramping-version",
  ],
  [
    "ask a workflow for its state",
    "workflowservice/workflow/query-workflow|workflowservice/workflow/describe-workflow-execution",
  ],
  ["connect to another cluster", "operatorservice/operator/add-or-update-remote-cluster"],
];

/** Figma's REST API. The questions were written before the search was tried on this API. */
const figma: readonly Question[] = [
  ["who am i", "users/get-me"],
  ["download a file", "files/get"],
  ["export a frame as png", "files/get-images"],
  ["list the projects of a team", "projects/get-team"],
  ["which files are in this project", "projects/get-files"],
  ["comment on a file", "comments/post"],
  ["read the comments", "comments/get"],
  ["delete a comment", "comments/delete"],
  ["react with an emoji", "comment-reactions/post"],
  ["who changed this file", "files/get-versions"],
  ["list the components of a team library", "components/get-team"],
  ["color styles of a file", "styles/get-file"],
  ["get notified when a file changes", "webhooks/post"],
  ["remove a webhook", "webhooks/delete"],
  ["why did my webhook fail", "webhooks/get-requests"],
  ["design tokens", "variables/get-local|variables/get-published"],
  ["rename a variable", "variables/post"],
  ["link code to a component", "dev-resources/post"],
  ["how often is a component used", "library-analytics/get-component-usages"],
  ["audit log of the organization", "activity-logs/get"],
  ["has a user paid for my plugin", "payments/get"],
  ["get only some layers of a file", "files/get-nodes"],
  ["where are the images in this file", "files/get-image-fills"],
  ["when was the file last edited", "files/get-meta|files/get-versions|files/get"],
  ["list my webhooks", "webhooks/get|webhooks/get-team"],
];

/** ShipEngine's REST API. The questions were written before the search was tried on this API. */
const shipEngine: readonly Question[] = [
  ["is this address correct", "addresses/validate"],
  ["how much does shipping cost", "rates/calculate|rates/estimate"],
  ["buy a shipping label", "labels/create|labels/create-from-rate|labels/create-from-shipment"],
  ["cancel a label", "labels/void"],
  ["where is my package", "tracking/get-log|labels/get-tracking-log-from"],
  ["which carriers are connected", "carriers/list"],
  ["add my ups account", "carrier-accounts/connect"],
  ["remove a carrier account", "carrier-accounts/disconnect"],
  ["top up carrier balance", "carriers/add-funds-to"],
  ["how much insurance money is left", "insurance/get-balance"],
  ["print a return label", "labels/create-return"],
  ["ship many orders at once", "batches/create|batches/process"],
  ["add shipments to a batch", "batches/add-to"],
  ["what went wrong in this batch", "batches/list-errors"],
  ["end of day manifest", "manifests/create|manifests/list"],
  ["which box sizes do i have", "package-types/list|carriers/list-package-types"],
  ["delete a custom package", "package-types/delete"],
  ["change the weight of a shipment", "shipments/update"],
  ["cancel a shipment", "shipments/cancel"],
  ["read an address out of a text", "addresses/parse"],
  ["rename a tag", "tags/rename"],
  ["put a tag on a shipment", "shipments/tag"],
  ["notify me when a package is delivered", "webhooks/create|tracking/start"],
  ["add a warehouse", "warehouses/create"],
  ["what services does fedex offer", "carriers/list-services|carriers/get-options"],
];

/** The questions of each API. */
export const questions = { platform, gitHub, google, temporal, figma, shipEngine } as const;
