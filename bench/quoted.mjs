/**
 * How many of the sentences that people read do tests quote? Changing a sentence that is quoted changes tests too.
 * A sentence is quoted where four of its words in a row, or all of fewer, are in a string or an expression of a test.
 *
 *   npx node bench/quoted.mjs [FOLDER]      of another checkout
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vitest/node';
import { printTable } from './markdown.mjs';
import { root } from './measure.mjs';

const [folder = root] = process.argv.slice(2);
const WORDS = 4;

function filesIn(part) {
  return readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, part, file));
}

/** Calls `visit` with every node of a syntax tree. */
function walk(node, visit) {
  visit(node);
  for (const inner of Object.values(node).flat()) if (inner?.type) walk(inner, visit);
}

/** Between the fixed parts of a text. */
const SLOT = '\u0000';

/** A text as it stands in a source, with a slot for all that is put in; nothing of other expressions. */
function textAt(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }) => value.cooked).join(SLOT);
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textAt(node.left), textAt(node.right)];
    return left === undefined && right === undefined
      ? undefined
      : `${left ?? SLOT}${right ?? SLOT}`;
  }
  return undefined;
}

/** The fixed parts of every sentence, by its English words: what is said, and what errors say. */
function sentencesIn(file) {
  const found = new Map();
  const add = (text) => {
    if (text === undefined) return;
    const parts = text.split(SLOT).map(plain);
    found.set(parts.join('{}'), parts);
  };
  walk(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }), (node) => {
    if (node.type === 'TaggedTemplateExpression' && /^say(?:Html)?$/.test(node.tag.name)) {
      add(textAt(node.quasi));
    } else if (node.type === 'NewExpression' && node.callee.name === 'UserError') {
      if (node.arguments[0]) add(textAt(node.arguments[0]));
    }
  });
  return found;
}

function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/** Runs of words by which a sentence is known; none where it has hardly any of its own. */
function runsOf(parts) {
  return parts.flatMap((part) => {
    const words = part.split(' ').filter((word) => /[a-z]/i.test(word));
    if (words.length < 3) return [];
    const all = part.split(' ');
    if (all.length <= WORDS) return [part];
    return all.slice(WORDS - 1).map((_, i) => all.slice(i, i + WORDS).join(' '));
  });
}

/** What a test's strings, templates and expressions say, without the marks of an expression. */
function textOf(file) {
  const texts = [];
  walk(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }), (node) => {
    texts.push(node.regex ? node.regex.pattern.replace(/\\(\W)/g, '$1') : (textAt(node) ?? ''));
  });
  return texts.map(plain).join('\n');
}

const sentences = new Map(filesIn('src').flatMap((file) => [...sentencesIn(file)]));
const runs = [...sentences].map(([key, parts]) => [key, runsOf(parts)]);
const told = runs.filter(([, own]) => own.length > 0);
const tests = filesIn('test').map((file) => [relative(folder, file), textOf(file)]);
const quotes = tests.map(([file, text]) => [
  file,
  told.filter(([, own]) => own.some((run) => text.includes(run))).map(([key]) => key),
]);
const quoted = new Set(quotes.flatMap(([, keys]) => keys));
console.log(`${told.length} sentences of three words or more, ${quoted.size} of them quoted\n`);
const most = quotes.filter(([, keys]) => keys.length > 0).sort((a, b) => b[1].length - a[1].length);
printTable(
  ['test', 'sentences'],
  most.slice(0, 15).map(([file, keys]) => [file, keys.length]),
);
