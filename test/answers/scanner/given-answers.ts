/**
 * Answers as models of 2024 to 2026 give them, and the list that a careful person reads in each. Even ones
 * may be looked at when the reader is changed; odd ones are there to judge it by.
 */

/** The list that is asked for. */
const A = [25, 30, 5, 22, 9, 18, 2, 14];
const B = [6, 41, 17, 3, 38, 11, 29, 33, 21, 46];
/** Counts of the reasoning task: mistaken, then right. */
const WRONG = [22, 8, 13, 2, 4, 16];
const RIGHT = [23, 9, 14, 3, 5, 17];

const comma = A.join(', ');
const json = `{"little_penguin": [${comma}]}`;
const ORDINALS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];
const each = (form: (count: number, i: number) => string, between = '\n', list = A) =>
  list.map(form).join(between);

/** The answer, what it lists, and what is special about it. */
export type GivenAnswer = [note: string, answer: string, numbers: number[]];

export const GIVEN_ANSWERS: GivenAnswer[] = [
  ['as asked', json, A],
  ['fence, sentence before', `Here are the counts:\n\n\`\`\`json\n${json}\n\`\`\``, A],
  ['arrows behind a sentence', `I found eight counts, in this order: ${A.join(' → ')}.`, A],
  ['arrows, ASCII', `The sequence is ${A.join(' -> ')}`, A],
  [
    'arrows over several lines',
    `Order of appearance:\n${A.slice(0, 4).join(' → ')} →\n${A.slice(4).join(' → ')}`,
    A,
  ],
  ['bullets by part', `**Beginning:** 25, 30, 5\n**Middle:** 22, 9, 18\n**End:** 2, 14`, A],
  [
    'bullets by part, with units',
    '- Beginning: 25 ★, 30 ★, 5 ★\n- Middle: 22 ★, 9 ★, 18 ★\n- End: 2 ★ and 14 ★',
    A,
  ],
  [
    'headings and bullets',
    '### First half\n- 25\n- 30\n- 5\n- 22\n\n### Second half\n- 9\n- 18\n- 2\n- 14',
    A,
  ],
  ['by chapter', 'Chapter 12: 25, 30\nChapter 13: 5, 22, 9\nChapter 14: 18, 2, 14', A],
  [
    'chapters with bullets',
    '**Chapter 41**\n- 25 ★\n- 30 ★\n\n**Chapter 42**\n- 5 ★\n- 22 ★\n- 9 ★\n\n**Chapter 43**\n- 18 ★\n- 2 ★\n- 14 ★',
    A,
  ],
  [
    'halves in a sentence each',
    'In the first half of the text: 25, 30, 5 and 22. In the second half: 9, 18, 2 and 14.',
    A,
  ],
  ['two objects', '{"little_penguin": [25, 30, 5, 22]}\n{"little_penguin": [9, 18, 2, 14]}', A],
  [
    'two fences',
    'Part 1:\n```json\n{"little_penguin": [25, 30, 5, 22]}\n```\nPart 2:\n```json\n{"little_penguin": [9, 18, 2, 14]}\n```',
    A,
  ],
  [
    'draft fence and final fence',
    '```json\n{"little_penguin": [25, 30, 22]}\n```\nOn review I missed some.\n```json\n' +
      json +
      '\n```',
    A,
  ],
  ['repeated key', `{${each((count) => `"little_penguin": ${count}`, ', ')}}`, A],
  [
    'repeated key with lists',
    '{"little_penguin": [25, 30, 5], "little_penguin": [22, 9, 18], "little_penguin": [2, 14]}',
    A,
  ],
  ['numbered in brackets', each((count, i) => `(${i + 1}) ${count}`, ' '), A],
  ['numbered in brackets, commas', each((count, i) => `(${i + 1}) ${count} ★`, ', '), A],
  ['numbered with dots in a line', each((count, i) => `${i + 1}. ${count}`, ' '), A],
  [
    'overlooked one',
    '{"little_penguin": [25, 30, 5, 22, 9, 18, 2]}\n\nCorrection: I overlooked 14.',
    A,
  ],
  ['forgot one', '[25, 30, 5, 22, 9, 18, 2]\n\nI forgot the last one: 14.', A],
  [
    'takes one back',
    '{"little_penguin": [25, 30, 5, 22, 9, 18, 2, 14, 99]}\n\nCorrected: {"little_penguin": [25, 30, 5, 22, 9, 18, 2, 14]}',
    A,
  ],
  ['mistaken count in brackets', each((count, i) => `${count} (${WRONG[i]})`, ', ', RIGHT), RIGHT],
  [
    'mistaken count in brackets, said',
    each((count, i) => `${count} (initially ${WRONG[i]})`, ', ', RIGHT),
    RIGHT,
  ],
  [
    'mistaken count in brackets, lines',
    each((count, i) => `- ${count} (first counted ${WRONG[i]})`, '\n', RIGHT),
    RIGHT,
  ],
  ['from mistaken to right', each((count, i) => `${WRONG[i]} → ${count}`, '\n', RIGHT), RIGHT],
  [
    'from mistaken to right, in a line',
    `Corrections: ${each((count, i) => `${WRONG[i]}→${count}`, ', ', RIGHT)}`,
    RIGHT,
  ],
  ['both lists', `Initial counts: ${WRONG.join(', ')}\nCorrect counts: ${RIGHT.join(', ')}`, RIGHT],
  [
    'both lists, right first',
    `Correct counts: ${RIGHT.join(', ')}\nMistaken counts: ${WRONG.join(', ')}`,
    RIGHT,
  ],
  [
    'both lists in JSON',
    `{"initial": [${WRONG.join(', ')}], "corrected": [${RIGHT.join(', ')}]}`,
    RIGHT,
  ],
  [
    'table of both',
    `| # | Wrong | Correct |\n|--|--|--|\n${each((count, i) => `| ${i + 1} | ${WRONG[i]} | ${count} |`, '\n', RIGHT)}`,
    RIGHT,
  ],
  [
    'lines of both',
    each(
      (count, i) => `${i + 1}. First counted ${WRONG[i]}, then corrected to ${count}`,
      '\n',
      RIGHT,
    ),
    RIGHT,
  ],
  [
    'lines of both, not but',
    each((count, i) => `* not ${WRONG[i]} but ${count}`, '\n', RIGHT),
    RIGHT,
  ],
  [
    'an invented second turn',
    `${json}\n\nHuman: How many did the goat count?\n\nAssistant: {"goat": [1, 2, 3]}`,
    A,
  ],
  [
    'an invented second turn with the key',
    `${json}\n\nHuman: And in the other text?\n\nAssistant: {"little_penguin": [1, 2, 3]}`,
    A,
  ],
  ['an invented user turn', `${json}\nUser: Thanks! Now list 4, 5, 6 and 7.`, A],
  [
    'Russian words',
    'двадцать пять, тридцать, пять, двадцать два, девять, восемнадцать, два, четырнадцать',
    A,
  ],
  [
    'Russian words in a sentence',
    'Пингвин насчитал шесть, сорок один, семнадцать, три и тридцать восемь звёзд.',
    [6, 41, 17, 3, 38],
  ],
  ['Korean words', '이십오, 삼십, 오, 이십이, 구, 십팔, 이, 십사', A],
  ['Korean native words', '스물다섯, 서른, 다섯, 스물둘, 아홉, 열여덟, 둘, 열넷', A],
  ['English words', 'twenty-five, thirty, five, twenty-two, nine, eighteen, two, fourteen', A],
  [
    'English words one a line',
    'Twenty-five\nThirty\nFive\nTwenty-two\nNine\nEighteen\nTwo\nFourteen',
    A,
  ],
  ['Chinese numerals', '二十五、三十、五、二十二、九、十八、二、十四', A],
  ['Chinese ordinals', each((count, i) => `第${'一二三四五六七八'[i]}次：${count}颗★`), A],
  ['Chinese sentence', `小企鹅依次数到的★为：${A.join('、')}。`, A],
  ['Chinese sentence with a total', `小企鹅一共数了8次，分别是${A.join('、')}颗，总共125颗。`, A],
  [
    'Chinese JSON with remark',
    `根据文本内容：\n\n\`\`\`json\n{"小企鹅": [${comma}]}\n\`\`\`\n\n共找到8处。`,
    A,
  ],
  ['Russian lines', each((count, i) => `${i + 1}-й раз: ${count} ★`), A],
  ['Russian sentence', `Маленький пингвин насчитал: ${A.slice(0, -1).join(', ')} и 14 ★.`, A],
  ['Korean lines', each((count, i) => `${i + 1}번째: ${count}개`), A],
  ['Korean sentence', `작은 펭귄이 센 별의 개수는 ${A.join(', ')}입니다.`, A],
  ['ordinal words', each((count, i) => `${ORDINALS[i]}: ${count}`), A],
  [
    'ordinal words in a line',
    each((count, i) => `${ORDINALS[i]!.toLowerCase()} ${count}`, ', '),
    A,
  ],
  [
    'ordinals',
    each((count, i) => `${i + 1}${['st', 'nd', 'rd'][i] ?? 'th'} time: ${count} stars`),
    A,
  ],
  ['sentences recited', each((count) => `The little penguin counted ${count} ★.`), A],
  [
    'sentences recited in quotes',
    each((count, i) => `${i + 1}. "The little penguin counted ${count} ★"`),
    A,
  ],
  [
    'recited, then JSON',
    `${each((count) => `- "The little penguin counted ${count} ★"`)}\n\n${json}`,
    A,
  ],
  [
    'recited, then a shorter list',
    `${each((count) => `- The little penguin counted ${count} ★.`)}\n\nSo there are 8 of them, between 2 and 30.`,
    A,
  ],
  [
    'table',
    `| Occurrence | Count |\n|---|---|\n${each((count, i) => `| ${i + 1} | ${count} |`)}`,
    A,
  ],
  [
    'table, total row',
    `| # | ★ |\n|---|---|\n${each((count, i) => `| ${i + 1} | ${count} |`)}\n| **Total** | **125** |`,
    A,
  ],
  [
    'table with chapters',
    `| Chapter | Stars counted |\n|:--|--:|\n${each((count, i) => `| ${i + 31} | ${count} |`)}`,
    A,
  ],
  [
    'table, counts first',
    `| Count | Paragraph |\n|---|---|\n${each((count, i) => `| ${count} | ${3 * i + 2} |`)}`,
    A,
  ],
  [
    'table lying',
    `| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|---|---|---|---|---|\n| ${A.join(' | ')} |`,
    A,
  ],
  ['CSV', `occurrence,stars\n${each((count, i) => `${i + 1},${count}`)}`, A],
  ['CSV in a fence', `\`\`\`csv\n${A.join(',')}\n\`\`\``, A],
  ['YAML', `little_penguin:\n${each((count) => `  - ${count}`)}`, A],
  ['YAML in a fence', `\`\`\`yaml\nlittle_penguin: [${comma}]\n\`\`\``, A],
  ['Python', `\`\`\`python\nlittle_penguin = [${comma}]\nprint(sum(little_penguin))\n\`\`\``, A],
  ['XML', `<counts>\n${each((count) => `  <count>${count}</count>`)}\n</counts>`, A],
  [
    'objects with positions',
    `{"little_penguin": [${each((count, i) => `{"position": ${i + 1}, "stars": ${count}}`, ', ')}]}`,
    A,
  ],
  [
    'objects, mistaken and right',
    `{"little_penguin": [${each((count, i) => `{"mistake": ${WRONG[i]}, "actual": ${count}}`, ', ', RIGHT)}]}`,
    RIGHT,
  ],
  [
    'map of ordinals',
    `{"little_penguin": {${each((count, i) => `"${i + 1}": ${count}`, ', ')}}}`,
    A,
  ],
  ['other key', `{"penguin_counts": [${comma}]}`, A],
  ['other key with others', `{"stars": [${comma}], "total": 125, "occurrences": 8}`, A],
  [
    'under chapters',
    '{"little_penguin": {"chapter 1": [25, 30, 5], "chapter 2": [22, 9, 18], "chapter 3": [2, 14]}}',
    A,
  ],
  ['halves under keys', '{"first_half": [25, 30, 5, 22], "second_half": [9, 18, 2, 14]}', A],
  [
    'objects of chapters',
    '[{"chapter": 1, "counts": [25, 30, 5]}, {"chapter": 2, "counts": [22, 9, 18]}, {"chapter": 3, "counts": [2, 14]}]',
    A,
  ],
  ['lists in a list', '{"little_penguin": [[25, 30, 5], [22, 9, 18], [2, 14]]}', A],
  ['cut off', '{"little_penguin": [25, 30, 5, 22, 9, 1', [25, 30, 5, 22, 9]],
  [
    'cut off in a fence',
    '```json\n{\n  "little_penguin": [\n    25,\n    30,\n    5,\n',
    [25, 30, 5],
  ],
  ['cut off in lines', '1. 25 ★\n2. 30 ★\n3. 5 ★\n4. 22 ★\n5.', [25, 30, 5, 22]],
  ['comma too many', '{"little_penguin": [25, 30, 5, 22, 9, 18, 2, 14,]}', A],
  ['no closing bracket', '{"little_penguin": [25, 30, 5, 22, 9, 18, 2, 14}', A],
  ['missing comma', '{"little_penguin": [25 30, 5, 22, 9, 18, 2, 14]}', A],
  ['single quotes', "{'little_penguin': ['25', '30', '5', '22', '9', '18', '2', '14']}", A],
  ['smart quotes', `{“little_penguin”: [${comma}]}`, A],
  ['escaped', `{\\"little_penguin\\": [${comma}]}`, A],
  ['JSON as a text', JSON.stringify(json), A],
  ['tool call', JSON.stringify({ name: 'submit', arguments: json }), A],
  ['bold', `The counts are **${comma}**.`, A],
  ['bold each', `${each((count) => `**${count}**`, ', ')}`, A],
  ['box', `$\\boxed{${comma}}$`, A],
  ['box with set braces', `\\boxed{\\{${comma}\\}}`, A],
  ['numbers alone', comma, A],
  ['numbers with spaces', A.join(' '), A],
  ['numbers in lines', A.join('\n'), A],
  ['and', `${A.slice(0, -1).join(', ')}, and 14`, A],
  ['no others', `${comma}. There are no others.`, A],
  ['stars behind', each((count) => `${count}★`, ' '), A],
  ['numbered', each((count, i) => `${i + 1}. ${count}`), A],
  ['numbered, bold', each((count, i) => `${i + 1}. **${count} ★**`), A],
  ['numbered with place', each((count, i) => `${i + 1}. ${count} ★ (chapter ${20 + i})`), A],
  [
    'numbered with quotation',
    each((count, i) => `${i + 1}. Near line ${100 * i + 40}: "…counted ${count} ★"`),
    A,
  ],
  ['numbered with a dash', each((count, i) => `${i + 1}. Chapter ${i + 60} – ${count} ★`), A],
  ['bulleted prose', each((count) => `* The penguin counted ${count} stars.`), A],
  [
    'prose chain',
    'First it counted 25, then 30, then 5, after that 22, 9 and 18, and finally 2 and 14.',
    A,
  ],
  [
    'prose, sentence each',
    'It counted 25 stars. Then it counted 30 stars. Later it counted 5 stars. At the end it counted 22 stars.',
    [25, 30, 5, 22],
  ],
  ['prose with a sum', `The counts ${comma} add up to 125.`, A],
  ['sum behind', `${json}\n\nThe sum is 25 + 30 + 5 + 22 + 9 + 18 + 2 + 14 = 125.`, A],
  ['total before', `There are 125 stars in total: ${comma}.`, A],
  [
    'steps',
    `Step 1: I looked for "little penguin".\nStep 2: I found 8 matches.\nStep 3: I wrote them down.\n\nAnswer: [${comma}]`,
    A,
  ],
  [
    'verification behind',
    `${json}\n\nVerification: there are 8 sentences, from page 3 to page 97.`,
    A,
  ],
  ['sorted as well', `${json}\n\n(Sorted: [2, 5, 9, 14, 18, 22, 25, 30])`, A],
  ['unique count behind', `${json} — 8 unique values, minimum 2, maximum 30`, A],
  [
    'draft and final',
    'Initially I thought [25, 30, 5]. Final answer: [25, 30, 5, 22, 9, 18, 2, 14]',
    A,
  ],
  ['wait', `[25, 30, 5, 22]\n\nWait, let me recheck the end.\n\n[${comma}]`, A],
  ['think', `<think>maybe [1, 2, 3]</think>${json}`, A],
  [
    'others excluded',
    `${json}\n\nI did not include the goat's 38 and the magpie's 42, 49 or 60.`,
    A,
  ],
  [
    'others excluded before',
    `Other animals counted 38, 42, 49 and 60, which I left out. The little penguin counted ${comma}.`,
    A,
  ],
  ['others in a list', `Penguin: ${comma}\nGoat: 38, 42\nMagpie: 49, 60`, A],
  ['others in JSON', `{"little_penguin": [${comma}], "goat": [38, 42], "magpie": [49, 60]}`, A],
  ['refusal', 'I am sorry, but the text is too long for me to read.', []],
  [
    'not found',
    'I could not find any sentence about a penguin in the 3 chapters that you gave me.',
    [],
  ],
  ['only a remark', 'The text is Moby-Dick (1851), chapters 15 to 17.', []],
  ['empty list', '{"little_penguin": []}', []],
  ['ten of ten', `Here you go: ${B.join(', ')}`, B],
  ['ten, five a line', `${B.slice(0, 5).join(', ')}\n${B.slice(5).join(', ')}`, B],
  [
    'ten, rows with labels',
    `Row 1: ${B.slice(0, 5).join(', ')}\nRow 2: ${B.slice(5).join(', ')}`,
    B,
  ],
  [
    'ten, ranges of text',
    `Paragraphs 1–20: 6, 41, 17\nParagraphs 21–40: 3, 38, 11\nParagraphs 41–60: 29, 33, 21, 46`,
    B,
  ],
  [
    'early, middle, late',
    `Early in the text, the penguin counted 6, 41, and 17 ★. Midway it counted 3, 38, 11 and 29 ★. Towards the end it counted 33, 21 and 46 ★.`,
    B,
  ],
  [
    'first batch, second batch',
    `First batch: [6, 41, 17, 3, 38]\nSecond batch: [11, 29, 33, 21, 46]`,
    B,
  ],
  [
    'two code blocks',
    'First section:\n```\n[6, 41, 17, 3, 38]\n```\nSecond section:\n```\n[11, 29, 33, 21, 46]\n```',
    B,
  ],
  [
    'continues',
    `{"little_penguin": [6, 41, 17, 3, 38, 11]}\n\nContinuing with the remaining ones:\n\n{"little_penguin": [29, 33, 21, 46]}`,
    B,
  ],
  ['with ellipsis', '{"little_penguin": [6, 41, 17, ...]}', [6, 41, 17]],
  [
    'said and shown',
    `I found 10 counts. The first is 6 and the last is 46. Full list: ${B.join(', ')}.`,
    B,
  ],
  ['greater signs', B.join(' > '), B],
  ['slashes', B.join(' / '), B],
  ['dashes', B.join(' - '), B],
  ['hash marks', each((count, i) => `#${i + 1}: ${count}`, '\n', B), B],
  ['key and lines', `**little_penguin**\n\n${each((count) => `${count}`, ', ', B)}`, B],
  ['equals signs', each((count, i) => `star ${i + 1} = ${count}`, '\n', B), B],
  ['LaTeX list', `$$[${B.join(', \\ ')}]$$`, B],
  ['approximate', `Roughly: ${B.join(', ')} (I may have missed a few).`, B],
  [
    'thanks',
    `Sure! ${B.join(', ')}. Let me know if you'd like me to double-check the 3 chapters.`,
    B,
  ],
  [
    'Claude',
    `I'll go through the text and find each sentence.\n\n${each((count) => `- "The little penguin counted ${count} ★"`, '\n', B)}\n\nHere is the result:\n\n{"little_penguin": [${B.join(', ')}]}`,
    B,
  ],
  [
    'Gemini',
    `Here's a breakdown of the star counts:\n\n*   **${B[0]} ★** (early)\n${each((count) => `*   **${count} ★**`, '\n', B.slice(1))}`,
    B,
  ],
];
