/**
 * Prompt templates in files of the user's, in the form of Python's `str.format`, as the authors of Lost
 * in the Middle keep theirs (`src/lost_in_the_middle/prompts/*.prompt`): `{name}` is filled in, `{{` and
 * `}}` are braces, and line breaks at the end do not count. Scores that were measured with the authors' own
 * wording can only be compared with prompts in it, and their texts cannot come with this package.
 */
import { readFileSync } from 'node:fs';
import { type FileReference, UserError } from '../case.js';
import { referenceFile } from '../files/files.js';
import { fileReader } from './published/published-records.js';

/** A template as text and the names of places in turn, beginning and ending with text. */
type Template = readonly string[];

/**
 * A template of the user's own as a field of a Case.
 *
 * @param option - as the user knows it, for error messages
 * @param needed - its places
 * @throws {UserError} when the file cannot be read, or has other places
 */
export function referenceTemplate(
  option: string,
  path: string,
  { needed }: { needed: readonly string[] },
): FileReference {
  const reference = referenceFile(option, path, 'leave the option out for our own prompt');
  const found = placesOf(loadTemplate(reference));
  const missing = needed.find((name) => !found.includes(name));
  const other = found.find((name) => !needed.includes(name));
  if (missing === undefined && other === undefined) return reference;
  const complaint =
    missing === undefined
      ? `has {${other}}, which nothing is filled in for`
      : `has no {${missing}}`;
  throw new UserError(
    `${option}: ${path} ${complaint}. Its places are ${needed.map((name) => `{${name}}`).join(', ')}; ` +
      'a brace is written twice.',
  );
}

/** The prompt that a template makes of some values; each place is filled wherever it stands. */
export function fillTemplate(
  reference: FileReference,
  values: Readonly<Record<string, string>>,
): string {
  return loadTemplate(reference)
    .map((part, i) => (i % 2 === 0 ? part : (values[part] ?? '')))
    .join('');
}

/** What stands behind the last place of a name, where that place is filled in: for a question. */
export function endOf(
  reference: FileReference,
  place: string,
  values: Readonly<Record<string, string>>,
): string {
  const parts = loadTemplate(reference);
  const last = parts.findLastIndex((part, i) => i % 2 === 1 && part === place);
  return parts
    .slice(last + 1)
    .map((part, i) => (i % 2 === 0 ? part : (values[part] ?? '')))
    .join('');
}

/** Fills the places of a short format such as `[{number}] {title}`; other braces stay. */
export function fillFormat(format: string, values: Readonly<Record<string, string>>): string {
  return format.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

function placesOf(template: Template): string[] {
  return template.filter((_, i) => i % 2 === 1);
}

const loadTemplate = fileReader('template', (file) =>
  parseTemplate(readFileSync(file, 'utf8'), file),
);

/**
 * Take a template apart.
 *
 * @throws {UserError} for a brace that is neither a place nor written twice
 *
 * @example
 * parseTemplate('Q: {question}\n', 'qa.prompt') // ['Q: ', 'question', '']
 */
export function parseTemplate(content: string, file: string): Template {
  const text = content.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const parts = [''];
  for (const [token, name] of text.matchAll(/\{\{|\}\}|\{(\w+)\}|[{}]|[^{}]+/g)) {
    if (name !== undefined) parts.push(name, '');
    else if (token === '{' || token === '}') {
      throw new UserError(
        `template: ${file} has a lone ${token}. Write it twice, or a place as {name}.`,
      );
    } else parts[parts.length - 1] += token === '{{' ? '{' : token === '}}' ? '}' : token;
  }
  return parts;
}
