import { describe, expect, it } from 'vitest';
import { formNotes } from '../../../src/commands/suite/form-notes.js';
import type { Suite } from '../../../src/measuring/planning/expand-suite.js';

const test = (theCase: object) => ({
  vars: { case: { benchmark: 'counting-stars', tokens: 1000, ...theCase } },
});

/** A provider as promptfoo makes one. */
function made(type: string, id: string, label = '') {
  const provider = new (class {
    id = () => id;
    label = label;
    callApi = () => undefined;
  })();
  Object.defineProperty(provider.constructor, 'name', { value: type });
  return provider as Suite['providers'][number];
}

describe('formNotes', () => {
  const chat = made('OpenAiChatCompletionProvider', 'gpt-5.1');
  const completion = made('OpenAiCompletionProvider', 'davinci', 'old');
  const notesOf = (providers: Suite['providers'], ...tests: object[]) =>
    formNotes({ providers, prompts: [], tests: tests.map(test) } as Suite);

  it('names two forms in one comparison', () => {
    expect(notesOf([chat, completion], { container: 'tools' })).toEqual([
      'Histories go as chat messages to gpt-5.1, and as one text to old. Set `transcript` ' +
        'to compare them in one form.',
    ]);
    const settled = [
      notesOf([chat, completion], { container: 'tools', transcript: 'text' }),
      notesOf([chat, completion], {}),
      notesOf([chat], { container: 'chat' }),
    ];
    expect(settled).toEqual([[], [], []]);
  });

  it('names a form that is not known, before anybody is asked', () => {
    const mine = made('Mine', 'file://mine.js');
    expect(notesOf([mine, chat], { benchmark: 'agent-history' })).toEqual([
      expect.stringContaining("Set `transcript: { 'file://mine.js': openai }`"),
    ]);
    const transcript = { 'file:*': 'openai' };
    expect(notesOf([mine, chat], { benchmark: 'agent-history', transcript })).toEqual([]);
  });
});
