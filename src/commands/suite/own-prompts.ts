/** How long prompts of the user's own tests are, as far as no code of the user's has to run for it. */

import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { parseJson } from '../../base/text/from-json.js';
import { loadTokenizer } from '../../haystack/tokenizer.js';
import {
  type ExpandOptions,
  FILE,
  isFileVar,
  type Suite,
} from '../../measuring/planning/expand-suite.js';
import { OWN_TESTS_TOKENIZER, type Unsized } from '../../measuring/planning/suite.js';

/** The engine that promptfoo renders with, as far as it is used. */
interface Nunjucks {
  Environment: new (
    loader: null,
    options: { autoescape: boolean },
  ) => {
    addGlobal(name: string, value: unknown): void;
    addFilter(name: string, filter: (...args: never[]) => unknown): void;
    renderString(template: string, vars: object): string;
  };
}

type Render = (template: string, vars: object) => string;

/** Files of variables that promptfoo takes as they are; of others it runs code or sends a picture. */
const TEXTS = /^\.(?:txt|md|markdown|json|jsonl|csv|html?|xml|log)?$/;

/** Prompts that are kept by a service. */
const REMOTE = /^(?:portkey|langfuse|helicone):\/\//;

/** Variables may name each other so deeply. */
const DEPTH = 3;

/** Tokens that providers count for a message besides its text. */
const AROUND_MESSAGE = 4;

/** Where so much of a text is in another script, tokenizers differ more. */
const FOREIGN = 0.2;

/**
 * @param folder - of the config, which paths of variables are relative to
 * @returns how long a prompt is with its variables, or why that is not known
 */
export async function ownPromptSizes(
  suite: Suite,
  folder: string,
): Promise<NonNullable<ExpandOptions['sizeOf']>> {
  const tokenizer = await loadTokenizer(OWN_TESTS_TOKENIZER);
  const render = engine(suite);
  return ({ raw = '', label, id, function: code }, given) => {
    const name = label ?? id ?? raw.slice(0, 40);
    if (code !== undefined) return { why: 'function', name };
    if (raw.includes('_conversation')) return { why: 'conversation', name };
    if (REMOTE.test(raw) || !render) return { why: 'template', name };
    const vars = plainVars(given, folder);
    if ('why' in vars) return vars;
    try {
      const text = rendered(raw, vars.values, render);
      const foreign = text.match(/[^\p{Script=Latin}\p{Script=Common}]/gu)?.length ?? 0;
      return {
        tokens: tokensOf(text, (one) => tokenizer.count(one)),
        isForeign: foreign > FOREIGN * text.length,
      };
    } catch {
      return { why: 'template', name };
    }
  };
}

/** promptfoo's own engine, since this runs in its process; nothing where it has none. */
function engine({ nunjucksFilters = {} }: Suite): Render | undefined {
  const entries = [() => realpathSync(process.argv[1] ?? ''), () => join(process.cwd(), 'x.js')];
  for (const entry of entries) {
    try {
      const { Environment } = createRequire(entry())('nunjucks') as Nunjucks;
      const environment = new Environment(null, { autoescape: false });
      environment.addGlobal('env', process.env);
      environment.addFilter('load', (text: string) => JSON.parse(text) as unknown);
      for (const [name, filter] of Object.entries(nunjucksFilters))
        environment.addFilter(name, filter);
      return (template, vars) => environment.renderString(template, vars);
    } catch {}
  }
  return undefined;
}

/** The variables without what takes code to know; files are read. */
function plainVars(
  given: Readonly<Record<string, unknown>>,
  folder: string,
): { values: Record<string, unknown> } | Unsized {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const isCode = typeof value === 'function' || /^(?:package|exec):/.test(String(value));
    const isFile = isFileVar(value);
    if (isCode || (isFile && !TEXTS.test(extname(value)))) return { why: 'variable', name };
    try {
      const path = isFile ? resolve(folder, value.slice(FILE.length)) : '';
      values[name] = isFile ? readFileSync(path, 'utf8').trim() : value;
    } catch {
      return { why: 'variable', name };
    }
  }
  return { values };
}

/** What promptfoo makes of a prompt: of JSON its texts are rendered, else the whole. */
function rendered(raw: string, given: Record<string, unknown>, render: Render): string {
  let vars = given;
  for (let i = 0; i < DEPTH; i++) {
    const known = vars;
    const entries = Object.entries(known).map(([name, value]) => {
      const isTemplate = typeof value === 'string' && value.includes('{{');
      return [name, isTemplate ? render(value, known) : value] as const;
    });
    vars = Object.fromEntries(entries);
  }
  const value = parseJson(raw);
  if (value === undefined) return render(raw, vars);
  const text = (_: string, one: unknown) => (typeof one === 'string' ? render(one, vars) : one);
  return JSON.stringify(value, text, 2);
}

/** Tokens of the messages that a prompt is, else of its text. */
function tokensOf(prompt: string, count: (text: string) => number): number {
  const messages = parseJson(prompt);
  if (!Array.isArray(messages)) return count(prompt);
  return messages.reduce<number>((sum, one: { content?: unknown } | null) => {
    const text = one?.content ?? one;
    const own = typeof text === 'string' ? text : JSON.stringify(text);
    return sum + count(own) + AROUND_MESSAGE;
  }, 0);
}
