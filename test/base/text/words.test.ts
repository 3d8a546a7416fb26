/** Words of other languages: every sentence that is said has them, and no others are kept. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { parse } from 'yaml';
import { sentenceKey } from '../../../src/base/text/language.js';
import { SPOKEN } from '../../../src/base/text/speaking.js';

const SOURCES = join(import.meta.dirname, '../../../src');
const WORDS = join(import.meta.dirname, '../../../datasets/words');

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Every node with those around it. */
function* nodesOf(node: Node, around: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  yield [node, around];
  const inner = Object.values(node).flat().filter(isNode);
  for (const one of inner) yield* nodesOf(one, [...around, node]);
}

function nameOf(value: unknown): unknown {
  return isNode(value) && value.type === 'Identifier' ? value.name : undefined;
}

/** The texts that a value can be, as far as they stand there. */
function literals(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal' && typeof value.value === 'string') return [value.value];
  if (value.type === 'ConditionalExpression') {
    return [...literals(value.consequent), ...literals(value.alternate)];
  }
  return [];
}

/** What a node says, as the files of words have it. */
function keysOf(node: Node): string[] {
  if (
    node.type === 'TaggedTemplateExpression' &&
    ['say', 'sayHtml'].includes(String(nameOf(node.tag)))
  ) {
    const { quasis } = node.quasi as { quasis: { value: { cooked: string } }[] };
    return [sentenceKey(quasis.map(({ value }) => value.cooked))];
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'sayCount') {
    return literals((node.arguments as Node[])[1]).map((noun) => `{0} ${noun}`);
  }
  return [];
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** Every sentence of the sources with where it is said, and whether within a function. */
const sentences = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const code = readFileSync(join(SOURCES, file), 'utf8');
    if (!/\b(say|sayHtml|sayCount)\b/.test(code)) return [];
    const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
    return [...nodesOf(program)].flatMap(([node, around]) =>
      keysOf(node).map((key) => ({
        key,
        file,
        inFunction: around.some(({ type }) => FUNCTIONS.includes(type)),
      })),
    );
  });

const places = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();

describe.each([...SPOKEN])('the words of %s', (code) => {
  const files = readdirSync(join(WORDS, code)).map((file) => ({
    file,
    words: parse(readFileSync(join(WORDS, code, file), 'utf8')) as Record<string, string>,
  }));
  const words = new Map(files.flatMap(({ words: own }) => Object.entries(own)));

  it('are there for every sentence', () => {
    const missing = sentences.filter(({ key }) => !words.has(key));
    expect(missing.map(({ key, file }) => `${file}: ${key}`)).toEqual([]);
  });

  it('are of sentences that are said', () => {
    const keys = new Set(sentences.map(({ key }) => key));
    expect([...words.keys()].filter((key) => !keys.has(key))).toEqual([]);
  });

  it('stand in one file each', () => {
    const all = files.flatMap(({ words: own }) => Object.keys(own));
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
  });

  it('have the places of the English sentence', () => {
    const other = [...words].filter(
      ([english, text]) => places(text).join() !== places(english).join(),
    );
    expect(other).toEqual([]);
  });
});

it('is said within functions, when the language is known', () => {
  expect(sentences.filter(({ inFunction }) => !inFunction)).toEqual([]);
});
