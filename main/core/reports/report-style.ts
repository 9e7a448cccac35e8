/**
 * The report's own style sheet. It stands inside the one file: a report opens from disk, without a network,
 * in light and dark, and prints on paper in black on white. Colours hold 4.5:1 (WCAG AA) in both themes.
 */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1b2330; --soft: #4d5a6b; --line: #d5dbe3; --paper: #ffffff; --panel: #f5f7fa; --accent: #0b5cad; --good: #0a6b3d; --part: #855400; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --soft: #a9b5c4; --line: #343e4c; --paper: #12171e; --panel: #1a212b; --accent: #7ab8ff; --good: #6fd3a0; --part: #f0bd5e; --bad: #ff9c92; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; }
a { color: var(--accent); }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; background: var(--paper); padding: 8px; }
h1 { font-size: 28px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 19px; margin: 40px 0 12px; padding-bottom: 4px; border-bottom: 1px solid var(--line); }
h3 { font-size: 16px; margin: 24px 0 8px; }
.soft { color: var(--soft); }
.figures-row { display: flex; flex-wrap: wrap; gap: 16px; margin: 16px 0; }
.number { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; min-width: 150px; flex: 1; }
.number b { display: block; font-size: 26px; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); white-space: nowrap; }
td.n, th.n { text-align: right; white-space: nowrap; }
.checks { table-layout: fixed; min-width: 860px; }
.checks th:nth-child(1) { width: 16%; } .checks th:nth-child(2) { width: 13%; } .checks th:nth-child(3), .checks th:nth-child(4) { width: 7%; } .checks th:nth-child(5) { width: 13%; } .checks th:nth-child(7) { width: 13%; }
td.state { white-space: nowrap; }
td.id { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 13px; word-break: break-word; }
.passed { color: var(--good); } .partial { color: var(--part); } .failed { color: var(--bad); }
.not_evaluated, .not_applicable { color: var(--soft); }
meter { width: 100%; min-width: 80px; height: 14px; display: block; margin-top: 5px; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 13px; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px; overflow-x: auto; white-space: pre-wrap; word-break: break-word; }
.code td { padding: 0 8px; border: 0; font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 12.5px; white-space: pre-wrap; word-break: break-word; }
.code .removed { background: color-mix(in srgb, var(--bad) 14%, transparent); color: inherit; }
.code .added { background: color-mix(in srgb, var(--good) 14%, transparent); color: inherit; }
img { max-width: 100%; background: #ffffff; border: 1px solid var(--line); border-radius: 8px; }
figure { margin: 0 0 16px; }
footer { margin-top: 48px; border-top: 1px solid var(--line); padding-top: 12px; }
@media print { :root { --ink: #000; --soft: #333; --line: #bbb; --paper: #fff; --panel: #fff; --accent: #000; --good: #000; --part: #000; --bad: #000; } main { max-width: none; padding: 0; } h2 { break-after: avoid; } tr, figure { break-inside: avoid; } .skip { display: none; } }
`;
