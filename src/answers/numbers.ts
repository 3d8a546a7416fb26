/** Numbers as models write them: with units, in full-width digits, in Chinese numerals. */

/** Words that help to tell which number is meant. */
export interface NumberHints {
  /** Words that may stand behind a number, in small letters. */
  units: ReadonlySet<string>;
  /** Star sentences, whose group `count` is the number that counts. */
  recited: readonly RegExp[];
}

/** An item of a list is looked at only so far. */
const LONGEST_ITEM = 256;

/**
 * A number, with thousands separators where groups of three follow. No number begins inside another
 * one, so that a search takes linear time.
 */
const NUMBER =
  /(?<![\d.])(?:\d{1,3}(?:[,'_\u00a0\u202f\u2009]\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** A number in the text, and where it ends. */
export interface FoundNumber {
  number: number;
  start: number;
  end: number;
}

/** All numbers of a text that are finite and not absurdly long. */
export function* numbersInText(text: string): Generator<FoundNumber> {
  for (const match of text.matchAll(NUMBER)) {
    const number = sane(Number(match[0].replace(/[^\d.e+-]/gi, '')));
    if (number === undefined) continue;
    yield { number, start: match.index, end: match.index + match[0].length };
  }
}

/** A number that can be a count: neither infinite nor beyond what is exact. */
export function sane(number: number): number | undefined {
  // Adding 0 turns -0 into 0.
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number + 0 : undefined;
}

/**
 * The number that an item of a list gives: the single one, else the one it begins with.
 *
 * @example
 * numberOf('5 ★', hints) // 5
 * numberOf('十二颗', hints) // 12
 * numberOf('many', hints) // undefined
 */
export function numberOf(item: unknown, hints: NumberHints): number | undefined {
  if (typeof item === 'number') return sane(item);
  if (typeof item === 'string') return numberOfText(item, hints);
  if (typeof item !== 'object' || item === null) return undefined;
  const values = Object.values(item).slice(0, 8);
  const plain = values.filter((value) => typeof value === 'number');
  const candidates = plain.length > 0 ? plain : values.filter((value) => typeof value === 'string');
  return candidates.length === 1 ? numberOf(candidates[0], hints) : undefined;
}

function numberOfText(item: string, hints: NumberHints): number | undefined {
  return singleNumberOf(item, hints) ?? sane(Number(/^\d{1,15}/.exec(halfWidth(item).trim())?.[0]));
}

/**
 * The number that a short text gives: the only one in it, else the one that a recited star sentence
 * counts, else the only one with a unit behind it.
 */
export function singleNumberOf(item: string, hints: NumberHints): number | undefined {
  const start = item.slice(0, LONGEST_ITEM);
  const text = halfWidth(start).trim();
  const found = [...numbersInText(text)];
  const [first] = found;
  if (!first) return chineseIn(text);
  if (found.length === 1) {
    return /-$/.test(text.slice(0, first.start)) ? sane(-first.number) : first.number;
  }
  const recited = recitedIn(start, hints.recited);
  if (recited.length === 1) return recited[0];
  const withUnit = found.filter(({ end }) => unitBehind(text, end, hints.units));
  return withUnit.length === 1 ? withUnit[0]!.number : undefined;
}

/**
 * The number of an item that is nothing but a number with, at most, a word or two behind it; for
 * lists that nothing marks as the answer.
 */
export function plainNumberOf(item: string): number | undefined {
  const text = halfWidth(item.slice(0, LONGEST_ITEM)).trim();
  const match = /^["'~≈★\s]*(\d{1,15}(?:\.\d{1,9})?)[^\d]{0,24}$/.exec(text);
  if (match) return sane(Number(match[1]));
  return text.length > 16
    ? undefined
    : chineseNumber(text.replace(/\P{Script=Han}+/gu, '').replace(/[颗顆个個]$/, ''));
}

/** Whether a unit, or any symbol like ★, stands behind an offset. */
export function unitBehind(text: string, offset: number, units: ReadonlySet<string>): boolean {
  const behind = text
    .slice(offset, offset + 48)
    .replace(/^[\s*_`"')\]}]+/, '')
    .toLowerCase();
  if (/^\p{So}/u.test(behind)) return true;
  for (const unit of units) if (behind.startsWith(unit)) return true;
  return false;
}

/** The counts of all star sentences that are recited in a text, in the order of the text. */
export function recitedIn(text: string, patterns: readonly RegExp[]): number[] {
  const digits = withAsciiDigits(text);
  const found: { start: number; end: number; count: number }[] = [];
  for (const pattern of patterns) {
    for (const match of digits.matchAll(asGlobal(pattern))) {
      const given = match.groups?.count ?? '';
      const count = /^\d+$/.test(given) ? sane(Number(given)) : chineseNumber(given);
      const end = match.index + match[0].length;
      if (count !== undefined) found.push({ start: match.index, end, count });
    }
  }
  // Where sentences of two patterns begin at one place, the longer one says more.
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found
    .filter((sentence) => {
      if (sentence.start < end) return false;
      end = sentence.end;
      return true;
    })
    .map(({ count }) => count);
}

/** A text without the star sentences that it recites. */
export function withoutRecited(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce(
    (rest, pattern) => rest.replace(asGlobal(pattern), ' '),
    withAsciiDigits(text),
  );
}

function asGlobal(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

const NUMERALS = /[〇零一二两兩三四五六七八九十百千万萬]+/g;

/** The only number in Chinese numerals of a text. */
function chineseIn(text: string): number | undefined {
  const runs = text.match(NUMERALS) ?? [];
  return runs.length === 1 ? chineseNumber(runs[0]!) : undefined;
}

const DIGITS: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const POWERS: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1000,
  万: 10_000,
  萬: 10_000,
};

/**
 * The value of Chinese numerals, up to twelve of them.
 *
 * @example
 * chineseNumber('一百零五') // 105
 * chineseNumber('二〇一六') // 2016
 * chineseNumber('一百五') // 150, as it is said
 */
export function chineseNumber(text: string): number | undefined {
  if (!/^[〇零一二两兩三四五六七八九十百千万萬]{1,12}$/.test(text)) return undefined;
  if (!/[十百千万萬]/.test(text)) return Number([...text].map((digit) => DIGITS[digit]).join(''));
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let lastPower = 1;
  for (const character of text) {
    const power = POWERS[character];
    if (power === undefined) {
      if (digit !== undefined && digit !== 0) return undefined;
      digit = DIGITS[character]!;
      if (digit === 0) lastPower = 1;
    } else if (power === 10_000) {
      total += (section + (digit ?? 0)) * power;
      section = 0;
      digit = undefined;
      lastPower = power;
    } else {
      section += (digit || 1) * power;
      digit = undefined;
      lastPower = power;
    }
  }
  return total + section + (digit ?? 0) * (lastPower > 10 ? lastPower / 10 : 1);
}

const QUOTES: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '、': ',',
  '。': '.',
  '−': '-',
  '　': ' ',
};

/** Full-width letters, digits and punctuation, curly quotes, 、 and 。 as their ASCII counterparts. */
export function halfWidth(text: string): string {
  return mapUnits(text, /[！-～“”‘’、。−　]/, TO_HALF_WIDTH);
}

function withAsciiDigits(text: string): string {
  return mapUnits(text, /[０-９]/, TO_ASCII_DIGITS);
}

const TO_HALF_WIDTH = unitTable((unit) =>
  unit >= 0xff01 && unit <= 0xff5e
    ? unit - 0xfee0
    : (QUOTES[String.fromCharCode(unit)]?.charCodeAt(0) ?? unit),
);
const TO_ASCII_DIGITS = unitTable((unit) =>
  unit >= 0xff10 && unit <= 0xff19 ? unit - 0xfee0 : unit,
);

/** Replace UTF-16 units one by one; far faster on long texts than a replacement by pattern. */
function mapUnits(text: string, wanted: RegExp, table: () => Uint16Array): string {
  if (!wanted.test(text)) return text;
  const map = table();
  const units = new Uint16Array(text.length);
  const bytes = Buffer.from(units.buffer);
  bytes.write(text, 'utf16le');
  for (let i = 0; i < units.length; i++) units[i] = map[units[i]!]!;
  return bytes.toString('utf16le');
}

function unitTable(replace: (unit: number) => number): () => Uint16Array {
  let table: Uint16Array | undefined;
  return () => {
    table ??= Uint16Array.from({ length: 0x10000 }, (_, unit) => replace(unit));
    return table;
  };
}
