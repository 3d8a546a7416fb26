import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { globSync } from 'tinyglobby';
import { readPattern } from '../../base/files/patterns.js';
import { notices } from '../../base/notices.js';
import { inEnglish } from '../../base/text/language.js';
import { speakAlways, speakTheirs } from '../../base/text/speaking.js';
import { expandSuite, type Suite } from '../../measuring/planning/expand-suite.js';
import { languagesOfSuite } from '../sources.js';
import { ownPromptSizes } from './own-prompts.js';
import { PLAN_VARIABLE, type PlanRequest } from './read-suite.js';
import { configuredRepeat } from './repeat.js';
import { suiteNotes } from './suite-notes.js';

/**
 * Extension hook of the `plan` command, the first to run once promptfoo has read the config: writes
 * down what would be asked and ends the process, before any provider is called or another hook runs.
 */
export async function beforeAll({ suite }: { suite: Suite }): Promise<never> {
  const request = JSON.parse(process.env[PLAN_VARIABLE] ?? '{}') as PlanRequest;
  const { file, configs, repeat, language } = request;
  speakAlways(language);
  const folder = dirname(configs[0] ?? '.');
  const planned = expandSuite(suite, {
    repeat: repeat ?? (await configuredRepeat(configs)),
    env: process.env,
    filesOf: (text) => {
      const { pattern, cwd = folder } = readPattern(text);
      return globSync(pattern, { cwd });
    },
    sizeOf: await ownPromptSizes(suite, folder),
  });
  speakTheirs(languagesOfSuite(planned));
  const notes = () => [...notices(), ...suiteNotes(suite)];
  writeFileSync(
    file,
    JSON.stringify({ ...planned, notes: notes(), englishNotes: inEnglish(notes) }),
  );
  process.exit(0);
}
