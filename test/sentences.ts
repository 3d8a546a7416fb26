/** The sentences that the sources say, read off their syntax. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vitest/node';
import { parse } from 'yaml';
import { sentenceKey } from '../src/base/text/language.js';

const SOURCES = join(import.meta.dirname, '../src');
const WORDS = join(import.meta.dirname, '../datasets/words');

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
  if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'say') {
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
export const sentences = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const code = readFileSync(join(SOURCES, file), 'utf8');
    if (!/\b(say|sayCount)\b/.test(code)) return [];
    const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
    return [...nodesOf(program)].flatMap(([node, around]) =>
      keysOf(node).map((key) => ({
        key,
        file,
        inFunction: around.some(({ type }) => FUNCTIONS.includes(type)),
      })),
    );
  });

/** A sentence that says another one in its place, with both. */
interface Nested {
  file: string;
  key: string;
  slot: string;
}

interface Found {
  node: Node;
  /** The function around it, or the file. */
  scope: Node | undefined;
}

/** Sentences in a slot: templates within it, and constants of the same function that are templates. */
function saidIn(slot: Node, { scope }: Found, found: readonly Found[]): string[] {
  const constants = found.filter((one) => one.scope === scope && nameOf(one.node.id) !== undefined);
  return [...nodesOf(slot)].flatMap(([inner]) => {
    const named = constants.find(({ node }) => nameOf(node.id) === (nameOf(inner) ?? false));
    return [inner, ...(isNode(named?.node.init) ? [named.node.init] : [])].flatMap(keysOf);
  });
}

/** Sentences with a slot that holds another one. */
export const nested: readonly Nested[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const code = readFileSync(join(SOURCES, file), 'utf8');
    if (!/\bsay`/.test(code)) return [];
    const program = parseAst(code, { lang: 'ts' }) as unknown as Node;
    const found = [...nodesOf(program)].map(([node, around]) => ({
      node,
      scope: around.findLast(({ type }) => FUNCTIONS.includes(type)),
    }));
    return found.flatMap((one) => {
      const [key] = one.node.type === 'TaggedTemplateExpression' ? keysOf(one.node) : [];
      if (key === undefined) return [];
      const { expressions } = one.node.quasi as unknown as { expressions: Node[] };
      return expressions
        .flatMap((slot) => saidIn(slot, one, found))
        .filter(isSentence)
        .map((slot) => ({ file, key, slot }));
    });
  });

/** Whether a text is a sentence of its own, and not a name, an amount or a cell. */
function isSentence(key: string): boolean {
  const words = key.replace(/\{\d+\}/g, ' ').match(/[A-Za-z]{2,}/g) ?? [];
  return /[a-z}][.!?]$/.test(key) || words.length >= 6;
}

/** The files of a language's words, each with its sentences by the English ones. */
export function wordFiles(code: string): { file: string; words: Record<string, string> }[] {
  return readdirSync(join(WORDS, code)).map((file) => ({
    file,
    words: parse(readFileSync(join(WORDS, code, file), 'utf8')) as Record<string, string>,
  }));
}

/** Sentences that a language has no words for. */
export function untranslated(code: string): { key: string; file: string }[] {
  const words = new Set(wordFiles(code).flatMap(({ words: own }) => Object.keys(own)));
  return sentences.filter(({ key }) => !words.has(key));
}
