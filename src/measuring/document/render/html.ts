/**
 * Writes a Document as a page: one HTML file that needs nothing more, no network, no fonts, no data files. Its policy lets the
 * browser use one style sheet and run one script, both known by their digest.
 */
import { createHash } from 'node:crypto';
import { datasetText } from '../../../base/datasets.js';
import { languageNow, say } from '../../../base/text/language.js';
import { type Decision, type Document, saidDecisions } from '../document.js';
import { plain } from '../foreign.js';
import { type Content, html, inline, type Markup, PAGE_MARK, trusted } from '../markup.js';
import { blocksHtml, drawersOf } from './html-blocks.js';
import { documentMarkdown } from './markdown.js';
import { shareSvg } from './pictures.js';

/** A heading has one decision, or two of different tones, or two that are no longer than this together. */
const LONGEST_HEADING = 120;

export function documentHtml(document: Document): string {
  const decisions = saidDecisions(document);
  const { lead, about, blocks, foot = [], isVerdict } = document;
  const style = datasetText('page/document.css');
  const script = datasetText('page/document.js');
  const [first, two = first] = decisions;
  const isTwo = first!.tone !== two!.tone || `${first!.text}${two!.text}`.length <= LONGEST_HEADING;
  const headed = decisions.slice(0, isTwo ? 2 : 1);
  const title = headed.map(({ text }) => plain(text)).join(' ');
  const description = lead ? plain(lead) : plain(document.title);
  const others = decisions.slice(headed.length);
  const heading = html`<h1>${headed.map(decisionHtml)}</h1>${
    lead && html`<p class="lead">${inline(lead)}</p>`
  }${
    others.length > 0 &&
    html`<ul class="more">${others.map((decision) => html`<li>${decisionHtml(decision, 0)}</li>`)}</ul>`
  }`;
  return html`<!doctype html>
<html lang="${languageNow()}">
<head>
<meta charset="utf-8">
${trusted(PAGE_MARK)}
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta name="twitter:card" content="summary">
<link rel="icon" href="${ICON}">
<style>${trusted(style)}</style>
</head>
<body>
<main>
<p class="about">${[document.title, ...about].map((part, i) => [i > 0 && ' · ', inline(part)])}</p>
${isVerdict ? html`<div class="banner ${document.decisions[0].tone}">${heading}</div>` : heading}
<p class="actions"><button type="button" data-copy="link">${say`Copy link`}</button> <button type="button" data-copy="markdown">${say`Copy as Markdown`}</button> <button type="button" data-save>${say`Save image`}</button></p>
${blocksHtml(blocks)}
<footer>${[...foot].map((part, i) => [i > 0 && ' · ', inline(part)])}</footer>
</main>
${drawersOf(blocks)}
<p id="live" class="unseen" role="status" data-copied="${say`Copied`}"></p>
<pre id="markdown" hidden>${documentMarkdown(document)}</pre>
<template id="share">${shareSvg(document)}</template>
<script>${trusted(script)}</script>
</body>
</html>
`.text;
}

function decisionHtml({ tone, text }: Decision, i: number): Content {
  return [i > 0 && ' ', html`<span class="said ${tone}">${inline(text)}</span>`];
}

function policyOf(style: string, script: string): string {
  return [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const ICON: Markup = trusted(
  `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0a58ca"/><path d="M3 5h10M3 8h10M3 11h5" stroke="#fff" stroke-width="1.5"/></svg>',
  )}`,
);
