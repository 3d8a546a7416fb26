import { type Document, isMap, isScalar, type Scalar, YAMLMap, type YAMLSeq } from 'yaml';
import { baseName, UserError } from '../case.js';
import { listAt, setAt } from './lists.js';
import { LABEL } from './wanted.js';

/**
 * Say in `defaultTest` which prompts the user's own tests are asked with: those there are. promptfoo
 * would otherwise ask them ours too.
 *
 * @param notes - what the user should know is added to it
 * @throws {UserError} where that is not safe
 */
export function keepTheirsApart(document: Document, file: string, notes: string[]): void {
  if (isMap(document.get('prompts', true))) {
    throw new UserError(
      `${file}: \`prompts\` is a map, to which init adds nothing. Make it a list of ` +
        '`{ id: file, label: name }`, then run init again.',
    );
  }
  const prompts = listAt(document, 'prompts');
  if (prompts.items.length === 0) {
    if (!document.has('tests') && !document.has('scenarios')) return;
    // What promptfoo asks where a config has no prompts.
    prompts.add(document.createNode({ raw: '{{prompt}}' }));
  }
  refuseOurLabel(file, prompts);
  if (document.hasIn(['defaultTest', 'assert'])) {
    notes.push('`defaultTest.assert` judges our tests too: move it to your own if it should not.');
  }
  if (document.hasIn(['defaultTest', 'prompts'])) return;
  const defaultTest = document.get('defaultTest', true);
  if (defaultTest !== undefined && !isMap(defaultTest)) {
    throw new UserError(
      `${file}: \`defaultTest\` is in a file of its own. Write what it says into this config, ` +
        'then run init again.',
    );
  }
  const labels = prompts.items.map((_, i) => labelPrompt(document, file, prompts, i));
  setAt(document, 'prompts', prompts);
  const list = document.createNode([...new Set(labels)], { flow: true });
  if (defaultTest === undefined) setAt(document, 'defaultTest', new YAMLMap(document.schema));
  document.setIn(['defaultTest', 'prompts'], list);
  notes.push(
    '`defaultTest.prompts` keeps your own tests away from our prompt; a test with `prompts` of its ' +
      'own is not changed.',
  );
}

/** promptfoo takes a label as it is, or as the part before a colon. */
function refuseOurLabel(file: string, prompts: YAMLSeq): void {
  const index = prompts.items.findIndex(
    (item) => isMap(item) && `${String(item.get('label'))}:`.startsWith(`${LABEL}:`),
  );
  if (index < 0) return;
  throw new UserError(
    `${file}: \`prompts[${index}]\` has the label of our prompt, ${LABEL}. Give it another one, then ` +
      'run init again.',
  );
}

/** The label of a prompt; one without a label gets one. */
function labelPrompt(document: Document, file: string, prompts: YAMLSeq, index: number): string {
  const item = prompts.items[index];
  const source = isMap(item) ? (item.get('id') ?? item.get('raw')) : isScalar(item) && item.value;
  if (typeof source === 'string' && standsForSeveral(source)) {
    throw new UserError(
      `${file}: \`prompts[${index}]\` stands for several prompts, which cannot be labelled here. Name ` +
        'its files one by one, then run init again.',
    );
  }
  if (isMap(item) && typeof item.get('label') === 'string') return item.get('label') as string;
  if (namesPrompts(document)) {
    throw new UserError(
      `${file}: \`prompts[${index}]\` has no label, but tests or providers choose prompts by name. ` +
        'Give every prompt a label and use it there, then run init again.',
    );
  }
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

/** Whether promptfoo makes prompts with labels of its own: a pattern of files, a folder, a table. */
function standsForSeveral(source: string): boolean {
  const isPath = source.startsWith('file://') || /^[^\s{}]*[*/][^\s{}]*$/.test(source);
  return isPath && (/[*?[\]]|\/$|\.csv$/.test(source) || !/\.[^/]*$/.test(source));
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
