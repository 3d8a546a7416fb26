/** A thousand fresh answers of each rule beside the original's, reasoning and capitals among them, with what differs classified. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import seedrandom from 'seedrandom';
import { readableAnswer } from '../../dist/answers/readable-answer.js';
import { starsOf } from '../../dist/benchmarks/counting-stars/stars.js';
import { documentWords } from '../../dist/benchmarks/documents.js';
import { keyValueData } from '../../dist/benchmarks/key-value-retrieval/index.js';
import { markFirstLine } from '../../dist/benchmarks/multi-document-qa/score.js';
import { askedNeedles } from '../../dist/benchmarks/needle-bench/cases.js';
import { countingStars, keyValueRetrieval, needleBench } from '../../dist/index.js';
import { scored } from '../scored.mjs';
import { askOriginals, compare } from './ask-originals.mjs';
import { mutations } from './mutations.mjs';

const AMOUNT = 1000;

/** What a disagreement is due to. */
function causeOf({ kind, text, keywords = [], spellings = 1 }) {
  if (/<think>/.test(text)) return '<think>';
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  const isCapital = keywords.some((word) => !text.includes(word) && text.includes(capital(word)));
  if (isCapital) return 'a capital';
  return spellings > 1 ? 'two accepted spellings' : kind;
}

/** As many answers as are wanted, from all Cases in turn, an eighth of them with a block of reasoning before the answer. */
function answersOf(cases, rightOf, seed) {
  const random = seedrandom(`${seed}/reasoned`);
  const all = cases.flatMap((theCase, i) =>
    mutations(rightOf(theCase, i), `${seed}/${i}`).map((one) => ({ ...one, theCase })),
  );
  const order = seedrandom(`${seed}/order`);
  return all
    .map((one) => ({ one, at: order() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, AMOUNT)
    .map(({ one }) =>
      random() < 1 / 8
        ? { ...one, kind: 'thinking', text: `<think>Hm, ${one.text}?</think>\n${one.text}` }
        : one,
    );
}

async function needleItems(scoring, task, seed, published) {
  const items = [];
  for (const language of ['en', 'zh']) {
    const tests = await needleBench({
      ...{ tasks: task, scoring, language, lengths: [4000], depths: [0.5], haystack: 'prose' },
      ...{ perCell: task === 'M-RT' ? 8 : 24, seeds: task === 'M-RT' ? 3 : 1 },
      ...(published && { published }),
    });
    const cases = tests.map(({ vars }) => vars.case);
    const others = cases.flatMap(askedNeedles).map(({ answer }) => answer);
    const rightOf = (theCase) => {
      const needles = askedNeedles(theCase);
      return {
        answer: needles.map(({ answer }) => answer).join('\n'),
        keyword: needles.map(({ keywords }) => keywords[0]).join(' '),
        sentence: needles.flatMap(({ sentences }) => sentences).join('\n'),
        others,
      };
    };
    items.push(
      ...answersOf(cases, rightOf, `${seed}/${scoring}/${task}/${language}`)
        .slice(0, AMOUNT / 2)
        .map(({ kind, text, theCase }) => {
          const needles = askedNeedles(theCase);
          const keywords = needles.map((one) => one.keywords[0]);
          const [sentence] = needles[0].sentences;
          const rule = { rule: `${scoring} ${task}`, answer: text, sentence };
          return {
            spellings: Math.max(...needles.map((one) => one.keywords.length)),
            ...{ kind, text, keywords, note: `${kind} ${JSON.stringify(text.slice(0, 60))}` },
            ours: 100 * scored(text, theCase).score,
            request: { ...rule, keyword: keywords[0], keywords },
          };
        }),
    );
  }
  return items;
}

function firstLineItems(file, seed) {
  const records = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1000, 1060)
    .map((line) => JSON.parse(line));
  const { normalise } = documentWords('en');
  const others = records.map(({ answers }) => answers[0]);
  const rightOf = ({ answers: [keyword], ctxs }) => ({
    answer: `It is ${keyword}.`,
    ...{ keyword, others, sentence: ctxs[0].text },
  });
  return answersOf(records, rightOf, `${seed}/first line`).map(
    ({ kind, text, theCase: { answers } }) => ({
      ...{ kind, text, note: `${kind} ${JSON.stringify(text.slice(0, 60))}` },
      ours: markFirstLine(readableAnswer(text), answers, normalise),
      request: { rule: 'first line', answer: text, answers },
    }),
  );
}

async function pairItems(file, seed) {
  const tests = await keyValueRetrieval({ published: file, examples: 30, indices: [0] });
  const cases = tests.map(({ vars }) => vars.case);
  const rightValue = (theCase) => keyValueData(theCase).gold[1];
  const others = cases.map((theCase) => keyValueData(theCase).pairs.at(-1)[1]);
  const rightOf = (theCase) => ({
    answer: `The value is ${rightValue(theCase)}.`,
    keyword: rightValue(theCase),
    sentence: `"${theCase.cell.example}": "${rightValue(theCase)}"`,
    others,
  });
  const more = cases.flatMap((theCase) => [
    { kind: 'denied', text: `It is not ${rightValue(theCase)}.`, theCase },
    { kind: 'without hyphens', text: rightValue(theCase).replaceAll('-', ''), theCase },
  ]);
  return [...more, ...answersOf(cases, rightOf, `${seed}/pairs`)]
    .slice(0, AMOUNT)
    .map(({ kind, text, theCase }) => ({
      ...{ kind, text, note: `${kind} ${JSON.stringify(text.slice(0, 60))}` },
      ours: scored(text, theCase).namedScores['as written'],
      request: { rule: 'key-value', answer: text, value: rightValue(theCase) },
    }));
}

/** Lists in the form that the question asks for: right, cut, doubled, longer, out of order, with other numbers. */
async function starItems(seed) {
  const tests = await countingStars({
    versions: '32-2',
    maxTokens: 8000,
    seeds: 25,
    order: 'ascending',
  });
  const cases = tests.map(({ vars }) => vars.case);
  return Array.from({ length: AMOUNT }, (_, i) => {
    const theCase = cases[i % cases.length];
    const random = seedrandom(`${seed}/stars/${i}`);
    const reference = starsOf(theCase).map(({ count }) => count);
    const kept = reference.filter(() => random() < 0.9);
    const list = [
      () => reference,
      () => kept,
      () => [...kept, ...kept.slice(0, 5)],
      () => kept.flatMap((count) => (random() < 0.2 ? [count, count] : [count])),
      () => [...kept, 200, 201, 202, 203, 204, 205, 206],
      () => kept.toSorted(() => random() - 0.5),
      () => kept.map((count) => (random() < 0.2 ? count + 1 : count)),
      () => Array.from({ length: 128 }, (_, n) => n + 1),
    ][i % 8]();
    const answer = JSON.stringify({ little_penguin: list });
    const text = [answer, `\`\`\`json\n${answer}\n\`\`\``, `<think>So many.</think>${answer}`][
      i % 3
    ];
    return {
      ...{ kind: 'list', text, note: text.slice(0, 60) },
      ours: scored(text, theCase).score,
      request: { rule: 'stars', list, reference },
    };
  });
}

/**
 * @param data - `needles`: a folder in the form of NeedleBench's; `oracle`, `pairs`: files of Lost in the Middle
 * @param seed - of the answers
 */
export async function freshAnswers(originals, { needles, oracle, pairs }, seed) {
  const sets = [];
  for (const scoring of ['opencompass-1', 'opencompass-2']) {
    for (const task of ['S-RT', 'M-RT', 'M-RS']) {
      sets.push([`${scoring} ${task}, our needles`, await needleItems(scoring, task, seed)]);
      if (!needles || task === 'M-RS') continue;
      const items = await needleItems(scoring, task, seed, needles);
      sets.push([`${scoring} ${task}, published needles`, items]);
    }
  }
  sets.push(['Lost in the Middle: first line', firstLineItems(oracle, seed)]);
  sets.push(['Lost in the Middle: key and value', await pairItems(pairs, seed)]);
  sets.push(['Counting-Stars: §2.2, written out here', await starItems(seed)]);
  return sets.map(([name, items]) => {
    const theirs = askOriginals(
      originals,
      items.map(({ request }) => request),
    );
    const row = compare(name, items, theirs);
    const causes = new Map();
    for (const [i, item] of items.entries()) {
      if (Math.abs(item.ours - theirs[i]) < 1e-6) continue;
      const cause = causeOf(item);
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
    }
    return {
      ...row,
      causes: [...causes].map(([cause, amount]) => `${amount} ${cause}`).join(', '),
    };
  });
}
