/** Adds providers to a config that `init` wrote. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isSeq, type Node, parseDocument, type YAMLSeq } from 'yaml';
import { writeWhole } from '../../base/files/whole-files.js';
import { UserError } from '../../base/user-error.js';
import { providersIn } from './existing.js';
import { itemOf } from './provider-items.js';
import type { ConfigProvider } from './wanted.js';

interface Added {
  /** Ids that are new. */
  added: string[];
  /** Labels or ids of all its providers. */
  asked: string[];
}

/**
 * Adds providers to a config. Comments and everything else stay.
 * @param ids - those already listed are skipped
 * @throws {UserError} if it is no YAML with a list of providers, or cannot be written
 */
export function addProviders(file: string, ids: readonly string[]): Added {
  const text = readFileSync(file, 'utf8');
  const document = parseDocument(text, { merge: true });
  const list = document.get(document.has('providers') ? 'providers' : 'targets');
  if (
    document.errors.length > 0 ||
    !isSeq(list) ||
    list.flow ||
    list.items.length === 0 ||
    !/\.ya?ml$/.test(file)
  ) {
    throw new UserError(
      `${basename(file)} has no list of providers with a line for each. Add ${ids.join(', ')} to its ` +
        '`providers` yourself, or delete it and run init again.',
    );
  }
  const there = providersIn(document.toJS());
  const added = [...new Set(ids)].filter((id) => !there.map(idOf).includes(id));
  if (added.length > 0) writeWhole(file, withItems(text, list, added));
  return { added, asked: [...there.map(providerName), ...added] };
}

/** Inserts items after the last one of a list, and leaves the rest of the text as it is. */
function withItems(text: string, list: YAMLSeq, items: readonly string[]): string {
  const start = list.range![0];
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const end = (list.items.at(-1) as Node).range![1];
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
  const before = lineEnd === 0 ? `${text}\n` : text.slice(0, lineEnd);
  const after = lineEnd === 0 ? '' : text.slice(lineEnd);
  return before + items.map((item) => itemOf(item).replace(/^(?=.)/gm, indent)).join('') + after;
}

/** Reads `openai:chat:x`, `{ id: … }` and `{ 'openai:chat:x': { … } }`. */
function idOf(provider: ConfigProvider): string {
  if (typeof provider === 'string') return provider;
  return String(provider.id ?? Object.keys(provider)[0]);
}

export function providerName(provider: ConfigProvider): string {
  const label = typeof provider === 'string' ? undefined : provider.label;
  return typeof label === 'string' && label !== '' ? label : idOf(provider);
}
