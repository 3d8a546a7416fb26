/** A report in the media for people, as tests read them. */
import { documentHtml } from '../../../src/measuring/document/render/html.js';
import { documentMarkdown } from '../../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../../src/measuring/document/render/terminal.js';
import type { ReportData } from '../../../src/measuring/facts/tables/tables.js';
import {
  type ReportContext,
  reportDocument,
} from '../../../src/measuring/report/report-document.js';

export function terminalReport(data: ReportData, width = 120): string {
  return documentTerminal(reportDocument(data), { colour: false, width });
}

export function markdownReport(data: ReportData): string {
  return documentMarkdown(reportDocument(data), 1);
}

export function htmlReport(data: ReportData, context?: ReportContext): string {
  return documentHtml(reportDocument(data, context));
}

/** The text of a page without its style, script and copies of it. */
export function visibleText(page: string): string {
  return page
    .replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '')
    .replace(/<pre id="markdown".*?<\/pre>|<template.*?<\/template>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}
