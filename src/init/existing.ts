/** What `init` takes over from the config that a project has already. It never changes that one. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import { UserError } from '../case.js';
import type { Provider } from './wanted.js';

export interface Existing {
  /** Its providers, without their lists of prompts, which name prompts of that config only. */
  providers: Provider[];
  /** What the user should know of it, one sentence each. */
  notes: string[];
}

/**
 * Read the providers of a config.
 *
 * @param file - YAML or JSON; a program is not run, so its providers stay unknown
 * @throws {UserError} when the file cannot be read as YAML
 */
export function readExisting(file: string): Existing {
  const name = basename(file);
  if (!/\.(ya?ml|json)$/.test(file)) {
    return { providers: [], notes: [`${name} is a program: copy its providers by hand.`] };
  }
  const config = mapOf(parsed(file, name));
  const { providers = config.targets } = config;
  const list = providers === undefined || providers === null ? [] : [providers].flat();
  const own = list.filter(isProvider).map(withoutPrompts);
  return {
    providers: own,
    notes: [
      ...(own.length > 0 ? [`Its providers are copied from ${name}.`] : []),
      ...(config.env === undefined
        ? []
        : [`\`env\` of ${name} is not copied: add it if providers need it.`]),
    ],
  };
}

function parsed(file: string, name: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { merge: true });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UserError(
      `${name} cannot be read (${reason.replace(/[:.]$/, '')}). Correct it, then run init again.`,
    );
  }
}

function mapOf(value: unknown): Record<string, unknown> {
  return isMap(value) ? value : {};
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
