/**
 * How long it takes to make the tests of 500 questions about 10,000 documents of 2 KB, and how much memory:
 *
 *   node bench/own-documents.mjs [random | similar] [lengths …]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { ownDocuments } from '../dist/index.js';

const DOCUMENTS = 10_000;
const QUESTIONS = 500;
const CHARACTERS = 2000;

const [distractors = 'random', ...lengths] = process.argv.slice(2);
const random = seedrandom('own documents');
const LETTERS = 'etaoinshrdlucmfwypvbgk';
const letter = () => LETTERS[Math.floor(LETTERS.length * random() ** 1.5)];
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 2 + Math.floor(7 * random()) }, letter).join(''),
);
// A few words are in every document, as they are in every language.
const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)];
const sentence = () => {
  const words = Array.from({ length: 6 + Math.floor(16 * random()) }, word).join(' ');
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
};

const documents = Array.from({ length: DOCUMENTS }, (_, i) => {
  const sentences = [`Its code is K${i}x.`];
  for (let length = 0; length < CHARACTERS; length += sentences.at(-1).length) {
    sentences.push(sentence());
  }
  return { id: `d${i}`, title: `${word()} ${word()}`, text: sentences.join(' ') };
});
const questions = Array.from({ length: QUESTIONS }, (_, i) => {
  const { id, text } = documents[17 * i];
  const about = text.split(' ').slice(4, 14).join(' ');
  return { question: `What code has ${about}?`, answers: [`K${17 * i}x`], gold: id };
});

const folder = mkdtempSync(join(tmpdir(), 'own-documents-'));
try {
  const write = (name, records) => {
    const path = join(folder, name);
    writeFileSync(path, records.map((one) => JSON.stringify(one)).join('\n'));
    return path;
  };
  const config = {
    questions: write('questions.jsonl', questions),
    documents: write('documents.jsonl', documents),
    lengths: lengths.length > 0 ? lengths.map(Number) : [8000, 32_000],
    distractors,
  };
  const before = process.cpuUsage();
  const tests = await ownDocuments(config);
  const { user, system } = process.cpuUsage(before);
  const memory = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${tests.length} tests with ${distractors} distractors: ${((user + system) / 1e6).toFixed(1)} s of a ` +
      `processor, ${Math.round(memory)} MB`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
