/**
 * Reads prompt templates in the form of Python's `str.format`, as authors keep theirs: `{name}` is a place,
 * `{{` and `}}` are braces, and line breaks at the end do not count. Scores measured with the authors' wording
 * can only be compared with prompts in it, and their texts cannot come with this package.
 */
import { readFileSync } from 'node:fs';
import { UserError } from '../base/user-error.js';
import type { CaseDraft } from '../contract/case.js';
import type { Task } from './benchmark.js';
import type { Benchmark } from './made-benchmark.js';
import { fileReader } from './published/published-records.js';

/** Texts and names of places in turn, beginning and ending with text. */
type Template = readonly string[];

/**
 * Returns what a Case asks, in its benchmark's words or those of its template.
 *
 * @throws {UserError} for a template that cannot be read, or has other places
 */
export function taskFor(benchmark: Pick<Benchmark, 'task'>, draft: CaseDraft): Task {
  const task = benchmark.task(draft);
  if (draft.template) return inTemplate(task, loadTemplate(draft.template), draft.template.file);
  const own = 'wording' in task ? task.wording?.template : undefined;
  return own === undefined ? task : inTemplate(task, parseTemplate(own, SET), SET);
}

const SET = '`published`';

/** Names that templates may use for the text, whatever the benchmark calls it. */
const TEXT_NAMES = ['context', 'haystack'];

function inTemplate(task: Task, template: Template, file: string): Task {
  if (task.kind !== 'hidden' && task.kind !== 'context') {
    throw new UserError(
      'template: prompts that are `published`, and conversations, are sent as they are. Leave `template` out.',
    );
  }
  const { text, name = 'context', rewrite, ...wording } = task.wording ?? {};
  const { places = { question: task.question }, optional = {} } = wording;
  const names = text === false ? [] : [name, ...TEXT_NAMES];
  const parts = rewrite ? template.map((part, i) => (i % 2 ? part : rewrite(part))) : template;
  const at = parts.findIndex((part, i) => i % 2 === 1 && names.includes(part));
  const found = parts.filter((_, i) => i % 2 === 1);
  const known = [...names, ...Object.keys({ ...places, ...optional })];
  const unknown = found.find((place) => !known.includes(place));
  const lacks =
    at < 0 && text !== false ? name : Object.keys(places).find((place) => !found.includes(place));
  if (lacks !== undefined || unknown !== undefined) {
    const what = lacks ? `no {${lacks}}` : `{${unknown}}, which nothing is filled in for`;
    throw new UserError(
      `template: ${file} has ${what}. Its places are ` +
        `${[...new Set(known)].map((place) => `{${place}}`).join(', ')}; a brace is written twice.`,
    );
  }
  const value = task.kind === 'context' ? (text ?? task.context) : '';
  const values = {
    ...places,
    ...optional,
    ...Object.fromEntries(names.map((place) => [place, value])),
  };
  const written = (from: number, to?: number) => fillParts(parts.slice(from, to), values);
  const { wording: _, ...asked } = task;
  if (asked.kind === 'context') {
    const { context, documents, ...own } = asked;
    const last = parts.findLastIndex((part, i) => i % 2 === 1 && names.includes(part));
    const prompt = written(0);
    const question = task.wording?.question ?? written(last + 1);
    return { ...own, kind: 'prompt', prompt, question };
  }
  return { ...asked, before: written(0, at), question: written(at + 1) };
}

/** Fills parts in turn, beginning with text if a template is cut behind a place. */
function fillParts(parts: Template, values: Readonly<Record<string, string | false>>): string {
  return parts.map((part, i) => (i % 2 === 0 ? part : (values[part] ?? ''))).join('');
}

const loadTemplate = fileReader('template', (file) =>
  parseTemplate(readFileSync(file, 'utf8'), file),
);

/**
 * Take a template apart.
 *
 * Where places are written as in LongBench, `$DOC$`, braces are text.
 *
 * @throws {UserError} for a brace that is neither a place nor written twice
 *
 * @example
 * parseTemplate('Q: {question}\n', 'qa.prompt') // ['Q: ', 'question', '']
 */
export function parseTemplate(content: string, file: string): Template {
  const text = content.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const dollars = text.split(/\$(DOC|Q|C_[ABCD])\$/);
  if (dollars.length > 1) return dollars;
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
