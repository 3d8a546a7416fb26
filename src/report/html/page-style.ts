/** How the report looks: light, dark where the reader wants it, and on paper. */
import { DARK, darkRules, INK, LINE, MUTED } from '../charts/chart-style.js';

const SANS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", "PingFang SC", ' +
  '"Microsoft YaHei", "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans CJK SC", sans-serif';

const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", ' +
  '"Noto Sans Mono CJK SC", monospace';

export const STYLE = `
:root {
  color-scheme: light;
  --paper: #fff; --wash: #f6f7f8; --ink: ${INK}; --muted: ${MUTED}; --line: ${LINE};
  --accent: #0062a3; --bad: #a8321a; --mark: #d6006c; --held: 0, 98, 163;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --paper: #16191d; --wash: #1e2227; --ink: ${DARK[INK]}; --muted: ${DARK[MUTED]};
    --line: ${DARK[LINE]}; --accent: #6bb8ef; --bad: #f0977f; --mark: #ff5fae;
    --held: 107, 184, 239;
  }
  ${darkRules('.chart ')}
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 2.5rem clamp(1rem, 3vw, 2.5rem) 4rem; max-width: 76rem;
  background: var(--paper); color: var(--ink);
  font: 16px/1.55 ${SANS};
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; font-weight: 650; letter-spacing: -0.01em; }
h2 {
  margin: 3.25rem 0 1rem; padding-top: 1.25rem; border-top: 1px solid var(--line);
  font-size: 1.3rem; font-weight: 650;
}
h3 { margin: 2.25rem 0 0.5rem; font-size: 1.02rem; font-weight: 650; }
p { margin: 0.5rem 0; max-width: 70ch; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus {
  left: 1rem; top: 0.75rem; z-index: 3; padding: 0.4rem 0.9rem;
  background: var(--paper); border: 1px solid var(--accent);
}
.note { color: var(--muted); font-size: 0.86rem; max-width: 62rem; }
.verdicts { list-style: none; margin: 0 0 1.75rem; padding: 0; max-width: 84ch; }
.verdicts li { padding: 0.3rem 0; overflow-wrap: anywhere; }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1.5rem; }
nav { font-size: 0.93rem; }
nav details ul { margin-top: 0.4rem; }

.scroll { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0 0 0.5rem; font-weight: 600; font-size: 0.95rem; }
th, td { padding: 0.42rem 0.8rem; text-align: right; vertical-align: baseline; }
th:first-child, td:first-child { padding-left: 0.15rem; }
thead th { border-bottom: 1.5px solid var(--line); color: var(--muted); font-weight: 500; vertical-align: bottom; }
tbody th, .text { text-align: left; }
tbody th { font-weight: 600; min-width: 9.5rem; max-width: 20rem; overflow-wrap: anywhere; }
tbody td, tbody th { border-bottom: 1px solid var(--line); }
td small { color: var(--muted); font-size: 0.92em; white-space: nowrap; }
td strong { font-weight: 650; }
td.text { min-width: 9rem; max-width: 16rem; overflow-wrap: anywhere; }
td.text small { white-space: normal; }
#summary { font-size: 0.84rem; }
#summary th, #summary td { padding-left: 0.3rem; padding-right: 0.5rem; }
#summary tbody th { min-width: 7rem; }
.whole { white-space: nowrap; }
.some { color: var(--bad); font-weight: 600; }
#benchmarks tbody th { min-width: 0; }
tbody th[scope="rowgroup"] { padding-top: 0.9rem; max-width: none; }
tbody:has(th[scope="rowgroup"]) th[scope="row"] { font-weight: 400; }
#benchmarks td.text { min-width: 5rem; }
#matrix td { min-width: 4.5rem; text-align: center; }
#matrix thead th:not(.text) { text-align: center; }
#composites td:last-child { min-width: 38rem; }
.h0 { background: rgba(var(--held), 0.02); } .h1 { background: rgba(var(--held), 0.08); }
.h2 { background: rgba(var(--held), 0.16); } .h3 { background: rgba(var(--held), 0.26); }
.h4 { background: rgba(var(--held), 0.38); }
.below { text-decoration: underline dotted; text-underline-offset: 3px; }

.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 0.5rem 2rem; }
figure { margin: 0 0 1.5rem; min-width: 0; break-inside: avoid; }
figcaption { color: var(--muted); font-size: 0.86rem; max-width: 80ch; margin-top: 0.35rem; }
.chart svg { display: block; max-width: 100%; height: auto; font-family: inherit; }
.chart svg [aria-label]:focus { outline: none; }
#ring {
  position: fixed; z-index: 1; pointer-events: none;
  border: 2px solid var(--mark); border-radius: 3px; box-shadow: 0 0 0 1px var(--paper);
}
#tip {
  position: fixed; z-index: 2; max-width: min(32rem, 92vw); padding: 0.3rem 0.65rem;
  background: var(--ink); color: var(--paper); border-radius: 4px;
  font-size: 0.85rem; pointer-events: none; overflow-wrap: anywhere;
}
[hidden] { display: none; }

details > summary { cursor: pointer; }
.numbers { margin-top: 0.35rem; font-size: 0.86rem; }
.numbers summary { color: var(--muted); width: max-content; }
.numbers .scroll { max-height: 22rem; overflow: auto; }
.numbers table { font-size: 0.78rem; }
.numbers th, .numbers td { padding: 0.12rem 0.5rem; }
.numbers thead th { position: sticky; top: 0; background: var(--paper); }
.numbers tbody th { font-weight: 500; min-width: 0; }

.failures { list-style: none; margin: 1rem 0; padding: 0; border-top: 1px solid var(--line); }
.failures > li { border-bottom: 1px solid var(--line); }
.failures summary { display: grid; grid-template-columns: 3.6rem 1fr; gap: 0 1rem; padding: 0.6rem 0.15rem; }
.failures summary:hover { background: var(--wash); }
.failures summary > span { min-width: 0; overflow-wrap: anywhere; }
.score { white-space: nowrap; font-variant-numeric: tabular-nums; font-weight: 650; color: var(--bad); }
.score::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--muted); font-weight: 400; }
[open] > summary > .score::before { content: "▾"; }
.failures summary::-webkit-details-marker { display: none; }
.failures summary { list-style: none; }
.where { font-weight: 600; }
.tag {
  display: inline-block; margin-left: 0.6rem; padding: 0 0.5rem; border: 1px solid var(--line);
  border-radius: 99px; font-size: 0.8rem; color: var(--muted); font-weight: 400;
}
.why { color: var(--muted); font-size: 0.9rem; display: block; }
.answer { padding: 0 0.15rem 1rem 4.75rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0 0 0.6rem; font-size: 0.86rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
pre {
  margin: 0; padding: 0.8rem 1rem; max-height: 22rem; overflow: auto;
  background: var(--wash); border: 1px solid var(--line); border-radius: 4px;
  font: 0.82rem/1.5 ${MONO}; white-space: pre-wrap; overflow-wrap: anywhere;
}
footer { margin-top: 3rem; }

@media (max-width: 40rem) {
  .answer { padding-left: 0.15rem; }
  #benchmarks { font-size: 0.8rem; }
  #benchmarks th, #benchmarks td { padding-left: 0.15rem; padding-right: 0.5rem; }
}
@media print {
  @page { margin: 14mm; }
  html { font-size: 9.5pt; }
  body { padding: 0; max-width: none; font-size: 1rem; }
  .skip, nav, #tip, #ring, .numbers { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.25rem 0.4rem; }
  h2, h3 { break-after: avoid; }
  tr, .failures > li > details > summary { break-inside: avoid; }
  pre { max-height: none; overflow: visible; }
  .pair { grid-template-columns: 1fr 1fr; gap: 0.5rem 1rem; }
  td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
