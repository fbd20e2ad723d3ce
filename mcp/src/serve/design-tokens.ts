/** The colors and fonts of design/tokens.css, which `node tools/design-tokens.mjs` copies. */
export const designTokens = `:root {
  color-scheme: light dark;
  --ground: #f5f6f4;
  --surface: #ffffff;
  --raised: #fafbf9;
  --ink: #1b2124;
  --soft: #566067;
  --line: #e1e5e2;
  --line-strong: #7d888c;
  --accent: #17645e;
  --accent-ink: #ffffff;
  --wash: #e4f0ee;
  --good: #14633a;
  --good-wash: #e2f3e8;
  --warn: #7d4300;
  --warn-wash: #fdf2e3;
  --bad: #a01622;
  --bad-wash: #fdebeb;
  --shade: 0 1px 2px rgb(20 40 40 / 5%), 0 6px 24px rgb(20 40 40 / 4%);
  --hue-1: #14766e;
  --hue-2: #b4530a;
  --hue-3: #6a4bb5;
  --hue-4: #b3336b;
  --hue-5: #2563a8;
  --hue-6: #637316;
  --radius: 14px;
  --radius-small: 9px;
  --gap: 1.25rem;
  --tap: 2.25rem;
  --text-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --code-font: ui-monospace, "SF Mono", "Cascadia Code", "Noto Sans Mono", "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111515;
    --surface: #191e1f;
    --raised: #1e2425;
    --ink: #e8ecec;
    --soft: #a2adb1;
    --line: #2b3335;
    --line-strong: #728085;
    --accent: #7ccfc5;
    --accent-ink: #0c1f1d;
    --wash: #1b3432;
    --good: #86d6a4;
    --good-wash: #17321f;
    --warn: #f0b878;
    --warn-wash: #35260f;
    --bad: #ff9a9f;
    --bad-wash: #3b191c;
    --shade: none;
    --hue-1: #56bdb2;
    --hue-2: #e9975a;
    --hue-3: #ae97f0;
    --hue-4: #ec86b1;
    --hue-5: #7cb2ee;
    --hue-6: #b4c65a;
  }
}
@media (pointer: coarse), (max-width: 46rem) {
  :root {
    --tap: 2.75rem;
  }
}`;
