/**
 * Mistakes of plain JavaScript against the SDK of this repository, as people type them, with what the answer says: what is
 * wrong, and what to do about it. The names in the programs are those of the SDK and of `RunTimeWorld`.
 */
export type RunTimeMistake = readonly [typed: string, cause: RegExp, wayOut: RegExp];

const connect = "await new Vms(new Cloud({ ...base, timeoutMs: 1500, credentials: staticToken(token), ";

/** Mistakes at the start: addresses, logins, options. */
export const starts: readonly RunTimeMistake[] = [
  ["await new Vms(new Cloud(base)).get({ id })", /no credentials/, /pass credentials: .*set CLOUD_TOKEN/],
  ['new Cloud({ apiDomain: "https://a.example" })', /is not a DNS name/, /write a host name alone/],
  ["new Cloud()", /options are needed/, /apiDomain: "api\.example\.com"/],
  ["new Cloud({})", /apiDomain is needed/, /fromEnv\(\) reads it from CLOUD_API_DOMAIN/],
  ["Cloud.fromEnv()", /apiDomain is needed/, /from CLOUD_API_DOMAIN/],
  [
    'new Cloud({ apiDomain: "a.example", insecure: true })',
    /would send tokens unencrypted/,
    /give its address/,
  ],
  ['new Cloud({ ...base, insecure: "false" })', /insecure is true or false/, /without quotes/],
  ['new Cloud({ ...base, endpoint: "http://localhost:80" })', /is not an address/, /write "host:port"/],
  [
    "staticToken(process.env.NO_SUCH_TOKEN)",
    /is not a string: it is undefined/,
    /variable is that is not set/,
  ],
  ['staticToken("")', /is empty/, /is it set where it comes from/],
  ['staticToken("a\\nb")', /character at position 1/, /a line break, a space, or not ASCII/],
  ['new Cloud({ ...base, credentials: "token" })', /a string was given/, /must come from staticToken/],
  ['commandToken("svc iam token")', /commandToken/, /\{ command: \["program", "argument"\] \}/],
  [
    connect + 'credentials: serviceAccount.fromFile(folder + "/none.json") })).get({ id })',
    /none\.json: it cannot be read \(ENOENT\)/,
    /check its path/,
  ],
  [
    connect + "credentials: serviceAccount.fromFile(pem) })).get({ id })",
    /it is not JSON/,
    /a key in PEM goes to serviceAccount\.fromPem/,
  ],
  [
    connect + "credentials: serviceAccount.fromFile(foreignKey) })).get({ id })",
    /foreign\.json: "subject-credentials" .* is missing/,
    /with "alg", "private-key", "kid", "iss" and "sub"/,
  ],
  [
    'serviceAccount.fromPem({ accountId: "a", keyId: "k", privateKey: publicPem })',
    /private key cannot be read/,
    /PKCS#8 or PKCS#1 without a passphrase/,
  ],
  [
    connect +
      'credentials: serviceAccount.fromPem({ accountId: "a", keyId: "k", privateKey: privatePem }) })).get({ id })',
    /kid "k" does not name a registered public key/,
    /addServiceAccount or --service-account registers one/,
  ],
  [
    connect + 'credentials: environmentToken("NO_SUCH_TOKEN") })).get({ id })',
    /variable NO_SUCH_TOKEN: it is not set/,
    /set NO_SUCH_TOKEN to an access token/,
  ],
  [
    connect + 'credentials: fileToken(folder + "/none") })).get({ id })',
    /cannot be read \(ENOENT\)/,
    /check its path/,
  ],
  [
    connect + 'credentials: commandToken({ command: ["no-such-command"] }) })).get({ id })',
    /the command no-such-command/,
    /not installed, or not in PATH/,
  ],
  [
    connect + "credentials: tokenFromFunction(() => undefined) })).get({ id })",
    /function of the program: it gave undefined/,
    /return the token, or \{ token, expiresInMs \}/,
  ],
  [
    connect + 'credentials: staticToken("other") })).get({ id })',
    /the access token is unknown/,
    /pass one that this emulator/,
  ],
  ["new Cloud({ ...base, timeout: 5 })", /there is no "timeout"/, /did you mean "timeoutMs"/],
  ['new Cloud({ ...base, timeoutMs: "5s" })', /"5s" is not a time/, /write milliseconds/],
  ["new Cloud({ ...base, retry: 3 })", /3 is neither false nor options/, /write \{ maxAttempts: 3 \}/],
  [
    "new Cloud({ ...base, interceptors: [{}] })",
    /an object was given/,
    /\(next\) => \(call\) => next\(call\)/,
  ],
  [
    "new Cloud({ ...base, logger: console.log })",
    /logger needs a method warn/,
    /as console and pino have it/,
  ],
  [connect + "insecure: false })).get({ id })", /does not speak TLS/, /`insecure: true` does without it/],
  [
    connect + "...secure, insecure: true })).get({ id })",
    /server that expects TLS/,
    /a session without `insecure`/,
  ],
  [
    connect + "...secure, insecure: false })).get({ id })",
    /self-signed certificate/,
    /`tls\.ca` takes the roots/,
  ],
  [
    connect + "endpoint: webServer })).get({ id })",
    /does not answer in HTTP\/2/,
    /may be that of a web server/,
  ],
  [
    connect + "endpoint: nobody })).get({ id })",
    /ECONNREFUSED/,
    /is the server started, and is the port right/,
  ],
  [connect + 'endpoint: "no-such.invalid:443" })).get({ id })', /no host of that name/, /check `endpoint`/],
  [connect + 'apiDomain: "other.example" })).get({ id })', /is not served at/, /--api-domain sets another/],
];

/** Mistakes in calls and their requests. */
export const calls: readonly RunTimeMistake[] = [
  ["vms.get({ id }).metadata", /metadata was read from a call/, /await it first/],
  ["vms.create({}).wait()", /wait was read from a call/, /await it first/],
  ["for (const one of vms.list({ parentId })) void one", /a list is read/, /with `for await`/],
  ["for (const one of vms.listAll({ parentId })) void one", /a list is read/, /with `for await`/],
  ["await vms.get(id)", /an object is needed, got/, /\{ id: \.\.\. \}/],
  ["await vms.get()", /an object is needed, got undefined/, /\{ id: \.\.\. \}/],
  ['await vms.get({ ID: "x" })', /has no such field/, /did you mean "id"/],
  [
    'await vms.create({ parentId, name: "x" })',
    /has no such field/,
    /did you mean metadata: \{ parentId: \.\.\. \}/,
  ],
  ['await vms.create({ metadata: { parent_id: "p" } })', /has no such field/, /did you mean "parentId"/],
  ["await vms.create({ metadata: null })", /an object is needed, got null/, /leave it out/],
  ['await vms.create({ spec: { cpu: "4" } })', /spec\.cpu: /, /a number is needed, got "4"/],
  ["await vms.create({ spec: { cpu: 2 ** 40 } })", /got 1099511627776/, /an integer from .* to 2147483647/],
  ["await vms.create({ spec: { memoryBytes: 1.5 } })", /an integer from .* as bigint is needed/, /got 1.5/],
  ["await vms.create({ spec: { stopAt: new Date() } })", /got a Date/, /timestampFromDate makes one/],
  ["await vms.create({ spec: { stopGracePeriod: 30 } })", /got 30/, /write \{ seconds: 30n \}/],
  ['await vms.create({ spec: { recoveryPolicy: "FAIL" } })', /got "FAIL"/, /use a value of its enum/],
  [
    'await vms.create({ spec: { hostId: "h" } })',
    /has no such field/,
    /placement: \{ \$case: "hostId", value/,
  ],
  [
    'await vms.create({ spec: { placement: { $case: "x" } } })',
    /\$case must be/,
    /one of "hostId", "placementGroup"/,
  ],
  ["await vms.create({ spec: { filesystems: new Map() } })", /got a Map/, /Object\.fromEntries makes one/],
  ['await vms.create({ spec: { userData: "#!" } })', /Uint8Array is needed/, /TextEncoder\(\)\.encode/],
  ["await vms.create({ spec: { secondaryDisks: {} } })", /a list is needed/, /\[value\]/],
  ["await vms.get({ id }, { timeout: 5 })", /no option "timeout"/, /did you mean "timeoutMs"/],
  ["await vms.get({ id }, 5000)", /options of a call are an object/, /such as \{ timeoutMs: 5000 \}/],
  [
    "await vms.get({ id }, { signal: new AbortController() })",
    /is not an AbortSignal/,
    /pass controller\.signal/,
  ],
  [
    'await vms.get({ id }, { metadata: { "x-a": "Zoë" } })',
    /the character at position 2/,
    /printable ASCII only/,
  ],
  ['await vms.get({ id }, { metadata: { "x-bin": "a" } })', /ends in -bin/, /needs a Uint8Array/],
  ["await vms.get({ id }, { timeoutMs: 0.001 })", /no answer within 0\.001 ms/, /the option timeoutMs/],
  ['await vms.get({ id: "nope" })', /NOT_FOUND/, /"nope" does not exist/],
  ["await vms.get({})", /identifier of the resource is missing/, /id: /],
  ["await cloudThatIsClosed.get({ id })", /the session is closed/, /make the call before close\(\)/],
  ["new Vms()", /needs a session/, /new Client\(session\)/],
  ["new Vms({ apiDomain: 'a.example' })", /needs a session of its package/, /new Client\(session\)/],
  ["Vms(cloud)", /cannot be invoked/, /without 'new'/],
  [
    "await (await slow.create({ metadata: { parentId } })).wait({ timeoutMs: 20 })",
    /still running/,
    /read it later by its id/,
  ],
  ["await vms.operation('none').then((it) => it.wait())", /NOT_FOUND/, /operation "none" does not exist/],
];

/** Mistakes in updates, JSON and tests. */
export const rest: readonly RunTimeMistake[] = [
  [
    'await vms.update({ metadata: { id } }, { resetMask: "spec.secondaryDisk" })',
    /does not know/,
    /did you mean "secondary_disks"/,
  ],
  [
    'await vms.update({ metadata: { id } }, { resetMask: ["spec.cpu"] })',
    /a reset mask must be a Mask/,
    /\(m\) => \[m\.spec\.cpu\]/,
  ],
  ['await vms.update({ metadata: { id } }, { resetMask: "spec.(cpu" })', /position 9/, /has no "\)"/],
  [
    'await vms.update({ metadata: { id } }, { resetMask: "spec.secondary_disks.0.device_name" })',
    /would clear all of it/,
    /send the list, or name/,
  ],
  [
    "await vms.update({ metadata: { id } }, { resetMask: undefined })",
    /is not a mask/,
    /leave the option out .* or write ""/,
  ],
  ['await vms.get({ id }, { resetMask: "spec" })', /is not an Update/, /leave it out/],
  ["await vms.modify({ id })", /needs a function/, /modify\(\{ id \}, \(resource\) =>/],
  ["await vms.modify(id, () => {})", /an object is needed/, /\{ id: \.\.\. \}/],
  [
    "await vms.modify({ id }, () => ({ spec: { cpu: 9 } }))",
    /is not the resource/,
    /return a copy of all of it/,
  ],
  [
    "await vms.modify({ id }, (it) => { it.status.state = 2 })",
    /managed by the server/,
    /leave it as it was read/,
  ],
  [
    'await vms.modify({ id }, (it) => { it.metadata.id = "x" })',
    /metadata\.id is immutable/,
    /send the value that the resource has/,
  ],
  ['await vms.modify({ id }, (it) => { it.spec.cpu = "9" })', /spec\.cpu/, /a number is needed/],
  ["await vms.modify({ id }, (it) => { it.spec.cpus = 9 })", /has no such field/, /did you mean "cpu"/],
  [
    "await vms.modify({ id }, () => {}, { resetMask: '' })",
    /modify derives the mask from the change/,
    /use update with your own mask/,
  ],
  ["await vms.update({ ...stale })", /ABORTED: .* has version/, /read it again/],
  ["toJson(vm, Instance)", /first value is a message type/, /toJson\(Instance, value\)/],
  ["fromJson({}, Instance)", /first value is a message type/, /fromJson\(Instance, value\)/],
  ['fromJson(Instance, { spec: { cpu: "many" } })', /spec\.cpu/, /an integer is needed/],
  ["fromJson(Instance, { spec: { cpus: 1 } })", /has no such field/, /did you mean "cpu"/],
  ['Instance.decode("abc")', /not string/, /read from bytes \(Uint8Array\)/],
  ["Instance.decode(new Uint8Array([255, 255]))", /is not a svc\.compute\.v1\.Instance/, /at byte 2 of 2/],
  ["mock(Vms, { gett: () => ({}) })", /no method "gett"/, /did you mean "get"/],
  ["mock(Vms, { get: {} })", /got an object/, /a function is needed, such as/],
  ["mock(vms, {})", /an object was given/, /class of a client is needed/],
  ["await mock(Vms, {}).get({ id })", /no handler for Get/, /give it one/],
  [
    "await mock(Vms, { get: () => undefined }).get({ id })",
    /must return a response/,
    /even an empty one: \{\}/,
  ],
  [
    "await mock(Vms, { get: () => ({ spec: { cpus: 1 } }) }).get({ id })",
    /has no such field/,
    /did you mean "cpu"/,
  ],
];

/**
 * Mistakes that only the engine answers: messages stay plain, so that `structuredClone` and server components take them,
 * pages are messages, and methods are those of a class.
 */
export const unanswered: readonly (readonly [typed: string, cause: RegExp])[] = [
  ["JSON.stringify(vm)", /serialize a BigInt/],
  ["for (const one of await vms.list({ parentId })) void one", /is not iterable/],
  ["const { get } = vms; await get({ id })", /#caller/],
];
