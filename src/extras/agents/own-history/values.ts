/** Values that a question can ask for, and others of the same shape that take their place. */
import { kept } from '../../../base/kept.js';
import { oneOf } from '../../../base/shuffle.js';

/**
 * A word or value as it stands in a text: letters and digits, with points and hyphens inside, colons between digits
 * and commas between thousands. A number behind a comma whose number in front is in no group is not tried as the
 * start of a group again, which would take a square of the time in a long list.
 */
export const ATOM =
  /(?:(?<!(?<![\w.:-])\d{1,3},)|(?!\d{3}))\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])|[A-Za-z0-9_]+(?:(?:[-.]|(?<=\d):(?=\d))[A-Za-z0-9_]+)*/g;

const FILE =
  /^[\w-]*[A-Za-z]{4}[\w-]*(?:\.[a-z]{1,8})?\.(?:ts|tsx|js|jsx|mjs|py|rb|go|rs|java|kt|c|cc|cpp|h|cs|php|sh|sql|json|ya?ml|toml|md|rst|txt|csv|log|html|css|ipynb|xml|lock|cfg|ini|png|jpg|svg|pdf|zip|gz)$/;

/** Names with digits that everybody has: formats, encodings, programs. */
const COMMON =
  /^(?:v?8601|utf|utf-?\d+|base\d+|sha\d*|md5|u?int\d+|float\d+|x64|(?:x86|amd64|arm64|aarch64|win32|darwin|linux).*|iso.*|ipv\d|http\d?|es\d+|cp\d+|win\d+|latin\d|aes.*|rsa.*|h26\d|mp\d|python[\d.]*|py\d+|node\d*|gpt.*|claude.*|rgba?\d*|top\d+|level\d|lts.*|swe.*|(?:\d+h)?(?:\d+m)?\d+s|(?:border|bg|text|ring|from|to|via|fill|stroke|shadow|rounded|gap|opacity|hover|space|max|min|w|h|p|m|z)-.*|127\..*|0\.0\.0\.0)$/i;

/** What people write where any name would do. */
const MADE_UP = /abc|xyz|(?<!\d)123(?:45?6?7?8?9?0?)?(?!\d)|uuid|test|example|sample|foo/i;

/** Numbers with an exponent or a base, and text in Base64. */
const ENCODED = /^\d+[eo][+-]?\d+$|^0[xb]|^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{16,}$/;

/** What kinds of values there are, and how each is known; the first that fits counts. */
const KINDS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  time: /^(?:19|20)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?::[0-5]\d)?Z?$/,
  date: /^(?:19|20)\d\d-[01]\d-[0-3]\d$/,
  version:
    /^v?\d{1,4}\.\d{1,4}\.\d{1,6}(?:[-.](?:\d{1,6}|(?:rc|alpha|beta|dev|post|canary)\.?\d{0,6}))*$/,
  number: /^(?!(?:19|20)\d\d$)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{2,12}\.\d{1,6}|\d{4,12})$/,
  hash: /^(?=.*\d)(?=.*[a-f])[0-9a-f]{6,64}$/,
  id: /^(?!\w{25})(?=(?:.*\d){3})(?=.*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$|^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{6,12}$/,
  file: FILE,
};

export type ValueKind = string;

/** The kind of a value; nothing where it is none that is asked for. */
export function kindOf(atom: string): ValueKind | undefined {
  if (atom.length > 64 || COMMON.test(atom) || ENCODED.test(atom)) return undefined;
  const kind = Object.keys(KINDS).find((name) => KINDS[name]!.test(atom));
  return kind === 'id' && MADE_UP.test(atom) ? undefined : kind;
}

/** Names of several words, as code has them, and numbers that are too short to be told by themselves. */
const WORK_KINDS: Readonly<Record<string, RegExp>> = {
  name: /^(?=.{8,48}$)(?:[a-z]{2,}(?:_[a-z0-9]+)+|[a-z]{2,}(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,})$/,
  count: /^[1-9]\d\d$/,
};

/** The kind of a value that only what stands around it makes worth a question. */
export function workKindOf(atom: string): ValueKind | undefined {
  return Object.keys(WORK_KINDS).find((name) => WORK_KINDS[name]!.test(atom));
}

/** What others of a session's values are made like. */
interface Likeness {
  /** Words that files may be named after. */
  files: readonly string[];
  /** The session's values by their shape. */
  shapes: ReadonlyMap<string, readonly string[]>;
}

/** A value without its digits. */
export const shapeOf = (atom: string) => atom.replace(/\d/g, '0');

/** From so many values of one shape on, others are drawn as they are; */
const ENOUGH = 8;

/** but only where there are so many that nobody guesses one. */
const LEAST_DRAWN = 300;

/** Another value of the same kind and shape. */
export function likeValue(
  atom: string,
  kind: ValueKind,
  random: () => number,
  { files, shapes }: Likeness,
): string {
  const peers = shapes.get(shapeOf(atom)) ?? [];
  if (['number', 'id', 'version'].includes(kind) && peers.length >= ENOUGH && isWide(peers)) {
    return atom.replace(/\d/g, (_, i: number) => oneOf(peers, random)[i]!);
  }
  switch (kind) {
    case 'uuid':
    case 'hash':
      return atom.replace(/[0-9a-f]/gi, (sign) => hexLike(sign, random));
    case 'date':
    case 'time':
      return dateLike(atom, random);
    case 'file':
    case 'name':
      return atom.replace(/[A-Z]?[a-z]{3,}|[A-Za-z]{4,}/, (word) =>
        styled(oneOf(files, random), word),
      );
    case 'id':
      return idLike(atom, random);
    default:
      return digitsLike(atom, random);
  }
}

const wide = new WeakMap<readonly string[], boolean>();

/** Whether the digits of values of one shape differ in enough places; worked out once for all of the shape. */
const isWide = (peers: readonly string[]) => kept(wide, peers, () => areWide(peers));

function areWide(peers: readonly string[]): boolean {
  const [first] = peers as [string];
  let drawn = 1;
  for (let i = 0; i < first.length && drawn < LEAST_DRAWN; i++) {
    drawn *= new Set(peers.map((peer) => peer[i])).size;
  }
  return drawn >= LEAST_DRAWN;
}

/** The same text with other letters and digits, so that nothing of it can be told. */
export function disguised(text: string, random: () => number): string {
  return text.replace(/[A-Za-z0-9]/g, (sign) => signLike(sign, random));
}

/** Words of payments and accounts, which tell nothing of a person. */
const PLAIN_WORD =
  /^(?:credit|debit|gift|card|certificate|paypal|iban|user|customer|acct|com|org|net)$/i;

/** What tells of a person, with another name and other digits. */
export function anonymous(text: string, random: () => number, names: readonly string[]): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return dateLike(`${between(1950, 2004, random)}${text.slice(4)}`, random);
  const named = text.replace(/[A-Za-z]{3,}/g, (word) =>
    PLAIN_WORD.test(word) ? word : styled(oneOf(names, random), word),
  );
  return digitsLike(named, random);
}

const between = (low: number, high: number, random: () => number) =>
  low + Math.floor(random() * (high - low + 1));

function hexLike(sign: string, random: () => number): string {
  if (/\d/.test(sign)) return `${between(0, 9, random)}`;
  const letter = String.fromCharCode(97 + between(0, 5, random));
  return /[A-F]/.test(sign) ? letter.toUpperCase() : letter;
}

/** Numbers keep their length: what does not begin with 0 does not begin with it later. */
function digitsLike(text: string, random: () => number): string {
  return text.replace(/\d+/g, (run) =>
    run.replace(/\d/g, (sign, i: number) => {
      const isLeading = i === 0 && run.length > 1;
      if (isLeading && sign === '0') return '0';
      return `${between(isLeading || (i === 0 && sign !== '0') ? 1 : 0, 9, random)}`;
    }),
  );
}

function signLike(sign: string, random: () => number): string {
  if (/\d/.test(sign)) return `${between(0, 9, random)}`;
  return String.fromCharCode((/[a-z]/.test(sign) ? 97 : 65) + between(0, 25, random));
}

/** Letters that stand together are a word and stay; those among digits are drawn. */
function idLike(atom: string, random: () => number): string {
  return atom.replace(/[A-Za-z0-9]+/g, (run) => {
    if (/^[A-Za-z]*\d*[A-Za-z]?$/.test(run)) return digitsLike(run, random);
    return run.replace(/[A-Za-z0-9]/g, (sign) => signLike(sign, random));
  });
}

function dateLike(atom: string, random: () => number): string {
  const two = (number: number) => `${number}`.padStart(2, '0');
  const [year] = atom.split('-');
  const day = `${year}-${two(between(1, 12, random))}-${two(between(1, 28, random))}`;
  if (!atom.includes('T')) return day;
  const time = atom
    .slice(atom.indexOf('T'))
    .replace(/T\d\d/, () => `T${two(between(0, 23, random))}`)
    .replace(/:\d\d/g, () => `:${two(between(0, 59, random))}`)
    .replace(/\.\d+/, (part) => part.replace(/\d/g, () => `${between(0, 9, random)}`));
  return day + time;
}

/** A word with the capitals of another one. */
function styled(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase();
  const small = word.toLowerCase();
  return /^[A-Z]/.test(like) ? small.charAt(0).toUpperCase() + small.slice(1) : small;
}
