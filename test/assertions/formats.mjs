/**
 * Readers by format: the forms in which models give an answer, right or wrong. None of them knows a benchmark: each writes
 * the perfect answer that a benchmark declares. Plain JavaScript, since promptfoo asks one of these readers as well.
 */

/** What stands around an answer, in each language. */
const WORDS = {
  en: {
    preambles: [
      'Sure! Here it is: ',
      "Here's what you asked for:\n\n",
      'Certainly. The answer is below.\n\n',
      'Based on the text provided, the answer is: ',
    ],
    reasoning: [
      'Let me go through the text from the beginning. I looked at every passage twice.\n\n',
      'I read the whole text carefully. Therefore, the final answer is:\n',
    ],
    ending: '\n\nLet me know if you need anything else!',
    label: 'Answer',
    corrections: [
      'Correction: ',
      'Wait, that is wrong. Correct answer: ',
      'I made a mistake. It should be: ',
    ],
    or: ['# or ##', '## or #', 'It is either # or ##.', 'It is either ## or #; I am not sure.'],
    not: [
      'It is not #.',
      'NOT #',
      'The numbers are NOT #',
      '# is wrong.',
      '#\n\nNo, that is wrong.',
    ],
    unsure: ['Is it #?', 'I cannot say whether it is #.'],
  },
  zh: {
    preambles: ['好的，答案如下：', '当然可以！以下是您要的内容：\n\n'],
    reasoning: ['我从头到尾读了一遍全文，并检查了每一处。\n\n', '根据上文逐一核对，最终答案是：\n'],
    ending: '\n\n如有其他问题，请告诉我。',
    label: '答案',
    corrections: ['更正：', '等等，我弄错了。正确答案：'],
    or: ['#或##', '##或#'],
    not: ['不是#。'],
    unsure: [],
  },
  ru: {
    preambles: ['Конечно! Вот ответ: ', 'Вот что получилось:\n\n'],
    reasoning: [
      'Я внимательно прочитал весь текст и дважды проверил каждое место.\n\n',
      'Проверив весь текст, получаю окончательный ответ:\n',
    ],
    ending: '\n\nЕсли нужно что-то ещё, скажите.',
    label: 'Ответ',
    corrections: ['Исправление: ', 'Нет, я ошибся. Правильный ответ: '],
    or: ['# или ##', '## или #'],
    not: ['Это не #.'],
    unsure: [],
  },
  ko: {
    preambles: ['네! 답은 다음과 같습니다: ', '요청하신 내용입니다:\n\n'],
    reasoning: [
      '본문을 처음부터 끝까지 읽고 모든 부분을 두 번 확인했습니다.\n\n',
      '모두 확인한 결과, 최종 답은 다음과 같습니다:\n',
    ],
    ending: '\n\n더 필요한 것이 있으면 알려 주세요.',
    label: '답',
    corrections: ['정정: ', '잠깐, 틀렸습니다. 정답: '],
    or: ['# 또는 ##', '## 또는 #'],
    not: ['#은(는) 아닙니다.'],
    unsure: [],
  },
};

export const LANGUAGES = Object.keys(WORDS);

/**
 * A right answer as a benchmark declares it.
 *
 * @typedef {{ answer: string, structured?: { key: string, right: unknown } }} Given
 */

/** The items of an answer, for forms that set them apart. */
function itemsOf({ answer, structured }) {
  if (Array.isArray(structured?.right)) return structured.right.map(String);
  const list = /\[([^\]]*)\]/.exec(answer)?.[1];
  return list ? list.split(',').map((one) => one.trim()) : answer.split('\n');
}

const around =
  (before, behind = before) =>
  ({ answer }) =>
    before + answer + behind;

/** Every item within marks, in its place. */
const aroundEach =
  (before, behind = before) =>
  (given) => {
    let rest = given.answer;
    let written = '';
    for (const item of itemsOf(given)) {
      const at = rest.indexOf(item);
      if (at < 0) return around(before, behind)(given);
      written += rest.slice(0, at) + before + item + behind;
      rest = rest.slice(at + item.length);
    }
    return written + rest;
  };

const grouped =
  (sign) =>
  ({ answer }) =>
    answer.replace(/(?<![\p{L}\p{N}-])\d{4,15}(?![\p{L}\p{N}-])/gu, (number) =>
      number.replace(/\B(?=(\d{3})+$)/g, sign),
    );

const rewritten =
  (write) =>
  ({ answer }) =>
    write(answer);

const lines = (line) => (given) => itemsOf(given).map(line).join('\n');

/**
 * Forms of one answer, by name.
 *
 * @param {string} language
 * @returns {Record<string, (given: Given) => string>}
 */
export function formatsIn(language) {
  const { preambles, reasoning, ending, label } = WORDS[language];
  const numbered = (texts, name) =>
    Object.fromEntries(texts.map((text, i) => [`${name} ${i + 1}`, around(text, '')]));
  return {
    plain: around(''),
    ...numbered(preambles, 'preamble'),
    ...numbered(reasoning, 'reasoning'),
    thinking: around(`<think>${reasoning[0]}</think>\n\n`, ''),
    ending: around('', ending),
    'preamble and ending': around(preambles[1], ending),
    bold: around('**'),
    'bold items': aroundEach('**'),
    italics: around('*'),
    quotes: around('"'),
    'quoted items': aroundEach('"'),
    'single quotes': aroundEach("'"),
    'curly quotes': around('“', '”'),
    'curly items': aroundEach('“', '”'),
    guillemets: around('«', '»'),
    'corner brackets': around('「', '」'),
    ticks: around('`'),
    'items in ticks': aroundEach('`'),
    separators: grouped(','),
    'spaces as separators': grouped(' '),
    'thin spaces as separators': grouped('\u202f'),
    'points as separators': grouped('.'),
    'apostrophes as separators': grouped("'"),
    JSON: ({ answer }) => JSON.stringify({ answer }),
    'JSON as asked': ({ answer, structured }) =>
      JSON.stringify(structured ? { [structured.key]: structured.right } : answer),
    'JSON list': (given) => JSON.stringify(itemsOf(given)),
    fence: around('```\n', '\n```'),
    'fence with a name': around('```text\n', '\n```'),
    'JSON in a fence': ({ answer }) => `\`\`\`json\n${JSON.stringify({ answer }, null, 2)}\n\`\`\``,
    'preamble and fence': around(`${preambles[1]}\`\`\`\n`, '\n```'),
    'preamble, fence and ending': around(`${preambles[1]}\`\`\`\n`, `\n\`\`\`${ending}`),
    'preamble and bold': around(`${preambles[0]}**`, '**'),
    'preamble and quotes': around(`${preambles[0]}"`, '"'),
    table: (given) => `| ${label} |\n|---|\n${lines((item) => `| ${item} |`)(given)}`,
    'numbered table': (given) =>
      `| # | ${label} |\n|---|---|\n${lines((item, i) => `| ${i + 1} | ${item} |`)(given)}`,
    lines: lines((item) => item),
    bullets: lines((item) => `- ${item}`),
    'numbered lines': lines((item, i) => `${i + 1}. ${item}`),
    heading: around(`## ${label}\n\n`, ''),
    label: around(`**${label}:** `, ''),
    box: around('\\boxed{', '}'),
    quotation: ({ answer }) => answer.replace(/^/gm, '> '),
  };
}

/** The ten digits of a script from its zero on. */
const digitsFrom = (zero) =>
  rewritten((text) => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit))));

/**
 * Decorations of an answer that change none of its words, by name.
 *
 * @param {string} language
 * @returns {Record<string, (given: Given) => string>}
 */
export function decorationsIn(language) {
  const hyphens = (sign) =>
    rewritten((text) => text.replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, sign));
  return {
    bold: around('**'),
    'bold label': rewritten((text) => text.replace(/^([^:：\n]{1,40}[:：])/gmu, '**$1**')),
    ticks: around('`'),
    fence: around('```\n', '\n```'),
    heading: around('## ', ''),
    'final dot': around('', language === 'zh' ? '。' : '.'),
    'trailing line': around('', WORDS[language].ending),
    'thin spaces': grouped('\u202f'),
    'Arabic digits': digitsFrom(0x660),
    'Devanagari digits': digitsFrom(0x966),
    'full-width digits': digitsFrom(0xff10),
    'hyphens that do not break': hyphens('\u2011'),
    dashes: hyphens('\u2013'),
  };
}

/**
 * Two answers, of which the last one is meant.
 *
 * @param {string} language
 * @returns {Record<string, (first: string, last: string) => string>}
 */
export function correctionsIn(language) {
  return Object.fromEntries(
    WORDS[language].corrections.map((words) => [
      words.trim(),
      (first, last) => `${first}\n\n${words}${last}`,
    ]),
  );
}

/**
 * Answers that hold the right one, and do not stand by it.
 *
 * @param {string} language
 * @returns {Record<string, (right: string, wrong: string) => string>}
 */
export function hedgesIn(language) {
  const { or, not, unsure } = WORDS[language];
  const bare = (text) => text.replace(/[.。]$/, '');
  return Object.fromEntries(
    [...or, ...not, ...unsure].map((form) => [
      form,
      (right, wrong) => form.replace(/##?/g, (place) => bare(place === '#' ? right : wrong)),
    ]),
  );
}
