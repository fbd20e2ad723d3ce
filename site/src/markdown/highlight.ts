import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { markup, type Markup } from "../markup.js";

/** Colors code: each token gets a class, because the policy of the pages allows no inline styles. */
export type Highlight = (code: string, language: string) => Markup;

const names: Readonly<Record<string, string>> = {
  ts: "typescript",
  js: "typescript",
  sh: "shellscript",
  json: "json",
  proto: "proto",
  yaml: "yaml",
};

/** Loads the languages of the pages. Code in others has no colors. */
export async function createHighlight(): Promise<Highlight> {
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: "tokens", variablePrefix: "--" })],
    langs: [
      import("shiki/langs/typescript.mjs"),
      import("shiki/langs/shellscript.mjs"),
      import("shiki/langs/json.mjs"),
      import("shiki/langs/proto.mjs"),
      import("shiki/langs/yaml.mjs"),
    ],
    engine: createJavaScriptRegexEngine(),
  });
  const known = new Map<string, Markup>();
  return (code, language) => {
    const lang = names[language];
    if (lang === undefined) return markup`${code}`;
    const key = `${lang}\n${code}`;
    const found = known.get(key);
    if (found) return found;
    // Without a limit of time, which would leave out colors on a busy machine.
    const lines = highlighter.codeToTokensBase(code, { lang, theme: "tokens", tokenizeTimeLimit: 0 });
    const written = markup`${lines.map((tokens, line) => [
      line > 0 && "\n",
      ...tokens.map(({ content, color = "" }) => {
        const name = /--token-([a-z-]+)/.exec(color)?.[1];
        return name === undefined ? content : markup`<span class="t-${name}">${content}</span>`;
      }),
    ])}`;
    known.set(key, written);
    return written;
  };
}
