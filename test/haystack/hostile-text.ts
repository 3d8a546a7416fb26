import fc from 'fast-check';

/** Pieces of text on which tokenizers and sentence rules disagree with simple expectations. */
const FRAGMENTS = [
  ...['a', 'I', 'we', 'it', 'Word', 'HELLO', 'camelCase', 'naïve', 'Straße', 'слово', 'é'],
  ...["'s", "'S", "'re", "'LL", "'t", "'", '’s', "don't", "'ve been", "'d"],
  ...['.', '...', '…', '!', '?!', ',', ';', ':', '-', '—', '//', '/', '*', '_', '#', '{{', '%}'],
  ...['"', '“', '”', '‘', '’', '(', ')', '[', ']', '«', '»'],
  ...['. ', '! ', '? ', '." ', ".' ", '.) ', '... ', 'Mr. ', 'J. ', 'etc. '],
  ...[' ', '  ', '    ', '\t', ' \t ', '\u00a0', '\u3000', '\u2028', '\u200b', '\ufeff'],
  ...['\n', '\n\n', '\n\n\n', '\r\n', '\r\n\r\n', '\r', ' \n', '\n ', ' \n \n ', '.\n', '.\n\n'],
  ...['0', '7', '12', '345', '6789', '3.14', '1,000', '１２', '٣', '½'],
  ...['字', '小企鹅', '数了', '。', '！', '？', '。”', '，', '「', '」', '、', '……', '——', '．'],
  ...['★', '😀', '👩‍👩‍👧', '🇩🇪', 'e\u0301', '\u0301', 'א', 'ع', '한국어', 'ไทย', 'か。'],
  ...['<|endoftext|>', '<|im_start|>', '\0', '\ud800', '\udc00'],
];

const fragment = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
);

/** Short text made of fragments that are hard to split, in any order. */
export function hostileText(maxFragments: number): fc.Arbitrary<string> {
  return fc.array(fragment, { maxLength: maxFragments }).map((fragments) => fragments.join(''));
}

/** Many short sentences between hostile separators, so that a text has places to be cut at. */
export function hostileSentences(maxSentences: number): fc.Arbitrary<string> {
  const end = fc.constantFrom(
    '. ',
    '.\n',
    '! ',
    '.\n\n',
    '。',
    '？”',
    '\n\n',
    '." ',
    '...  ',
    '.\r\n',
  );
  const words = fc.constantFrom('A', 'It is', "He'll", 'So', '一只鸟', 'x1', '1', '«Q»', "''", '3');
  const sentence = fc.tuple(words, hostileText(3), end).map((texts) => texts.join(''));
  return fc.array(sentence, { minLength: 1, maxLength: maxSentences }).map((all) => all.join(''));
}
