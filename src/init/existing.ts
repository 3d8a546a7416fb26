/** What `init` takes over from the config that a project has already. It never changes that one. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { UserError } from '../case.js';
import type { Provider } from './wanted.js';

export interface Existing {
  /** Its providers, without their lists of prompts, which name prompts of that config only. */
  providers: Provider[];
  /** Whether it sets variables that its providers may need. */
  env: boolean;
}

/** Whether a config is a program, which `init` does not run. */
export function isProgram(file: string): boolean {
  return !/\.(ya?ml|json)$/.test(file);
}

/** Whether there is nothing in a config, not even a comment. */
export function isEmpty(file: string): boolean {
  return readFileSync(file, 'utf8').trim() === '';
}

/** Whether a config asks nothing but our benchmarks, as one does that `init` wrote. */
export function asksOnlyOurs(file: string): boolean {
  if (isProgram(file)) return false;
  const config = parsed(file);
  const tests = isMap(config) && Array.isArray(config.tests) ? config.tests : [];
  return tests.length > 0 && tests.every((test) => isMap(test) && OURS.test(String(test.path)));
}

/** The path of one of our generators. */
const OURS = /promptfoo-counting-stars\/dist\/index\.js:\w+$/;

/**
 * Read the providers of a config.
 *
 * @param file - YAML or JSON
 * @throws {UserError} when the file cannot be read as YAML
 */
export function readExisting(file: string): Existing {
  const config = parsed(file);
  return { providers: providersIn(config), env: isMap(config) && config.env !== undefined };
}

/** The providers of a config's content, without their lists of prompts. */
export function providersIn(config: unknown): Provider[] {
  if (!isMap(config)) return [];
  const { providers = config.targets } = config;
  const list = providers === undefined || providers === null ? [] : [providers].flat();
  return list.filter(isProvider).map(withoutPrompts);
}

function parsed(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { merge: true });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UserError(
      `${basename(file)} cannot be read (${reason.replace(/[:.]$/, '')}). Correct it, then run init ` +
        'again.',
    );
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProvider(value: unknown): value is Provider {
  return typeof value === 'string' || isMap(value);
}

/** promptfoo takes `{ id, prompts }`, and `{ 'openai:gpt-4.1': { prompts } }`. */
function withoutPrompts(provider: Provider): Provider {
  if (typeof provider === 'string') return provider;
  const { prompts: _, ...own } = provider;
  if ('id' in own) return own;
  return Object.fromEntries(
    Object.entries(own).map(([id, settings]) => {
      if (!isMap(settings)) return [id, settings];
      const { prompts: __, ...others } = settings;
      return [id, others];
    }),
  );
}
