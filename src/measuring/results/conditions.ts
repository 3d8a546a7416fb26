/** Reads the conditions of an answer from results of promptfoo. */
import { digestOf } from '../../base/files/files.js';
import { oneLine } from '../../base/safe-output.js';
import { redactText, withoutSecrets } from '../../base/secrets.js';
import { canonicalJson } from '../../base/text/canonical-json.js';
import type { AnswerConditions } from '../../contract/conditions.js';
import { SCORED_BY } from '../../contract/signs.js';
import { TRANSCRIPT_FORMS, type TranscriptForm } from '../../contract/transcript-forms.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a result itself reports. */
export interface Asked {
  column?: number;
  /** Provider that a test names in place of the column's: `test.provider`. */
  instead?: Provider;
  model?: string;
  named?: string;
  label: string;
  isChat: boolean;
  /** Form of its transcript, as `score` reports it. */
  transcript?: TranscriptForm;
  isParts: boolean;
  prefix: string;
  suffix: string;
  /** Settings that come with the prompt or the test. */
  settings: Fields;
  variables: Readonly<Record<string, string>>;
  /** Variables at an end of what was sent, for prompts whose source is unknown. */
  standing: readonly string[];
}

interface Provider {
  id: string;
  label?: string;
  config?: unknown;
}

const OF_THE_CASE = new Set(['case', 'gold', 'documents', '_conversation', 'sessionId']);

const OUR_REFERENCE = /^(?:package:|file:).*promptfoo-counting-stars/;

/** Characters of either end of a prompt in which a variable is looked for. */
const END = 4000;

/** Reads what a result reports of its conditions. Damaged parts are left out. */
export function askedOf(result: unknown): Asked {
  const { provider, prompt, response, testCase, promptIdx, metadata, vars, gradingResult } =
    fieldsOf(result);
  const test = fieldsOf(testCase);
  const { raw = '', label = '', config } = fieldsOf(prompt);
  const { prefix, suffix, ...settings } = { ...fieldsOf(test.options), ...fieldsOf(config) };
  const instead = providerFrom(test.provider);
  const model = instead?.id ?? providerFrom(provider)?.id;
  const named = namedModel(response);
  const text = typeof raw === 'string' ? raw : '';
  const variables = variablesOf(fieldsOf(test.vars ?? vars), fieldsOf(test.metadata ?? metadata));
  const given = fieldsOf(test.vars ?? vars);
  const ends = `${text.slice(0, END)}\n${text.slice(-END)}`;
  return {
    ...(Number.isSafeInteger(promptIdx) && { column: Number(promptIdx) }),
    ...(instead && { instead: instead }),
    ...(model !== undefined && { model: shortText(withoutFolder(model)) }),
    ...(named !== undefined && { named: shortText(named) }),
    ...transcriptIn(gradingResult),
    label: String(label),
    isChat: /^\s*(?:\[\s*\{\s*"|\{\s*"contents")/.test(text.slice(0, 200)),
    isParts: isOurs(given.context) || isOurs(given.question),
    prefix: textOf(prefix),
    suffix: textOf(suffix),
    settings: scalars(settings),
    variables,
    standing: Object.keys(variables).filter((name) => ends.includes(variables[name]!)),
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : canonicalJson(value);
}

function providerFrom(value: unknown): Provider | undefined {
  if (typeof value === 'string' && value !== '') return { id: value };
  const { id, label, config } = fieldsOf(value);
  if (typeof id !== 'string' || id === '') return undefined;
  return {
    id,
    ...(typeof label === 'string' && label !== '' && { label }),
    ...(config !== undefined && { config }),
  };
}

function transcriptIn(gradingResult: unknown): Pick<Asked, 'transcript'> {
  const { componentResults } = fieldsOf(gradingResult);
  for (const entry of Array.isArray(componentResults) ? componentResults : []) {
    const { scoredBy, transcript } = fieldsOf(fieldsOf(entry).metadata);
    const form = TRANSCRIPT_FORMS.find((known) => known === transcript);
    if (scoredBy === SCORED_BY && form) return { transcript: form };
  }
  return {};
}

/** Returns a model that a provider reports. Most do not. */
function namedModel(response: unknown): string | undefined {
  const { metadata, raw, model } = fieldsOf(response);
  return [model, fieldsOf(metadata).model, fieldsOf(raw).model].find(
    (name): name is string => typeof name === 'string' && name !== '',
  );
}

function isOurs(value: unknown): boolean {
  return typeof value === 'string' && OUR_REFERENCE.test(value);
}

/** Returns the user's variables, without the Case's, whose fields are in its test's metadata too. */
function variablesOf(vars: Fields, metadata: Fields): Record<string, string> {
  // If neither is our reference, a damaged one is the Case's own.
  const filled = [['prompt'], ['context', 'question']].filter((names) =>
    names.some((name) => isOurs(vars[name])),
  );
  const ours = new Set(filled.length > 0 ? filled.flat() : ['prompt', 'context', 'question']);
  return Object.fromEntries(
    Object.entries(vars).flatMap(([name, value]) =>
      OF_THE_CASE.has(name) || ours.has(name) || isOurs(value) || value === metadata[name]
        ? []
        : [[name, textOf(value)] as const],
    ),
  );
}

/** Makes the conditions of answers, from the evaluation's other fields. */
export function conditionsIn(around: Around): (asked: Asked) => AnswerConditions {
  const sources = promptSources(around.prompts);
  const configs = providerConfigs(around);
  const { promptfooVersion } = fieldsOf(around.metadata);
  return (asked) => {
    const { model, named, instead, column = -1 } = asked;
    const source = sources[column] ?? (asked.label.includes('{{') ? asked.label : undefined);
    const config = instead ? (instead.config ?? {}) : configs[column];
    return {
      ...(model !== undefined && { model }),
      ...(named !== undefined && { named }),
      ...(asked.transcript && { transcript: asked.transcript }),
      form: asked.isParts ? 'parts' : asked.isChat ? 'chat' : 'text',
      ...(config !== undefined && {
        config: settingsOf({ ...fieldsOf(config), ...asked.settings }),
      }),
      frame: frameOf(asked, source),
      variables: usedVariables(asked, source),
      ...(typeof promptfooVersion === 'string' && { promptfoo: promptfooVersion }),
    };
  };
}

function promptSources(prompts: unknown): (string | undefined)[] {
  return (Array.isArray(prompts) ? prompts : []).map((entry) => {
    const { raw } = fieldsOf(entry);
    return typeof raw === 'string' ? raw : undefined;
  });
}

const OUR_FUNCTION = /\bbuiltFor\(/;

const SYSTEM =
  /^(\s*\[\s*\{\s*"role"\s*:\s*"(?:system|developer)"\s*,\s*"content"\s*:\s*")((?:[^"\\]|\\.)*)"/;

function frameOf({ prefix, suffix }: Asked, source: string | undefined): Record<string, string> {
  const plain = source?.replace(/\{\{-?\s*([\w.]+)\s*-?\}\}/g, '{{$1}}').trim();
  const system = plain === undefined ? undefined : SYSTEM.exec(plain);
  const prompt = system ? plain!.replace(system[0], `${system[1]}…"`) : plain;
  return {
    ...(prompt !== undefined && {
      prompt: OUR_FUNCTION.test(prompt) ? 'a function of this package' : shortText(prompt),
    }),
    ...(system && { 'system prompt': shortText(system[2]!) }),
    ...(prefix !== '' && { prefix: shortText(prefix) }),
    ...(suffix !== '' && { suffix: shortText(suffix) }),
  };
}

/** Lists variables that were sent: named in the prompt's source, or in a variable that is. */
function usedVariables(
  { variables, standing, prefix, suffix }: Asked,
  source: string | undefined,
): Record<string, string> {
  const names = Object.keys(variables);
  const isSource = source !== undefined && /\{[{%]/.test(source);
  const used = new Set<string>(isSource ? [] : standing);
  const texts = [isSource ? source : '', prefix, suffix];
  for (const text of texts) {
    for (const name of names) {
      if (used.has(name) || !isNamedIn(text, name)) continue;
      used.add(name);
      texts.push(variables[name]!);
    }
  }
  return Object.fromEntries(
    names.filter((name) => used.has(name)).map((name) => [name, shortText(variables[name]!)]),
  );
}

function isNamedIn(text: string, name: string): boolean {
  return new RegExp(`\\{[{%][^}]*(?<![\\w.])${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(text);
}

/** Returns the settings of each column's provider, if the config has them. */
function providerConfigs({ prompts, config }: Around): (unknown | undefined)[] {
  const columns = (Array.isArray(prompts) ? prompts : []).map((entry) =>
    String(fieldsOf(entry).provider ?? ''),
  );
  const entries = [fieldsOf(config).providers].flat().flatMap(entryOf);
  const order = [...new Set(columns)];
  const isInOrder = order.length === entries.length;
  return columns.map((name, i) => {
    const alike = entries.filter(
      (provider) => (provider.label ?? provider.id) === name || provider.id === name,
    );
    // Providers without labels follow the order of the columns.
    const nth = columns.slice(0, i).filter((other) => other === name).length;
    const provider =
      alike.length > 1 && alike.length === columns.filter((other) => other === name).length
        ? alike[nth]
        : alike[0];
    return (provider ?? (isInOrder ? entries[order.indexOf(name)] : undefined))?.config;
  });
}

/** Reads an entry of `providers`: an id, a provider, or options by id. Files are not read. */
function entryOf(entry: unknown): Provider[] {
  const provider = providerFrom(entry);
  if (provider) {
    const isUnknown = typeof entry === 'string' && /^file:.*\.(?:ya?ml|json)$/.test(entry);
    return [{ ...provider, ...(!isUnknown && { config: provider.config ?? {} }) }];
  }
  return Object.entries(fieldsOf(entry)).flatMap(([id, options]) => {
    const { config = {}, label } = fieldsOf(options);
    return typeof options === 'object'
      ? [{ id, config, ...(typeof label === 'string' && { label }) }]
      : [];
  });
}

/** promptfoo's own options among settings of a test or prompt. */
const NOT_SENT =
  /^(?:transform|postprocess|provider|rubricPrompt|storeOutputAs|disable|runSerially|repeat|conversation)/i;

/** Keeps plain values of a test. A schema is the Case's own. */
function scalars(settings: Fields): Fields {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        ['string', 'number', 'boolean'].includes(typeof value) && !NOT_SENT.test(name),
    ),
  );
}

/** Settings that change cost, waiting or billing, and no answer. */
const NO_CONDITIONS =
  /^(?:.*api[-_]?key.*|cost|(?:input|output|audio).*cost|max_?retries|retries|timeout(?:_?ms)?|.*concurrency|delay|headers?|organization|user|metadata|prompt_cache_\w+|promptCache\w*|env|passthrough\.user)$/i;

/** Flattens settings by key, such as `reasoning.effort`, without secrets. */
function settingsOf(config: Fields): Record<string, string> {
  const found: Record<string, string> = {};
  const add = (value: unknown, key: string): void => {
    if (NO_CONDITIONS.test(key) || value === undefined || value === null) return;
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) {
        add(inner, key === '' ? name : `${key}.${name}`);
      }
      return;
    }
    const text = withoutFolder(textOf(value));
    if (!HIDDEN.test(text)) found[key] = shortText(text);
  };
  // Addresses may have a user and a password.
  const plain = JSON.stringify(config).replace(/(\w:\/\/)[^/@\s"\\]*@/g, '$1');
  add(withoutSecrets(JSON.parse(plain)), '');
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What we or promptfoo write in place of a secret. */
const HIDDEN = /\(left out\)|\[REDACTED\]/i;

/** Keeps a file's name only, since its folder differs between machines. */
function withoutFolder(text: string): string {
  return text.replace(
    /^((?:\w+:)*(?:file:\/\/)?)(?:\/|[A-Za-z]:[\\/]|\.{1,2}\/)(?!\/).*[\\/](?=[^\\/]+$)/,
    '$1',
  );
}

/** Longest text kept in full, and what is kept of both ends of a longer one. */
const LONGEST = 60;
const START = 40;
const LAST = 15;

/** Shortens a text to one line without secrets. Of a long one: its ends, and a digest of all of it. */
function shortText(text: string): string {
  const plain = redactText(text);
  const line = oneLine(plain).trim();
  if (line.length <= LONGEST) return line;
  return `${line.slice(0, START)}…${line.slice(-LAST)} (#${digestOf(plain).slice(0, 8)})`;
}

/** Fields of an evaluation besides its results. */
export interface Around {
  evalId?: unknown;
  /** promptfoo's list of prompts, each with a provider. */
  prompts?: unknown;
  config?: unknown;
  metadata?: unknown;
}
