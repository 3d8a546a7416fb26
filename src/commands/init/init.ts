/** Writes a config, and says what to do next. */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { datasetText } from '../../base/datasets.js';
import { writeNew } from '../../base/files/whole-files.js';
import { commas, say } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { defaultConfig } from '../suite/repeat.js';
import { asksOnlyOurs, isProgram, readExisting } from './existing.js';
import { findInstalled, slashedWay } from './installed.js';
import { newConfig } from './new-config.js';
import {
  type ConfigProvider,
  type ConfigText,
  DEFAULT_FILE,
  OWN_FILE,
  OWN_PROMPT,
  type OwnWanted,
  type Settings,
} from './wanted.js';

interface Request {
  /** Ids of providers. None means those of the project, or a simulated model. */
  providers: readonly string[];
  lengths: readonly number[];
  seeds: number;
  /** Your questions and documents instead of stars, as paths from the working folder. */
  own?: OwnWanted;
  /** Another config instead. */
  text?: ConfigText;
}

/**
 * Writes a config.
 * @returns lines for the user
 * @throws {UserError} if the config is there already
 */
export function init(folder: string, request: Request): string {
  mkdirSync(folder, { recursive: true });
  const existing = defaultConfig(folder);
  const file = fileFor(existing);
  const path = join(folder, file);
  if (existsSync(path)) {
    throw new UserError(
      `${file} already exists. Add your providers to it, or delete it and run init again.`,
    );
  }
  const { index } = findInstalled(folder);
  const { providers, settings, notes } = asked(existing, request.providers);
  const { lengths, seeds } = request;
  const own = request.own && ownFrom(folder, request.own, notes);
  const text = request.text && {
    name: request.text.name,
    filled: request.text.fill(folder),
  };
  const config = newConfig({
    providers,
    settings,
    lengths,
    seeds,
    index,
    file,
    ...(own && { own }),
    ...(text && { text }),
  });
  writeNew(path, config);
  return [say`Written: ${path}`, ...notes, '', ...nextSteps(folder, file)].join('\n');
}

/** Returns your files as the config names them, and writes a prompt next to it. */
function ownFrom(folder: string, own: OwnWanted, notes: string[]): OwnWanted {
  const { questions, documents, size } = own;
  const path = join(folder, OWN_PROMPT);
  if (existsSync(path)) notes.push(say`${OWN_PROMPT} is there already and stays.`);
  else {
    writeNew(path, datasetText('init/own-prompt.txt'));
    notes.push(say`Written: ${path}, the prompt around your documents. Make it your own.`);
  }
  return {
    questions: slashedWay(folder, resolve(questions)),
    ...(documents !== undefined && { documents: slashedWay(folder, resolve(documents)) }),
    size,
  };
}

function fileFor(existing: string | undefined): string {
  if (existing === undefined) return DEFAULT_FILE;
  return asksOnlyOurs(existing) ? basename(existing) : OWN_FILE;
}

/** Chooses providers and settings, and notes what the user should know. */
function asked(
  existing: string | undefined,
  named: readonly string[],
): { providers: readonly ConfigProvider[]; settings: Settings; notes: string[] } {
  if (existing === undefined) return { providers: named, settings: {}, notes: [] };
  const name = basename(existing);
  if (isProgram(existing)) {
    const notes = [
      say`${name} is a program, which init does not run. The config uses a simulated model. Put your providers in its place.`,
    ];
    return { providers: named, settings: {}, notes: named.length > 0 ? [] : notes };
  }
  const { providers, settings, hasExtensions } = readExisting(existing);
  const copied = namesOf(settings);
  const notes = [
    ...(named.length > 0 ? [] : [whose(name, providers)]),
    ...(copied.length > 0 ? [say`Copied from ${name} too: ${commas(copied)}.`] : []),
    ...(hasExtensions
      ? [say`\`extensions\` of ${name} are not copied: add them if providers need them.`]
      : []),
  ];
  return { providers: named.length > 0 ? named : providers, settings, notes };
}

function whose(name: string, providers: readonly ConfigProvider[]): string {
  return providers.length > 0
    ? say`Its providers are copied from ${name}.`
    : say`${name} names no providers. The config uses a simulated model.`;
}

/** Names settings as `commandLineOptions.envPath`. */
function namesOf(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    name.endsWith('Options')
      ? Object.keys(value as object).map((option) => `\`${name}.${option}\``)
      : [`\`${name}\``],
  );
}

function nextSteps(folder: string, file: string): string[] {
  const { missing } = findInstalled(folder);
  const chosen = file === DEFAULT_FILE ? '' : ` -c ${file}`;
  // promptfoo reads `table` only in the default config.
  const evaluated = chosen && `${chosen} --no-table`;
  return [
    say`Next:`,
    ...(relative('.', folder) === '' ? [] : [`  cd ${quoted(folder)}`]),
    ...(missing.length > 0 ? [`  npm install --save-dev ${missing.join(' ')}`] : []),
    `  npx promptfoo-counting-stars plan${chosen}`,
    `  npx promptfoo eval${evaluated}`,
  ];
}

function quoted(folder: string): string {
  return /^[\w./\\:-]+$/.test(folder) ? folder : `"${folder}"`;
}
