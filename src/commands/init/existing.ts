/** Reads what `init` copies from a project's own config, which it never changes. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { UserError } from '../../base/user-error.js';
import type { ConfigProvider, Settings } from './new-config.js';

interface Existing {
  /** Providers without their lists of prompts, which name prompts of that config. */
  providers: ConfigProvider[];
  /** Keys, limits of calls, and whether results may be shared. */
  settings: Settings;
  /** Programs of the user run before its tests, and a provider may depend on them. */
  hasExtensions: boolean;
}

/** A program, which `init` does not run. */
export function isProgram(file: string): boolean {
  return !/\.(ya?ml|json)$/.test(file);
}

/** Whether all tests are generated, as in a config that `init` wrote. */
export function asksOnlyOurs(file: string): boolean {
  if (isProgram(file)) return false;
  const config = parsed(file);
  const tests = isMap(config) && Array.isArray(config.tests) ? config.tests : [];
  return tests.length > 0 && tests.every((test) => isMap(test) && OURS.test(String(test.path)));
}

const OURS = /promptfoo-counting-stars\/dist\/index\.js:\w+$/;

/** Settings on which calls depend, and where answers go. */
const NEEDED = {
  '': ['env', 'sharing'],
  evaluateOptions: ['maxConcurrency', 'delay'],
  commandLineOptions: ['envPath', 'maxConcurrency', 'delay', 'share'],
} as const;

/**
 * Reads what calls to its providers need.
 * @param file - YAML or JSON
 * @throws {UserError} if the file is no YAML
 */
export function readExisting(file: string): Existing {
  const config = parsed(file);
  const whole = isMap(config) ? config : {};
  const parts = Object.entries(NEEDED).flatMap(([part, names]) => {
    const own = part === '' ? whole : whole[part];
    return isMap(own) ? [[part, picked(own, names)] as const] : [];
  });
  const { '': top = {}, ...others } = Object.fromEntries(parts);
  const filled = Object.entries(others).filter(([, own]) => Object.keys(own).length > 0);
  return {
    providers: providersIn(config),
    settings: { ...top, ...Object.fromEntries(filled) },
    hasExtensions: whole.extensions !== undefined,
  };
}

function picked(map: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (map[name] === undefined ? [] : [[name, map[name]]])),
  );
}

function providersIn(config: unknown): ConfigProvider[] {
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

function isProvider(value: unknown): value is ConfigProvider {
  return typeof value === 'string' || isMap(value);
}

/** Handles `{ id, prompts }` and `{ 'openai:gpt-5.6-terra': { prompts } }`. */
function withoutPrompts(provider: ConfigProvider): ConfigProvider {
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
