/** A report in the media for people, as tests read them. */
import type { Document } from '../../../src/measuring/document/document.js';
import { documentHtml } from '../../../src/measuring/document/render/html.js';
import { documentMarkdown } from '../../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../../src/measuring/document/render/terminal.js';
import type { ReportData } from '../../../src/measuring/facts/tables/tables.js';
import {
  type ReportContext,
  reportDocument,
} from '../../../src/measuring/report/report-document.js';

export const htmlOf = documentHtml;

export function markdownOf(document: Document): string {
  return documentMarkdown(document, 1);
}

export function terminalOf(document: Document, width = 120): string {
  return documentTerminal(document, { colour: false, width });
}

export function terminalReport(data: ReportData, width = 120): string {
  return terminalOf(reportDocument(data), width);
}

export function markdownReport(data: ReportData): string {
  return markdownOf(reportDocument(data));
}

export function htmlReport(data: ReportData, context?: ReportContext): string {
  return htmlOf(reportDocument(data, context));
}

/** The text of a page without its style, script and copies of it. */
export function visibleText(page: string): string {
  return page
    .replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '')
    .replace(/<pre id="markdown".*?<\/pre>|<template.*?<\/template>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}
