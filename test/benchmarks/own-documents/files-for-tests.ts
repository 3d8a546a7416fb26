/** Small files of questions and documents, in a folder of their own. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type GeneratedTest, ownDocuments } from '../../../src/index.js';

export interface Files {
  [name: string]: string | readonly object[];
}

/** Writes files; lists become JSONL. */
export function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'own-documents-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const text =
      typeof content === 'string' ? content : content.map((one) => JSON.stringify(one)).join('\n');
    writeFileSync(path, text);
  }
  return folder;
}

/** A sentence that no other one is like. */
const sentence = (of: number, i: number) =>
  `Entry ${of * 31 + i} of ${'the long and dusty ledger '.repeat((of + i) % 3)}was written by clerk ${of}.`;

/** The code of a document, which stands in it alone. */
export const codeOf = (i: number) => `Q${1000 + i}Z`;

/** Documents of a few sentences; each has a code of its own. */
export const LEDGERS = Array.from({ length: 60 }, (_, i) => ({
  id: `ledger-${i}`,
  title: `Ledger ${i}`,
  text: [
    ...Array.from({ length: 3 + (i % 5) }, (_, k) => sentence(i, k)),
    `Its code is ${codeOf(i)}.`,
  ].join(' '),
}));

export const askedOf = (i: number) => ({
  question: `What is the code of ledger ${i}?`,
  answers: [codeOf(i)],
  gold: `ledger-${i}`,
});

/** Tests of a config whose files are named without their folder. */
export async function testsOf(
  files: Files,
  config: { questions?: string; documents?: string } & Record<string, unknown> = {},
): Promise<GeneratedTest[]> {
  const folder = folderWith({
    'questions.jsonl': [askedOf(0), askedOf(7)],
    'documents.jsonl': LEDGERS,
    ...files,
  });
  const { questions = 'questions.jsonl', documents = 'documents.jsonl', ...others } = config;
  return ownDocuments({
    ...others,
    questions: join(folder, questions),
    ...(documents !== '' && { documents: join(folder, documents) }),
  });
}

export const promptOf = ({ vars }: GeneratedTest) => buildPrompt(vars.case);
