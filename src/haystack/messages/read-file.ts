/** Hands over a text as the parts of a file that a tool reads. */
import { z } from 'zod';
import { wordsIn } from '../../base/languages.js';
import type { LanguageReference } from '../../base/references.js';
import type { ToolDeclaration, Turn } from './transcript.js';

const text = z.string().min(1);

export const containerWords = wordsIn(
  'containers',
  z.strictObject({
    chat: z.strictObject({ part: text, read: text }),
    tools: z.strictObject({ file: text, request: text, done: text, description: text }),
  }),
  'container: there are words',
);

const TOOL = 'read_file';

export function containerTools(language: LanguageReference): ToolDeclaration[] {
  const properties = { path: { type: 'string' }, part: { type: 'integer' } };
  const parameters = { type: 'object', properties, required: Object.keys(properties) };
  return [{ name: TOOL, description: containerWords(language).tools.description, parameters }];
}

/** Makes the calls that read a file part by part, and their results. */
export function partsRead(file: string, texts: readonly string[]): Turn[] {
  return texts.flatMap((content, i): Turn[] => {
    const part = i + 1;
    // Nine characters, as Mistral demands.
    const call = { id: `read${String(part).padStart(5, '0')}`, tool: TOOL };
    return [
      { role: 'call', ...call, arguments: { path: file, part } },
      { role: 'result', ...call, content },
    ];
  });
}
