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

/** The questions of each API. */
export const questions = { platform, gitHub, google } as const;
