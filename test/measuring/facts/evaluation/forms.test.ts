import { expect, it } from 'vitest';
import {
  changedConditions,
  changesText,
} from '../../../../src/measuring/facts/evaluation/changes.js';

it('names a change of the form in which a history was sent, but none where one side does not tell it', () => {
  const under = (transcript?: string) =>
    ({
      conditions: { form: ['chat'], ...(transcript && { transcript: [transcript] }) },
      cases: new Map(),
    }) as never;
  const changes = changedConditions(under('openai'), under('responses'));
  expect(changesText(changes)).toBe('form of the history openai → responses');
  expect(changedConditions(under(), under('openai'))).toEqual([]);
});
