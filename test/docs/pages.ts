/** The pages that come with the package, and their blocks of code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../e2e/promptfoo.js';

/** Paths from the root of the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...['docs', 'docs/reference', 'docs/method'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
];

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

export interface Block {
  /** Page and line, for messages. */
  where: string;
  /** What stands behind the opening fence. */
  language: string;
  text: string;
}

const BLOCK = /^( *)```(\w*)(?: title="[^"]*")?\n([\s\S]*?)^ *```$/gm;

/** Every block of code. One of the language `text` is output, which nobody can run. */
export const BLOCKS: readonly Block[] = PAGES.flatMap((page) => {
  const whole = textOf(page);
  return [...whole.matchAll(BLOCK)].map(([, indent, language, text], i, all) => ({
    where: `${page}:${whole.slice(0, all[i]!.index).split('\n').length}`,
    language: language!,
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
});

/** Blocks of some languages, each with its place as a name for a test. */
export function blocksIn(...languages: string[]): [string, Block][] {
  return BLOCKS.filter(({ language }) => languages.includes(language)).map((block) => [
    block.where,
    block,
  ]);
}
