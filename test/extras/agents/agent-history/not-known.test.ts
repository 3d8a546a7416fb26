/** "I do not know" in other words: nothing recalled, whatever a model says instead. */
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../../src/answers/readable-answer.js';
import { benchmarkOf } from '../../../../src/benchmarks/registry.js';
import type { HistoryCase } from '../../../../src/extras/agents/agent-history/facts.js';

/** With these the words were found, or with them words were added. */
const TRIED = [
  "I don't have that information.",
  'Nothing in the summary above tells me which values are current.',
  'Could you run the lookup tools again? I have nothing to go on.',
  'My memory of the session has been cleared, so I would only be guessing.',
  'No idea, honestly.',
  'The context no longer holds those results.',
  '我不记得这些值了。',
  '摘要里没有这些内容。',
  'В этой переписке таких сведений нет.',
  'Я этого не знаю.',
  '요약에는 그런 값이 없습니다.',
  '기억나지 않습니다.',
  'Das weiß ich nicht.',
  'In der Zusammenfassung steht davon nichts.',
  'Je ne me souviens d’aucune de ces valeurs.',
  'Aucune idée.',
  'El resumen no menciona esos valores.',
  'No lo sé.',
  '覚えていません。',
  'その情報はありません。',
  'Não tenho essa informação.',
  'Il riassunto non riporta questi valori.',
  'Darüber kann ich leider keine Auskunft geben, ich habe nichts dazu gesehen.',
  'Je suis incapable de le dire.',
  'No sabría decirlo.',
  'Purtroppo non ne so nulla.',
  'Daar heb ik geen gegevens over.',
  'Di questo non ho traccia.',
  'Hierzu wurde mir nichts übergeben.',
  'Impossible de retrouver ces chiffres.',
  'Je n’ai plus ces éléments en tête.',
  'Não há nada aqui que me ajude.',
  'Rien de tout cela ne figure dans ce que j’ai reçu.',
];

/** These were written afterwards, and no word was added for them. */
const JUDGED = [
  'There is nothing here that would let me answer this.',
  'I was never shown any of these entries.',
  'Those results seem to have been dropped before they reached me.',
  "I can't recall a single one of them.",
  'Please paste the tool output once more.',
  'That is not something I can determine from what I was given.',
  '抱歉，我手头没有相关资料。',
  '这些都无从得知。',
  'К сожалению, мне это неизвестно.',
  'История пуста, отвечать не на что.',
  '해당 내용을 찾을 수 없어요.',
  '저는 모르겠습니다.',
  'Mir fehlen dafür die Angaben.',
  'Tut mir leid, davon ist mir nichts mehr bekannt.',
  'Ya no dispongo de lo que devolvieron las consultas.',
  'ここまでのやり取りには見当たりません。',
  '残念ながら、お答えできる情報を持っていません。',
  'Já não me recordo disso.',
  'Dazu kann ich nichts sagen.',
  'No me consta nada de eso.',
  'Se me ha borrado todo lo anterior.',
  '手元に記載がなく、回答できません。',
];

const CASES = (['latest', 'conflict', 'log', 'state', 'instructions'] as const).map(
  (task) =>
    ({
      ...{ benchmark: 'agent-history', task, language: 'en', tokens: 4000, evidence: 6, seed: 3 },
      ...{ tokenizer: 'o200k_base', reserve: 0, edition: '0', updates: 3, hops: 2 },
      cell: { others: 0, rows: 1, lean: 0, draw: 0 },
    }) as HistoryCase,
);

describe.each(CASES)('an answer to $task without any value', (theCase) => {
  const scored = (answer: string) => benchmarkOf(theCase).score(readableAnswer(answer), theCase);

  it.each([...TRIED, ...JUDGED])('is nothing recalled: %s', (answer) => {
    const { score, readable, metadata } = scored(answer);
    expect([score, readable, metadata.reading, metadata.diagnosis]).toEqual([
      0,
      true,
      undefined,
      'missing',
    ]);
  });

  it('is doubtful where it will not say, or says something else', () => {
    for (const answer of [
      'I am not permitted to disclose confidential records.',
      'What a lovely day!',
    ]) {
      const { metadata } = scored(answer);
      expect(metadata.reading, answer).toBe('doubtful');
    }
  });
});
