/** Answers to put before two rules: right, wrong, and in between. */
import seedrandom from 'seedrandom';

/** Mutations that our rules treat otherwise on purpose: reasoning is no answer. */
export const EXPLAINED = { thinking: 'a block of reasoning is set aside before scoring' };

/**
 * @param {{ answer: string, keyword: string, sentence: string, others: string[] }} right
 * @returns {{ kind: string, text: string }[]}
 */
export function mutations({ answer, keyword, sentence, others }, seed) {
  const random = seedrandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const cut = (text) => text.slice(0, Math.floor(random() * text.length));
  const noise = (text) =>
    [...text].map((c) => (random() < 0.15 ? pick([...'xyz -\n']) : c)).join('');
  const other = pick(others);
  return [
    ['answer', answer],
    ['keyword', keyword],
    ['sentence', sentence],
    ['upper case', answer.toUpperCase()],
    ['lower case', sentence.toLowerCase()],
    ['white space', sentence.replaceAll(' ', '  \n')],
    ['no white space', sentence.replaceAll(' ', '')],
    ['in a sentence', `The text says: ${keyword}, I believe.`],
    ['bold', `**${keyword}**`],
    ['boxed', `So it is \\boxed{${keyword}}.`],
    ['boxed text', `\\boxed{\\text{${keyword}}}`],
    ['boxed with a tie', `\\boxed{${keyword.replaceAll(' ', '~')}}`],
    ['boxed twice', `\\boxed{${other}} or rather \\boxed{ ${keyword} }`],
    ['boxed wrong', `\\boxed{${other}}, not ${keyword}`],
    ['open box', `\\boxed{${keyword}`],
    ['braces', `\\boxed{{${keyword}}}`],
    ['quoted box', `\\boxed{"${keyword}"}`],
    ['list', `1. ${keyword}\n2. ${other}`],
    ['cut sentence', cut(sentence)],
    ['cut answer', cut(answer)],
    ['noisy sentence', noise(sentence)],
    ['noisy answer', noise(answer)],
    ['noisy keyword', noise(keyword)],
    ['other', other],
    ['two others', `${other} and ${pick(others)}`],
    ['twice', `${sentence} ${sentence}`],
    ['half and half', cut(sentence) + other],
    ['emoji', `😀 ${cut(sentence)} 😀`],
    ['typographic', sentence.replaceAll("'", '’').replaceAll('-', '‑')],
    ['refusal', 'I cannot answer that from the text.'],
    ['nothing', ''],
    ['thinking', `<think>It may be ${keyword}.</think>${other}`],
  ].map(([kind, text]) => ({ kind, text }));
}
