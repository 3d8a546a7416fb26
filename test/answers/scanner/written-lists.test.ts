/** Lists as models of today write them: the true counts are 6, 1, 13, 10 and 19, so no step is regular. */
import { describe, expect, it } from 'vitest';
import { readList } from '../../../src/answers/readable-answer.js';

const hints = {
  keys: ['little_penguin', '小企鹅', 'маленький_пингвин', '꼬마펭귄'],
  units: ['stars', 'star', '★', '颗', '个', 'звёзд', 'звёздочек', 'звезды', '개'],
  recited: [/the little penguin counted (?<count>\d+) ★/giu, /小企鹅数了(?<count>\d+)颗★/giu],
};
const COUNTS = [6, 1, 13, 10, 19];
const LIST = '6, 1, 13, 10, 19';

describe('lists as models write them', () => {
  it.each([
    ['a sentence', 'The counts are 6, 1, 13, 10 and 19.'],
    ['others left out before', `The seal counted 40 and 41, which I left out.\n\n[${LIST}]`],
    ['segments', '**Segment 1**\n6 ★, 1 ★\n**Segment 2**\n13 ★, 10 ★\n**Segment 3**\n19 ★'],
    ['the rest behind', '{"little_penguin": [6, 1]} That is the first part. The rest: 13, 10, 19'],
    ['number words in JSON', '{"little_penguin": ["six", "one", "thirteen", "ten", "nineteen"]}'],
    ['Spanish', 'Los números, en orden: 6, luego 1, luego 13, luego 10, luego 19.'],
    ['dots between', '★ counts: 6 · 1 · 13 · 10 · 19'],
    ['Chinese chapters', '第一章：6、1、13\n第二章：10、19'],
    [
      'a sentence with a remark',
      'In order, it counted 6, 1, 13, 10, and 19 stars. Hope this helps!',
    ],
    ['a story', 'First it counted 6, then 1, then 13, after that 10, and finally 19.'],
    [
      'a story in sentences',
      'It first counted 6 ★. Later it counted 1 ★. Then 13 ★, then 10 ★. Finally, it counted 19 ★.',
    ],
    ['how many first', `There are 5 sentences. The numbers: ${LIST}`],
    ['a total in a line', '6 ★\n1 ★\n13 ★\n10 ★\n19 ★\n\nTotal: 49 ★'],
    ['a sum in a line', `Numbers: ${LIST}\nSum: 6 + 1 + 13 + 10 + 19 = 49`],
    ['numbers in brackets', '(1) 6, (2) 1, (3) 13, (4) 10, (5) 19'],
    ['numbered items', '1. 6; 2. 1; 3. 13; 4. 10; 5. 19'],
    ['ordinals', '1st: 6, 2nd: 1, 3rd: 13, 4th: 10, 5th: 19'],
    ['a chain of arrows', '6 → 1 → 13 → 10 → 19'],
    ['corrections in a line', '7 (wrong) → 6, 2 → 1, 12 → 13, 11 → 10, 18 → 19'],
    ['denied ones behind', 'The right ones are 6, 1, 13, 10 and 19 (not 7, 2, 12, 11 and 18).'],
    ['HTML', '<ol><li>6</li><li>1</li><li>13</li><li>10</li><li>19</li></ol>'],
    ['Chinese numerals in a sentence', '小企鹅先后数了六颗、一颗、十三颗、十颗和十九颗。'],
    ['emphasis on each', 'I found **6**, **1**, **13**, **10** and **19**.'],
    ['code on each', 'I found `6`, `1`, `13`, `10`, `19`'],
    ['Chinese commas', '依次为6、1、13、10、19。'],
    ['Chinese units', '小企鹅先数了6颗，然后数了1颗，接着数了13颗，再数了10颗，最后数了19颗。'],
    ['Chinese places', '共5处：6颗、1颗、13颗、10颗、19颗。'],
    ['Chinese numerals', '六颗、一颗、十三颗、十颗、十九颗'],
    ['Chinese, total behind', '分别是6颗、1颗、13颗、10颗和19颗，总共49颗。'],
    ['Chinese lines', '第一次：6颗\n第二次：1颗\n第三次：13颗\n第四次：10颗\n第五次：19颗'],
    ['Russian', 'Пингвин насчитал 6, 1, 13, 10 и 19 звёзд.'],
    ['Russian story', 'Сначала 6, затем 1, потом 13, далее 10 и наконец 19.'],
    [
      'Russian lines',
      'Первое: 6 звёзд\nВторое: 1 звезда\nТретье: 13 звёзд\nЧетвёртое: 10 звёзд\nПятое: 19 звёзд',
    ],
    ['Korean', '순서대로 6개, 1개, 13개, 10개, 19개입니다.'],
    ['Korean lines', '1. ★ 6개\n2. ★ 1개\n3. ★ 13개\n4. ★ 10개\n5. ★ 19개'],
    ['words', 'six, one, thirteen, ten, nineteen'],
    ['words in a sentence', 'The penguin counted six, one, thirteen, ten, and nineteen stars.'],
  ])('prose: %s', (_name, output) => {
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });

  it.each([
    [
      'final behind draft',
      `{"little_penguin": [6, 1, 13]}\n\nWait, there are more.\n\nFinal answer: ${LIST}`,
    ],
    [
      'final object behind fence',
      `\`\`\`json\n{"little_penguin": [6, 1]}\n\`\`\`\nOn a second look:\n{"little_penguin": [${LIST}]}`,
    ],
    [
      'two fences',
      `\`\`\`json\n{"little_penguin": [6]}\n\`\`\`\nCorrected:\n\`\`\`json\n{"little_penguin": [${LIST}]}\n\`\`\``,
    ],
    ['updated array behind keyed', `{"little_penguin": [6, 1, 13, 10]}\nUpdated list: [${LIST}]`],
    ['revised array behind array', `[6, 1, 13]\n\nRevised: [${LIST}]`],
    ['final array before references', `Final list: [${LIST}]\n\nSources: [3, 8, 21]`],
    ['positions behind', `Counts: [${LIST}]\nLine numbers: [12, 40, 77, 103, 151]`],
    ['chapters behind', `[${LIST}] (chapters: [2, 5, 8, 11, 14])`],
    ['left out', `[${LIST}]\n\nI excluded the other animals: [40, 7, 22].`],
    ['distractors first', `Distractors: [40, 7, 22]\nLittle penguin: [${LIST}]`],
    ['mistaken first', `Mistaken: 7, 2, 12, 11, 18\nCorrected: ${LIST}`],
    ['mistaken behind', `Corrected counts: ${LIST}\nWrong counts: 7, 2, 12, 11, 18`],
    ['Chinese, wrong ones behind', `正确的数字：[${LIST}]\n错误的数字：[7, 2, 12, 11, 18]`],
    ['Chinese, final', `初步结果：[6, 1, 13]\n最终答案：[${LIST}]`],
    ['Russian, wrong ones behind', `Верные числа: [${LIST}]\nОшибочные числа: [7, 2, 12, 11, 18]`],
    ['Korean, wrong ones behind', `올바른 개수: [${LIST}]\n잘못 센 개수: [7, 2, 12, 11, 18]`],
    ['halves', 'The first half has [6, 1, 13], and then [10, 19].'],
    ['footnotes', `The counts are ${LIST} [1].\n\n[1] Found by reading the text.`],
    ['only one footnote each', 'The counts are 6 [1], 1 [2], 13 [3], 10 [4] and 19 [5].'],
  ])('one of several: %s', (_name, output) => {
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });

  it.each([
    ['index and count', COUNTS.map((count, i) => ({ index: i + 1, count }))],
    ['id and stars', COUNTS.map((stars, i) => ({ id: i, stars }))],
    ['chapter and value', COUNTS.map((value, i) => ({ chapter: 3 * i + 2, value }))],
    [
      'quotation and count',
      COUNTS.map((count) => ({ quote: `It counted ${count} stars in chapter 3`, count })),
    ],
    [
      'number and quotation',
      COUNTS.map((count, i) => ({
        sentence_no: i + 1,
        text: `The little penguin counted ${count} ★.`,
      })),
    ],
    ['wrong and right', COUNTS.map((right) => ({ wrong: right + 1, right }))],
    [
      'initial and corrected',
      COUNTS.map((corrected) => ({ initial_count: corrected - 1, corrected_count: corrected })),
    ],
    ['pairs', COUNTS.map((count, i) => [i + 1, count])],
    ['wrong and right pairs', COUNTS.map((count) => [count + 1, count])],
    ['labelled texts', COUNTS.map((count, i) => `${i + 1}: ${count}`)],
    ['numbered texts', COUNTS.map((count, i) => `${i + 1}. ${count} ★`)],
    ['numbered with hash', COUNTS.map((count, i) => `#${i + 1}: ${count} stars`)],
    ['arrows', COUNTS.map((count) => `${count + 1} → ${count}`)],
    ['ASCII arrows', COUNTS.map((count) => `${count + 1} -> ${count}`)],
    ['sums', COUNTS.map((count) => `${count + 2} - 2 = ${count}`)],
    ['differences', COUNTS.map((count) => `${count + 2} - 2`)],
    ['rows', [COUNTS.slice(0, 3), COUNTS.slice(3)]],
    ['Chinese keys', COUNTS.map((count, i) => ({ 序号: i + 1, 颗数: count }))],
    ['Russian keys', COUNTS.map((count, i) => ({ номер: i + 1, количество: count }))],
    ['Korean keys', COUNTS.map((count, i) => ({ 번호: i + 1, 개수: count }))],
  ])('items: %s', (_name, items) => {
    expect(readList(JSON.stringify({ little_penguin: items }), hints).numbers).toEqual(COUNTS);
    expect(readList(JSON.stringify({ results: items }), hints).numbers).toEqual(COUNTS);
    expect(readList(items, hints).numbers).toEqual(COUNTS);
  });

  it.each([
    [
      'one object a line',
      COUNTS.map((count) => JSON.stringify({ little_penguin: count })).join('\n'),
    ],
    [
      'one object a line, with index',
      COUNTS.map((count, index) => JSON.stringify({ index, count })).join('\n'),
    ],
    [
      'one object a line in a fence',
      `\`\`\`jsonl\n${COUNTS.map((stars) => JSON.stringify({ stars })).join('\n')}\n\`\`\``,
    ],
    ['a key with a word more', `{"little_penguin_star_counts": [${LIST}], "others": [40, 2]}`],
    ['a key with another list', `{"counts": [${LIST}], "chapters": [2, 5, 8, 11, 14]}`],
    ['right and wrong lists', `{"wrong": [7, 2, 12, 11, 18], "right": [${LIST}]}`],
    ['tag', `<answer>[${LIST}]</answer>`],
    [
      'tag behind a draft',
      `So far [6, 1]. <final_answer>{"little_penguin": [${LIST}]}</final_answer>`,
    ],
    ['tag without end', `I think so.\n<answer>${LIST}`],
    ['box', `The list is $\\boxed{${LIST}}$.`],
    ['box with brackets', `\\[ \\boxed{[${LIST}]} \\]`],
    ['box with LaTeX spaces', '\\boxed{6,\\ 1,\\ 13,\\ 10,\\ 19}'],
    ['box with text', `\\boxed{\\text{little\\_penguin: } ${LIST}}`],
    ['boxes', COUNTS.map((count) => `$\\boxed{${count}}$`).join(', ')],
    ['box of how many behind', `The counts are [${LIST}], so there are \\boxed{5} sentences.`],
    ['token', `{"little_penguin": [${LIST}]}<|eot_id|>`],
    ['turn', `{"little_penguin": [${LIST}]}<end_of_turn>`],
    ['full-width', '｛＂little_penguin＂：［６，１，１３，１０，１９］｝'],
    ['full-width prose', '６，１，１３，１０，１９'],
    ['Python', `little_penguin = (${LIST})`],
    ['set', `{${LIST}}`],
    ['YAML', `little_penguin:\n${COUNTS.map((count) => `  - ${count}`).join('\n')}`],
  ])('form: %s', (_name, output) => {
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });

  const rows = (row: (count: number, i: number) => string) => COUNTS.map(row).join('\n');
  it.each([
    [
      'index and count',
      `| # | Stars |\n|---|---|\n${rows((count, i) => `| ${i + 1} | ${count} ★ |`)}`,
    ],
    [
      'chapter and count',
      `| Chapter | Count |\n|:--|--:|\n${rows((count, i) => `| ${3 * i + 2} | ${count} |`)}`,
    ],
    [
      'count and chapter',
      `| Count | Chapter |\n|---|---|\n${rows((count, i) => `| ${count} | ${3 * i + 2} |`)}`,
    ],
    [
      'mistake and right',
      `| Mistake | Right |\n|---|---|\n${rows((count) => `| ${count + 1} | ${count} |`)}`,
    ],
    [
      'ordinals',
      `| Time | Number |\n|---|---|\n${rows((count, i) => `| ${i + 1}th | **${count}** |`)}`,
    ],
    [
      'a total in the last row',
      `| No. | Count |\n|---|---|\n${rows((count, i) => `| ${i + 1} | ${count} |`)}\n| Total | 49 |`,
    ],
    [
      'Chinese',
      `| 序号 | 错误 | 正确 |\n|---|---|---|\n${rows((count, i) => `| ${i + 1} | ${count + 1} | ${count} |`)}`,
    ],
    [
      'sentences',
      `| # | Sentence | Count |\n|---|---|---|\n${rows((count, i) => `| ${i + 1} | it counted ${count} | ${count} |`)}`,
    ],
  ])('table: %s', (_name, output) => {
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });

  it.each([
    ['labels', rows((count, i) => `Mention ${i + 1}: ${count}`)],
    ['labels in bold', rows((count, i) => `**Sentence ${i + 1}:** ${count} ★`)],
    ['remarks', rows((count, i) => `- ${count} (chapter ${i + 3})`)],
    ['numbered remarks', rows((count, i) => `${i + 1}. ${count} stars (paragraph ${i + 30})`)],
    ['corrections', rows((count, i) => `${i + 1}. ${count + 1} → ${count}`)],
    [
      'told corrections',
      rows((count, i) => `${i + 1}. first ${count + 1} ★, then corrected to ${count} ★`),
    ],
    ['dashes', rows((count, i) => `Chapter ${i + 4} – ${count} ★`)],
    ['bullets with words', rows((count) => `* The penguin saw ${count} stars`)],
    [
      'between remarks',
      `Here they are:\n\n${rows((count, i) => `${i + 1}) ${count} ★ were counted`)}\n\nThat is all.`,
    ],
  ])('lines: %s', (_name, output) => {
    expect(readList(output, hints).numbers).toEqual(COUNTS);
  });

  it.each([
    'The text is Moby-Dick, published in 1851.',
    'I looked at chapters 1, 2 and 3, but there is no penguin.',
    'See pages 12, 14, 19.',
    'There are 5 sentences in 3 chapters.',
    '文中没有小企鹅，第1、2、3章都没有。',
    'I need the text. Step 1: paste it. Step 2: ask again.',
  ])('is no list: %s', (output) => {
    expect(readList(output, hints)).toMatchObject({ form: 'unreadable', numbers: [] });
  });
});
