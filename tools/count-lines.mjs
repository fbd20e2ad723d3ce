/** Counts lines of code: those that hold more than white space and comments. */
import { createRequire } from "node:module";

// The compiler of the repository has no scanner to import. The one of the generator does.
const ts = createRequire(new URL("../generator/package.json", import.meta.url))("typescript");

export function countLines(path, text) {
  const lines = text.split("\n");
  const isFilled = (line) => (lines[line] ?? "").trim() !== "";
  if (!/\.[cm]?[jt]sx?$/.test(path)) return lines.filter((_, line) => isFilled(line)).length;
  const found = new Set();
  let line = 0;
  let end = 0;
  for (const token of tokensOf(text)) {
    line += text.slice(end, token.start).split("\n").length - 1;
    const last = line + text.slice(token.start, token.end).split("\n").length - 1;
    for (; line <= last; line++) if (isFilled(line)) found.add(line);
    line = last;
    end = token.end;
  }
  return found.size;
}

/** Tokens behind which a slash divides. Behind any other token, a regular expression begins. */
const values = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.CloseBraceToken,
  ts.SyntaxKind.ThisKeyword,
]);

/** The tokens of a source, without white space and comments. */
function* tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  /** For each template around the token, the braces that are open inside its `${`. */
  const templates = [];
  let previous;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.SlashToken || kind === ts.SyntaxKind.SlashEqualsToken) {
      if (!values.has(previous)) kind = scanner.reScanSlashToken();
    } else if (kind === ts.SyntaxKind.TemplateHead) templates.push(0);
    else if (kind === ts.SyntaxKind.OpenBraceToken && templates.length > 0)
      templates.push(templates.pop() + 1);
    else if (kind === ts.SyntaxKind.CloseBraceToken && templates.length > 0) {
      const open = templates.pop();
      if (open > 0) templates.push(open - 1);
      else {
        kind = scanner.reScanTemplateToken(false);
        if (kind === ts.SyntaxKind.TemplateMiddle) templates.push(0);
      }
    }
    yield { start: scanner.getTokenStart(), end: scanner.getTokenEnd() };
    previous = kind;
  }
}
