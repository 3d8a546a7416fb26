/**
 * The shell of every page: one HTML file that needs nothing else, no network, no fonts, no data files. Its policy
 * lets the browser use one style sheet, and run one script where there is one, both known by their digest.
 */
import { createHash } from 'node:crypto';
import { datasetText } from '../../../base/datasets.js';
import { languageNow, paragraph, say } from '../../../base/text/language.js';
import type { Answer } from '../answer.js';
import { type Content, html, type Markup, PAGE_MARK, sayHtml, trusted } from '../markup.js';
import { STYLE } from './page-style.js';

interface Page {
  title: string;
  /** What is said before all figures. */
  answer: Answer;
  /** What else must be known before any figure: missing results, answers that could not be read. */
  notes?: Content;
  /** How much was asked, of whom, when and at what price. */
  about: readonly Content[];
  main: Content;
  footer: Content;
  /** Whether it has charts, and so the script that reads their marks; a page without runs nothing. */
  hasCharts?: boolean;
  /** The name of a style sheet and a script in `datasets/page/` that only this page has. */
  own?: 'board';
}

export function htmlPage({ title, main, footer, hasCharts = false, own, ...first }: Page): string {
  const script = own ? datasetText(`page/${own}.js`) : hasCharts && datasetText('page/script.js');
  const style = own ? STYLE + datasetText(`page/${own}.css`) : STYLE;
  const policy = [
    "default-src 'none'",
    ...(script === false ? [] : [`script-src ${digest(script)}`]),
    `style-src ${digest(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="${languageNow()}">
<head>
<meta charset="utf-8">
${trusted(PAGE_MARK)}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">${say`Skip to the report`}</a>
<header>
<h1>${title}</h1>
${beginning(first)}
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="note">${footer}</footer>
${
  hasCharts &&
  html`<div id="ring" hidden></div>
<div id="tip" role="status" hidden></div>
`
}${script !== false && html`<script>${trusted(script)}</script>`}
</body>
</html>
`.text;
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** What every page begins with: the answer, what weakens or explains it, and how much was asked for it. */
function beginning({ answer, notes, about }: Pick<Page, 'answer' | 'notes' | 'about'>): Markup {
  const { explained } = answer;
  return html`<p class="lead">${sayHtml`<b>${answer.answer}</b>${answer.beside}.`}</p>${
    explained.length > 0 && html`<p class="headline">${paragraph(explained)}</p>`
  }
${notes}<p class="about">${about.map((part) => html`<span>${part}</span> `)}</p>`;
}

/** A part that opens when it is asked for, linked to by `to-ID`, or searched. */
export function folded(id: string, name: string, inner: Content): Markup {
  return html`<details class="fold"><summary><h2>${name}</h2></summary><div id="to-${id}">${inner}</div></details>`;
}
