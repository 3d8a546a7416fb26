import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { baseName, UserError } from '../case.js';
import {
  isOurGenerator,
  LABEL,
  READER_CONFIG,
  references,
  SIMULATED_READER,
  type Wanted,
} from './wanted.js';

/** A config with our prompt, generator and hook in it. */
export interface Addition {
  text: string;
  /** What the user should know or do besides, one sentence each. */
  notes: string[];
}

/**
 * Add our prompt, generator and hook, and providers, to the text of a config. Comments and order
 * stay. The user's own tests get the prompts they have now, by `defaultTest.prompts`, since promptfoo
 * would otherwise ask them ours too.
 *
 * @param file - its name, for error messages; `.json` is read and written as JSON
 * @returns nothing when our generator is there already
 * @throws {UserError} when the config cannot be read, or has a form that is not safe to change
 */
export function addToConfig(text: string, file: string, wanted: Wanted): Addition | undefined {
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
  if (present.some((test) => isMap(test) && isOurGenerator(test.get('path')))) return undefined;

  const notes: string[] = [];
  keepTheirsApart(document, file, notes);
  const tests = listAt(document, 'tests');
  if (document.has('prompts') && tests.items.length === 0 && !document.has('scenarios')) {
    // Without any test, promptfoo asks each prompt once; with ours, it would not do so any more.
    tests.add(document.createNode({ description: 'the prompts as they are' }));
  }
  const prompts = listAt(document, 'prompts');
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
  return { text: textOf(document, text, file), notes };
}

/** What stands at a key as a list, which is not yet put into the document. */
function listAt(document: Document, key: string): YAMLSeq {
  const node = document.get(key, true);
  if (isSeq(node)) return node;
  const list = new YAMLSeq(document.schema);
  const isNothing = node === undefined || (isScalar(node) && node.value === null);
  if (!isNothing) list.add(node);
  return list;
}

/** Set a key of the config; a new one stands apart from what is before it. */
function setAt(document: Document, key: string, value: YAMLMap | YAMLSeq): void {
  if (document.has(key)) {
    document.set(key, value);
    return;
  }
  const name = new Scalar(key);
  name.spaceBefore = true;
  (document.contents as unknown as YAMLMap).add(document.createPair(name, value));
}

/** Say in `defaultTest` which prompts the user's own tests are asked with: those there are. */
function keepTheirsApart(document: Document, file: string, notes: string[]): void {
  if (document.get('prompts') === undefined) return;
  if (document.hasIn(['defaultTest', 'prompts'])) return;
  if (isMap(document.get('prompts', true))) {
    throw new UserError(
      `${file}: \`prompts\` is a map, to which init adds nothing. Make it a list of ` +
        '`{ id: file, label: name }`, then run init again.',
    );
  }
  const defaultTest = document.get('defaultTest', true);
  if (defaultTest !== undefined && !isMap(defaultTest)) {
    throw new UserError(
      `${file}: \`defaultTest\` is in a file of its own. Add \`prompts: [labels of your prompts]\` ` +
        'there, write `defaultTest` into this config, and run init again.',
    );
  }
  const prompts = listAt(document, 'prompts');
  const labels = prompts.items.map((_, i) => labelPrompt(document, file, prompts, i));
  document.set('prompts', prompts);
  const list = document.createNode([...new Set(labels)], { flow: true });
  if (defaultTest === undefined) setAt(document, 'defaultTest', new YAMLMap(document.schema));
  document.setIn(['defaultTest', 'prompts'], list);
  notes.push(
    '`defaultTest.prompts` keeps your own tests away from our prompt; a test with `prompts` of its ' +
      'own is not changed.',
  );
}

/** The label of a prompt; one without a label gets one. */
function labelPrompt(document: Document, file: string, prompts: YAMLSeq, index: number): string {
  const item = prompts.items[index];
  if (isMap(item) && typeof item.get('label') === 'string') return item.get('label') as string;
  if (namesPrompts(document)) {
    throw new UserError(
      `${file}: \`prompts[${index}]\` has no label, but tests or providers choose prompts by name. ` +
        'Give every prompt a label and use it there, then run init again.',
    );
  }
  const source = isMap(item) ? (item.get('id') ?? item.get('raw')) : isScalar(item) && item.value;
  if (typeof source !== 'string') {
    throw new UserError(
      `${file}: \`prompts[${index}]\` has no label and is no text. Give it a label, then run init ` +
        'again.',
    );
  }
  const isFile = source.startsWith('file://');
  const taken = prompts.items.map((other) => (isMap(other) ? other.get('label') : undefined));
  const name = isFile ? baseName(source) : `prompt ${index + 1}`;
  const label = taken.includes(name) ? `${name} (${index + 1})` : name;
  if (isMap(item)) item.set('label', label);
  else prompts.items[index] = labelled(document, item as Scalar, isFile ? 'id' : 'raw', label);
  return label;
}

/** A prompt with a label in the place of one without, its comments where they were. */
function labelled(document: Document, source: Scalar, key: string, label: string): YAMLMap {
  const { commentBefore, spaceBefore } = source;
  const map = new YAMLMap(document.schema);
  Object.assign(map, { commentBefore, spaceBefore });
  Object.assign(source, { commentBefore: undefined, spaceBefore: false });
  map.add(document.createPair(key, source));
  map.add(document.createPair('label', label));
  return map;
}

/** Whether tests or providers say which prompts they are asked with. */
function namesPrompts(document: Document): boolean {
  return ['providers', 'targets', 'tests', 'scenarios'].some((key) => {
    const value: unknown = document.get(key);
    return value !== undefined && /"prompts":/.test(JSON.stringify(value));
  });
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

/** The document in the form that the text has: JSON or YAML, lists indented or not. */
function textOf(document: Document, text: string, file: string): string {
  if (file.endsWith('.json')) {
    const indent = /^[ \t]+/m.exec(text)?.[0] ?? '  ';
    return `${JSON.stringify(document.toJS(), null, indent)}\n`;
  }
  return document.toString({
    lineWidth: 0,
    indentSeq: /^( *)- /m.exec(text)?.[1] !== '',
    flowCollectionPadding: /\{ /.test(text.replaceAll('{{ ', '')),
  });
}
