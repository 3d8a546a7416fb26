import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { UserError } from '../case.js';
import { keepTheirsApart } from './keep-apart.js';
import { listAt, setAt } from './lists.js';
import { inOwnWriting } from './own-writing.js';
import {
  isOurGenerator,
  LABEL,
  READER_CONFIG,
  references,
  SIMULATED_READER,
  type Wanted,
} from './wanted.js';

/** Keys that are added to. */
const CHANGED = ['prompts', 'providers', 'targets', 'tests', 'defaultTest', 'extensions'];

/** A config with our prompt, generator and hook in it. */
export interface Addition {
  text: string;
  /** What the user should know or do besides, one sentence each. */
  notes: string[];
}

/**
 * Add our prompt, generator and hook, and providers, to the text of a config. Comments and order
 * stay, and so do the ends of its lines. The user's own tests get the prompts they have now, by
 * `defaultTest.prompts`.
 *
 * @param file - its name, for error messages; `.json` is read and written as JSON
 * @returns nothing when our generator is there already
 * @throws {UserError} when the config cannot be read, or has a form that is not safe to change
 */
export function addToConfig(written: string, file: string, wanted: Wanted): Addition | undefined {
  const [, mark = '', rest = ''] = /^(\uFEFF?)(.*)$/s.exec(written) ?? [];
  const text = rest.replaceAll('\r\n', '\n');
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    const reason = document.errors[0]!.message.split('\n')[0]!.replace(/[:.]$/, '');
    throw new UserError(`${file} cannot be read (${reason}). Mend it, then run init again.`);
  }
  if (document.contents === null) document.contents = document.createNode({}) as never;
  if (!isMap(document.contents)) {
    throw new UserError(`${file} is not a config: it must be a map. Mend it, or remove it.`);
  }
  const { prompt, generator, hook } = references(wanted);
  const present = listAt(document, 'tests').items;
  if (present.some((test) => isOurGenerator(isMap(test) ? test.get('path') : test))) {
    return undefined;
  }
  refuseShared(document, file);
  const notes: string[] = [];
  keepTheirsApart(document, file, notes);
  const tests = listAt(document, 'tests');
  const prompts = listAt(document, 'prompts');
  if (prompts.items.length > 0 && tests.items.length === 0 && !document.has('scenarios')) {
    // Without any test, promptfoo asks each prompt once; with ours, it would not do so any more.
    tests.add(document.createNode({ description: 'the prompts as they are', vars: {} }));
  }
  prompts.add(document.createNode({ id: prompt, label: LABEL }));
  setAt(document, 'prompts', prompts);
  addProviders(document, wanted, notes);
  const { lengths, seeds } = wanted;
  const config = { stars: 32, lengths, seeds, threshold: 0.85, prompts: [LABEL] };
  const test = document.createNode({ path: generator, config }) as YAMLMap;
  test.commentBefore = ' Stars hidden in a long text: the model is asked for all their numbers.';
  for (const list of ['lengths', 'prompts']) {
    (test.getIn(['config', list], true) as YAMLSeq).flow = true;
  }
  tests.add(test);
  setAt(document, 'tests', tests);
  const extensions = listAt(document, 'extensions');
  const hooks = extensions.items.map((item) => (isScalar(item) ? item.value : item));
  if (!hooks.includes(hook)) extensions.add(document.createNode(hook));
  setAt(document, 'extensions', extensions);
  const changed = textOf(document, text, file);
  return { text: mark + (text === rest ? changed : changed.replaceAll('\n', '\r\n')), notes };
}

/** Providers named by flag, asked ours alone; a simulated reader where there would be none. */
function addProviders(document: Document, { providers }: Wanted, notes: string[]): void {
  const key = document.has('targets') && !document.has('providers') ? 'targets' : 'providers';
  const list = listAt(document, key);
  const present = list.items.map((item) =>
    isMap(item) ? item.get('id') : isScalar(item) ? item.value : undefined,
  );
  const limited = list.items.filter((item) => isMap(item) && item.has('prompts'));
  for (const item of limited as YAMLMap[]) {
    notes.push(
      `The provider ${String(item.get('label') ?? item.get('id'))} has \`prompts\` of its own: add ` +
        `${LABEL} to them, or it is not asked.`,
    );
  }
  const missing = providers.filter((id) => !present.includes(id));
  const none = list.items.length === 0 && providers.length === 0;
  for (const id of none ? [SIMULATED_READER] : missing) {
    const config = id === SIMULATED_READER ? { config: READER_CONFIG } : {};
    const node = document.createNode({ id, ...config, prompts: [LABEL] }) as YAMLMap;
    (node.get('prompts', true) as unknown as YAMLSeq).flow = true;
    list.add(node);
  }
  setAt(document, key, list);
  if (none) notes.push('The simulated reader needs no key: put your provider in its place.');
}

/** Refuse what an addition would reach in a second place, or would hide. */
function refuseShared(document: Document, file: string): void {
  for (const key of [...CHANGED, '<<']) {
    const node = document.get(key, true);
    if (!isAlias(node) && (!isNode(node) || node.anchor === undefined)) continue;
    throw new UserError(
      `${file}: \`${key}\` is shared by an anchor or an alias, to which init adds nothing. Write it out ` +
        'in its place, then run init again.',
    );
  }
}

/** The document in the form that the text has: JSON or YAML, and where nothing changes its lines. */
function textOf(document: Document, text: string, file: string): string {
  if (file.endsWith('.json')) {
    const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
    return `${JSON.stringify(document.toJS(), null, indent)}\n`;
  }
  const form = {
    lineWidth: 0,
    indent: indentOf(text),
    indentSeq: /^( *)- /m.exec(text)?.[1] !== '',
    flowCollectionPadding: /\{ /.test(text.replaceAll('{{ ', '')),
  };
  const after = document.toString(form);
  const own = inOwnWriting(text, parseDocument(text).toString(form), after);
  const read = parseDocument(own);
  const says = read.errors.length === 0 && isDeepStrictEqual(read.toJS(), document.toJS());
  return says ? own : after;
}

/** Spaces of the least indented line that is indented, at least 2. */
function indentOf(text: string): number {
  const indents = [...text.matchAll(/^( {2,})[^\s#]/gm)].map(([, spaces]) => spaces!.length);
  return indents.length > 0 ? Math.min(...indents) : 2;
}
