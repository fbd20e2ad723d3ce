import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Loads the SDK by `require` and by `import`. Without the flag below, both would give one copy. */
const program = `
const load = async () => {
  const paths = ["@svc/cloud", "@svc/cloud/compute/v1", "@svc/cloud/web"];
  const one = Object.assign({}, ...paths.map((path) => require(path)));
  const other = Object.assign({}, ...(await Promise.all(paths.map((path) => import(path)))));
  return [one, other];
};
const thrownBy = (run) => { try { run(); } catch (error) { return error; } };
const facts = async (a, b) => {
  const unknownOption = thrownBy(() => new a.Cloud({ nope: 1 }));
  const badMessage = thrownBy(() => a.Instance.decode(new Uint8Array([10, 200])));
  const sent = [];
  const instances = a.mock(b.InstanceServiceClient, {
    get: ({ id }) => {
      if (id === "gone") throw new b.CloudError({ code: "NOT_FOUND", text: "gone" });
      return a.Instance.create({ metadata: { id, resourceVersion: 1n }, spec: { cpu: 4 } });
    },
    update: (request) => (sent.push(request.spec.cpu), { id: "op" }),
  });
  const gone = await instances.get({ id: "gone" }).catch((error) => error);
  await instances.modify({ id: "1" }, (vm) => { vm.spec.cpu = 8; });
  await instances.update({ metadata: { id: "1" }, spec: { cpu: 9 } }, { resetMask: (m) => [m.spec.secondaryDisks] });
  const session = new a.Cloud({ baseUrl: "https://api.example.com", credentials: b.staticToken("token-1"), fetch: async (_, init) => {
    sent.push(new Headers(init.headers).get("authorization"));
    throw new TypeError("down");
  }, retry: false });
  await new b.InstanceServiceClient(session).get({ id: "1" }).catch((error) => sent.push(error instanceof b.CloudError));
  return {
    copies: a.Instance !== b.Instance,
    options: unknownOption instanceof b.OptionsError,
    message: badMessage instanceof b.MessageError,
    call: [gone instanceof a.CloudError, gone instanceof b.CloudError, gone.code],
    json: b.toJson ? b.toJson(a.Disk, a.Disk.create({ spec: { type: 1 } })) : {},
    sent,
  };
};
load().then(async ([one, other]) => console.log(JSON.stringify([await facts(one, other), await facts(other, one)])));
`;

it("sessions, credentials, clients and errors of one copy of an SDK work with those of another", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-experimental-require-module", "--input-type=commonjs", "--eval", program],
    { cwd: folder },
  );
  const expected = {
    copies: true,
    options: true,
    message: true,
    call: [true, true, "NOT_FOUND"],
    json: { spec: { type: "DISK_TYPE_NETWORK_SSD" } },
    sent: [8, 9, "Bearer token-1", true],
  };
  expect(JSON.parse(stdout)).toEqual([expected, expected]);
});
