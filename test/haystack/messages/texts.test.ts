import { describe, expect, it } from 'vitest';
import { TRANSCRIPT_FORMS } from '../../../src/contract/transcript-forms.js';
import { transcriptIn } from '../../../src/haystack/messages/forms.js';
import { formOfPrompt } from '../../../src/haystack/messages/texts.js';
import { TURNS } from '../../extras/agents/compaction/turns.js';

describe('formOfPrompt', () => {
  it.each(TRANSCRIPT_FORMS)('knows what was sent by its prompt: %s', (form) => {
    const same = { mistral: 'openai', converse: 'anthropic' } as Record<string, string>;
    expect(formOfPrompt(transcriptIn(form, TURNS))).toBe(same[form] ?? form);
  });

  it('takes a text in a message for a text, and all else too', () => {
    const text = transcriptIn('text', TURNS);
    for (const sent of [
      JSON.stringify([{ role: 'user', content: text }]),
      '{}',
      'null',
      '[1, 2]',
    ]) {
      expect(formOfPrompt(sent)).toBe('text');
    }
  });
});
