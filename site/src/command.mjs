import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeSite } from "./make-site.mjs";
import { findPackage, writePages } from "./sdk-pages.mjs";

const help = `stratus-site PACKAGE [--out DIR]

Makes a static site of the documentation of an SDK, from the package's guide.
  PACKAGE               a folder, or the name of a package that is installed here
  --out DIR             folder to write; default: site
  --version NAME=URL    a link to the site of another version, as in 1.3=../1.3/; may be given several times
  --page FILE           a page of your own in Markdown, such as a guide or CHANGELOG.md; may be given several times
`;

/**
 * Runs the command.
 * @param {readonly string[]} args
 * @returns {Promise<number>} The exit code.
 */
export async function run(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: "string", default: "site" },
      version: { type: "string", multiple: true, default: [] },
      page: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help || positionals.length !== 1) {
    (values.help ? process.stdout : process.stderr).write(help);
    return values.help ? 0 : 2;
  }
  const versions = new Map(values.version.map(readVersion));
  const found = await findPackage(positionals[0] ?? "");
  const folder = await mkdtemp(join(tmpdir(), "stratus-site-"));
  try {
    const { readme, pages } = await writePages(found, folder);
    const own = await Promise.all(values.page.map(readMarkdownPage));
    const { name, version } = found.manifest;
    const { links, dead, warnings } = await makeSite({
      name: `${name} ${version}`,
      readme,
      pages: [...own, ...pages],
      out: values.out,
      versions,
    });
    for (const link of dead) console.error(`leads nowhere: ${link}`);
    console.log(
      `${values.out}: ${pages.length + own.length + 1} pages, ${links} links, ${dead.length} lead nowhere`,
    );
    return dead.length + warnings > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} text */
function readVersion(text) {
  const at = text.indexOf("=");
  if (at < 1) throw new Error(`--version ${text} must be NAME=ADDRESS, as in 1.3=../1.3/`);
  return /** @type {const} */ ([text.slice(0, at), text.slice(at + 1)]);
}

/** @param {string} file */
async function readMarkdownPage(file) {
  const text = await readFile(file, "utf8");
  if (!/^(?:<!--[^]*?-->\s*)?# /.test(text))
    throw new Error(`${file} begins with no heading: add one, as in "# Title"`);
  return { file, group: "Pages" };
}
