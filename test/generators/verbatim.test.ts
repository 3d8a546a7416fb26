import { describe, expect, it } from 'vitest';
import { VerbatimText } from '../../src/generators/prompt-doors.js';

const TEXT = '  A {{star}} 星, {% raw\n';
const verbatim = new VerbatimText(TEXT);

describe('Verbatim', () => {
  it('is no primitive string, which promptfoo would take for a template', () => {
    expect(typeof verbatim).toBe('object');
  });

  it('is its text wherever it is written', () => {
    expect(`${verbatim}`).toBe(TEXT);
    expect(`${'<'}${String(verbatim)}`).toBe(`<${TEXT}`);
    expect(JSON.parse(JSON.stringify({ prompt: verbatim }))).toEqual({ prompt: TEXT });
  });

  it('has the methods of a string, for templates and assertions of the user', () => {
    const text = verbatim as unknown as string;
    expect(text.trim()).toBe(TEXT.trim());
    expect(text.includes('星')).toBe(true);
    expect(text.replace('star', 'moon')).toBe(TEXT.replace('star', 'moon'));
    expect(text.length).toBe(TEXT.length);
    expect([...text]).toEqual([...TEXT]);
  });

  it('has no properties to copy: promptfoo copies the vars of a test for every assertion', () => {
    expect(Object.keys(verbatim)).toEqual([]);
    const all = [];
    for (const key in verbatim) if (Object.hasOwn(verbatim, key)) all.push(key);
    expect(all).toEqual([]);
  });
});
