/** The colors and fonts of design/tokens.css, which `node tools/design-tokens.mjs` copies. */
export const designTokens = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f4, #111515);
  --surface: light-dark(#ffffff, #191e1f);
  --raised: light-dark(#fafbf9, #1e2425);
  --ink: light-dark(#1b2124, #e8ecec);
  --soft: light-dark(#566067, #a2adb1);
  --line: light-dark(#e1e5e2, #2b3335);
  --line-strong: light-dark(#7d888c, #728085);
  --accent: light-dark(#17645e, #7ccfc5);
  --accent-ink: light-dark(#ffffff, #0c1f1d);
  --wash: light-dark(#e4f0ee, #1b3432);
  --good: light-dark(#14633a, #86d6a4);
  --good-wash: light-dark(#e2f3e8, #17321f);
  --warn: light-dark(#7d4300, #f0b878);
  --warn-wash: light-dark(#fdf2e3, #35260f);
  --bad: light-dark(#a01622, #ff9a9f);
  --bad-wash: light-dark(#fdebeb, #3b191c);
  --shade:
    0 1px 2px light-dark(rgb(20 40 40 / 5%), transparent),
    0 6px 24px light-dark(rgb(20 40 40 / 4%), transparent);
  --hue-1: light-dark(#14766e, #56bdb2);
  --hue-2: light-dark(#b4530a, #e9975a);
  --hue-3: light-dark(#6a4bb5, #ae97f0);
  --hue-4: light-dark(#b3336b, #ec86b1);
  --hue-5: light-dark(#2563a8, #7cb2ee);
  --hue-6: light-dark(#637316, #b4c65a);
  --radius: 14px;
  --radius-small: 9px;
  --gap: 1.25rem;
  --tap: 2.25rem;
  --text-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --code-font: ui-monospace, "SF Mono", "Cascadia Code", "Noto Sans Mono", "DejaVu Sans Mono", monospace;
}
@media (pointer: coarse), (max-width: 46rem) {
  :root {
    --tap: 2.75rem;
  }
}`;
