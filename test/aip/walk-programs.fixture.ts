/** Programs that walk through APIs that follow AIP; each gives what it saw. They compile against the SDKs as they are. */
import { opening } from "./sdk.fixture.js";

/** What such a program exports. */
export interface Walk {
  walk(endpoint: string, token: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Secret Manager: a secret, its etag, and pages. */
export const secretManager = `${opening}
import { SecretManagerServiceClient, secretPath, parseSecretPath } from "./google/cloud/secretmanager/v1/index.js";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const secrets = new SecretManagerServiceClient(google);
  const name = secretPath({ project: "p", secret: "s" });
  const secret = { replication: { replication: { $case: "automatic", value: {} } } } as const;
  await secrets.createSecret({ parent: "projects/p", secretId: "s", secret });
  await secrets.createSecret({ parent: "projects/p", secretId: "t", secret });
  await secrets.updateSecret({ secret: { name, annotations: { a: "1" } } }, { updateMask: (m) => [m.annotations] });
  const whole = await secrets.getSecret({ name });
  await secrets.updateSecret({ secret: { ...whole, annotations: { a: "2" } } });
  const changed = await secrets.modifySecret({ name }, (one) => void (one.labels["team"] = "x"));
  const ids: (string | undefined)[] = [];
  for await (const one of secrets.listSecretsAll({ parent: "projects/p", pageSize: 1 })) ids.push(parseSecretPath(one.name)?.["secret"]);
  const stale = await codeOf(secrets.deleteSecret({ name, etag: '"0"' }));
  await secrets.deleteSecret({ name, etag: changed.etag });
  return { labels: changed.labels, annotations: changed.annotations, ids, stale, gone: await codeOf(secrets.getSecret({ name })) };
}
`;

/** Storage control: folders whose names have slashes, requests with identifiers, an operation. */
export const storageControl = `${opening}
import { StorageControlClient, folderPath, parseFolderPath, anywhereCachePath } from "./google/storage/control/v2/index.js";

const parent = "projects/_/buckets/b";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const storage = new StorageControlClient(google);
  const name = folderPath({ project: "_", bucket: "b", folder: "books/lives" });
  await storage.createFolder({ parent, folderId: "books/lives", folder: {} });
  const folder = await storage.getFolder({ name });
  const { folders } = await storage.listFolders({ parent });
  await storage.createManagedFolder({ parent, managedFolderId: "m", managedFolder: {} });
  const started = await storage.createAnywhereCache({ parent, anywhereCache: { zone: "z", admissionPolicy: "a" } });
  const cache = await started.result();
  const changed = await (await storage.modifyAnywhereCache({ name: cache.name }, (one) => void (one.admissionPolicy = "b"))).result();
  const config = "projects/p/locations/global/intelligenceConfig";
  const { editionConfig } = await storage.updateProjectIntelligenceConfig({ intelligenceConfig: { name: config, editionConfig: 3 } }, { updateMask: (m) => [m.editionConfig] });
  await storage.deleteFolder({ name });
  return {
    folder: parseFolderPath(folder.name),
    listed: folders.map((one) => one.name),
    cache: cache.name.startsWith(anywhereCachePath({ project: "_", bucket: "b", anywhereCache: "a" }).slice(0, -1)),
    policy: [changed.zone, changed.admissionPolicy],
    editionConfig,
    gone: await codeOf(storage.getFolder({ name })),
    layout: (await storage.getStorageLayout({ name: parent + "/storageLayout" })).name,
    custom: await codeOf(storage.pauseAnywhereCache({ name: cache.name })),
  };
}

/** A folder, of which answers are lost. */
export async function loses(endpoint: string, token: string): Promise<string> {
  await using google = open(endpoint, token);
  return codeOf(new StorageControlClient(google).createFolder({ parent, folderId: "lost", folder: {} }));
}
`;

/** Resource Manager: folders that come back, resources that say their parent themselves. */
export const resourceManager = `${opening}
import { FoldersClient, TagKeysClient, ProjectsClient } from "./google/cloud/resourcemanager/v3/index.js";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const folders = new FoldersClient(google);
  const parent = "organizations/1";
  const made = await (await folders.createFolder({ folder: { parent, displayName: "a" } })).result();
  const name = made.name;
  const changed = await (await folders.modifyFolder({ name }, (one) => void (one.displayName = "b"))).result();
  const listed = async (showDeleted: boolean): Promise<number> => (await folders.listFolders({ parent, showDeleted })).folders.length;
  const before = await listed(false);
  const deleted = await (await folders.deleteFolder({ name })).result();
  const between = [await listed(false), await listed(true)];
  await (await folders.undeleteFolder({ name })).result();
  const keys = new TagKeysClient(google);
  const key = await (await keys.createTagKey({ tagKey: { parent: "projects/p", shortName: "env" } })).result();
  const other = await keys.getTagKey({ name: key.name });
  await (await keys.updateTagKey({ tagKey: { name: key.name, description: "d" }, updateMask: ["description"] })).result();
  const stale = await codeOf(keys.updateTagKey({ tagKey: { ...other, description: "e" }, updateMask: ["description"] }));
  return {
    pattern: /^folders\\/[^/]+$/.test(name),
    displayName: changed.displayName,
    version: changed.etag !== made.etag,
    before, deleted: deleted.deleteTime !== undefined, between, after: await listed(false),
    keys: (await keys.listTagKeys({ parent: "projects/p" })).tagKeys.map(({ shortName, description }) => [shortName, description]),
    elsewhere: (await keys.listTagKeys({ parent: "projects/q" })).tagKeys.length,
    stale,
    project: (await (await new ProjectsClient(google).createProject({ project: { projectId: "x", parent } })).result()).projectId,
  };
}
`;

/** Spanner's databases: one that the server makes of a statement, schedules of backups below it. */
export const spannerDatabases = `${opening}
import { DatabaseAdminClient, databasePath, backupSchedulePath } from "./google/spanner/admin/database/v1/index.js";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const databases = new DatabaseAdminClient(google);
  const parent = "projects/p/instances/i";
  const started = await databases.createDatabase({ parent, createStatement: "CREATE DATABASE d" });
  const made = await started.result();
  const name = databasePath({ project: "p", instance: "i", database: "d" });
  const changed = await (await databases.modifyDatabase({ name }, (one) => void (one.enableDropProtection = true))).result();
  const { databases: all } = await databases.listDatabases({ parent });
  const schedule = backupSchedulePath({ project: "p", instance: "i", database: "d", schedule: "s" });
  await databases.createBackupSchedule({ parent: name, backupScheduleId: "s", backupSchedule: {} });
  const kept = await databases.modifyBackupSchedule({ name: schedule }, (one) => void (one.retentionDuration = { seconds: 60n, nanos: 0 }));
  await databases.deleteBackupSchedule({ name: schedule });
  return {
    made: made.name,
    isProtected: changed.enableDropProtection,
    all: all.map((one) => one.name),
    kept: [kept.name, kept.retentionDuration?.seconds],
    gone: await codeOf(databases.getBackupSchedule({ name: schedule })),
    dropped: [await codeOf(databases.dropDatabase({ database: name })), await codeOf(databases.getDatabase({ name }))],
    custom: await codeOf(databases.getDatabaseDdl({ database: name })),
  };
}
`;

/** Pub/Sub: a topic that is its own request, a subscription, snapshots. */
export const pubsub = `${opening}
import { PublisherClient, SubscriberClient, topicPath, subscriptionPath } from "./google/pubsub/v1/index.js";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const publisher = new PublisherClient(google);
  const topic = topicPath({ project: "p", topic: "t" });
  await publisher.createTopic({ name: topic, labels: { a: "1", b: "2" } });
  const changed = await publisher.updateTopic({ topic: { name: topic, labels: { a: "2" } }, updateMask: ["labels"] });
  const subscriber = new SubscriberClient(google);
  const name = subscriptionPath({ project: "p", subscription: "s" });
  await subscriber.createSubscription({ name, topic, ackDeadlineSeconds: 10 });
  const kept = await subscriber.modifySubscription({ subscription: name }, (one) => void (one.ackDeadlineSeconds = 20));
  await subscriber.deleteSubscription({ subscription: name });
  await publisher.deleteTopic({ topic });
  return {
    labels: changed.labels,
    deadline: [kept.topic, kept.ackDeadlineSeconds],
    gone: [await codeOf(subscriber.getSubscription({ subscription: name })), await codeOf(publisher.getTopic({ topic }))],
  };
}

/** One message, whose answer is lost again and again. */
export async function loses(endpoint: string, token: string): Promise<string> {
  await using google = open(endpoint, token);
  const call = new PublisherClient(google).publish({ topic: "projects/p/topics/t", messages: [{ data: new Uint8Array([1]) }] });
  return codeOf(call);
}
`;

/** Memos, a note-taking server whose address each program knows: memos, users, what is on a memo. */
export const memos = `${opening}
import { MemoServiceClient, UserServiceClient, State, Visibility, memoPath, parseMemoSharePath } from "./memos/api/v1/index.js";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const at = { endpoint: { host: "memos.example.com" } } as const;
  const service = new MemoServiceClient(google, at);
  const text = { state: State.NORMAL, visibility: Visibility.PRIVATE };
  const made = await service.createMemo({ memoId: "m", memo: { ...text, content: "# a" } });
  await service.createMemo({ memo: { ...text, content: "# b" } });
  const name = memoPath({ memo: "m" });
  await service.updateMemo({ memo: { name, pinned: true }, updateMask: ["pinned"] });
  await service.updateMemo({ memo: { name, location: { placeholder: "here" } } }, { updateMask: (m) => [m.location.placeholder] });
  const changed = await service.modifyMemo({ name }, (memo) => void (memo.content = "# c"));
  const contents: string[] = [];
  for await (const memo of service.listMemosAll({ pageSize: 1 })) contents.push(memo.content);
  const share = await service.createMemoShare({ parent: name, memoShare: {} });
  // A list without pages is none of AIP-158.
  const listed = await codeOf(service.listMemoShares({ parent: name }));
  await service.deleteMemoShare({ name: share.name });
  await service.deleteMemo({ name });
  const users = new UserServiceClient(google, at);
  const user = await users.createUser({ userId: "u", user: { role: 3, username: "u", state: State.NORMAL, password: "p" } });
  return {
    made: made.name,
    changed: [changed.content, changed.pinned, changed.location?.placeholder],
    contents: contents.sort(),
    shares: [listed, parseMemoSharePath(share.name)?.["memo"]],
    gone: await codeOf(service.getMemo({ name })),
    password: user.password,
    custom: await codeOf(service.getLinkMetadata({ url: "https://example.com" })),
  };
}
`;

/** The example of einride's library for AIP: shippers, their sites and shipments. */
export const freight = `${opening}
import { FreightServiceClient, shipperPath, sitePath } from "./einride/example/freight/v1/index.js";

export async function walk(endpoint: string, token: string): Promise<Record<string, unknown>> {
  await using google = open(endpoint, token);
  const service = new FreightServiceClient(google);
  const { name: parent } = await service.createShipper({ shipper: { displayName: "a" } });
  const site = await service.createSite({ parent, site: { displayName: "s", latLng: { latitude: 1, longitude: 2 } } });
  const moved = await service.modifySite({ name: site.name }, (one) => { if (one.latLng) one.latLng.longitude = 3; });
  const time = { seconds: 1n, nanos: 0 };
  const shipment = await service.createShipment({ parent, shipment: {
    originSite: site.name, destinationSite: sitePath({ shipper: "x", site: "y" }),
    pickupEarliestTime: time, pickupLatestTime: time, deliveryEarliestTime: time, deliveryLatestTime: time,
    lineItems: [{ title: "l" }], annotations: { a: "1", b: "2" }, externalReferenceId: "r",
  } });
  const changed = await service.modifyShipment({ name: shipment.name }, (one) => { delete one.annotations["a"]; });
  const { sites } = await service.listSites({ parent: shipperPath({ shipper: "-" }) });
  await service.deleteSite({ name: site.name });
  return {
    isBelow: site.name.startsWith(parent + "/sites/"),
    moved: moved.latLng,
    annotations: changed.annotations,
    sites: sites.length,
    gone: await codeOf(service.getSite({ name: site.name })),
    custom: await codeOf(service.batchGetSites({ parent, names: [site.name] })),
  };
}
`;
