import { it } from "vitest";
import { diffSdks } from "/work/wt/types/generator/src/versions/diff.js";
import { changes } from "/work/wt/types/test/changes/changes.fixture.js";
import { compileVersions, generateSdk } from "/work/wt/types/test/changes/versions.fixture.js";
it("x", async () => {
  const one = changes.filter(({ name }) => name === process.env["CASE"]);
  const versions = compileVersions(one);
  const opts = one[0]?.options ?? ["session_name=Acme", "session_name=Acme"];
  const old = await generateSdk(one[0]?.from ? versions.before[0]! : versions.base, "before", opts[0]);
  const now = await generateSdk(versions.after[0]!, "after", opts[1]);
  if (process.env["FILE"]) console.log([...now.files].find(([p]) => p.includes(process.env["FILE"]!))?.[1]);
  console.log([...now.files.keys()].join(" ")); console.log([...now.files].filter(([p]) => p.includes("server")).map(([p,t])=>p+"\n"+t).join("\n"));
  const d = await diffSdks(old, now);
  console.log(JSON.stringify(d.changes, null, 1));
}, 100000);
