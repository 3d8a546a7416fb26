/**
 * Removes secrets when results become rows, and keys again when a text is printed (base/safe-output.ts). Every
 * expression takes linear time: matches start where no other can, and repeats are bounded.
 */

import { z } from 'zod';
import { readDataset } from './datasets.js';
import { kept, once } from './kept.js';

const LEFT_OUT = '(left out)';

/**
 * Matches keys by their issuers' forms (datasets/secrets.yaml), unless a letter or digit precedes that is no
 * escaped sign such as `
 * `, `%20` or `\u0022`.
 */
const keys = once(() => {
  const forms = readDataset('secrets.yaml', z.record(z.string(), z.string()));
  const escaped = '(?:\\\\|%5C)[bfnrt]|%[\\dA-Fa-f]{2}|\\\\u[\\dA-Fa-f]{4}';
  return new RegExp(
    `(?:(?<![A-Za-z\\d])|(?<=${escaped}))(?:${Object.values(forms).join('|')})`,
    'g',
  );
});

const PRIVATE_KEY =
  /-----BEGIN(?:[A-Z\d +]|%20){1,40}PRIVATE(?:[ +]|%20)KEY(?:(?:[ +]|%20)BLOCK)?-----[\s\S]*?(?:-----END(?:[A-Z\d +]|%20){1,40}-----|$)/g;

/** Matches user and password in an address, up to the last @ of its host. */
const IN_ADDRESS = /(?<=:\/\/|%3A%2F%2F)[^\s/?#"'<>\\]{1,1024}(?:@|%40)/g;

/** Matches an address's parameters. `isSecretParameter` knows which are secret. */
const PARAMETER = /([?&;#])([\w.~%[\]-]{1,64})=(?!\(left)([^&;\s"'`<>\\#]+)/g;

const SCHEME = /\b(bearer|basic|api-key)([ \t:]{1,8})([\w+/=.~-]{6,})/gi;

const HEADER =
  /((?<![\w"'-])(?:(?:proxy-)?authorization|(?:set-)?cookie)[ \t]{0,8}[:=])(?![ \t]{0,8}\\?["'])[^\r\n]+/gi;

/** Matches the same more loosely, in what is certainly a header. */
const LOOSE_SCHEME = /\b(bearer|basic|api-key)([ \t]{1,8})(?!\(left)[^\s"'\\]{4,}/gi;

/**
 * Matches a name before a value: `api_key=…`, `"accessToken": …`, `Incorrect API key provided: …`. Nested JSON
 * has backslashes before quotes.
 */
const NAME =
  /(?<![A-Za-z0-9])([A-Za-z][\w.-]{0,63}(?: (?:key|token|secret))?)(?: (?:provided|is|was))?\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8}/gi;

/** Matches the value: in quotes up to their end, else up to the next sign that ends one. */
const VALUE = /(\\{0,3}["'])?(?:(?<=")[^"\\\r\n]+|(?<=')[^'\\\r\n]+|[^\s"'&;,<>{}()[\]\\]+)/y;

/**
 * Removes keys from an answer or what is said about it: by form, after their name, or in addresses and headers.
 * A word after `password:` stays, since benchmarks ask for such words, unless it looks random.
 */
export function withoutKeys(text: string): string {
  return withoutNamed(withoutForms(text), isKeyNamed);
}

function withoutForms(text: string): string {
  return text
    .replace(PRIVATE_KEY, LEFT_OUT)
    .replace(IN_ADDRESS, `${LEFT_OUT}@`)
    .replace(PARAMETER, (all, sign: string, name: string) =>
      isSecretParameter(name) ? `${sign}${name}=${LEFT_OUT}` : all,
    )
    .replace(keys(), LEFT_OUT)
    .replace(SCHEME, (all, scheme: string, space: string, value: string) =>
      isCredential(scheme, value) ? `${scheme}${space}${LEFT_OUT}` : all,
    );
}

/**
 * Removes all recognizable secrets, also values with a secret's name, from errors, provider names and configs,
 * which often quote what was sent.
 *
 * @example
 * redactText('HTTP 401: {"api_key": "abc"}') // 'HTTP 401: {"api_key": "(left out)"}'
 */
export function redactText(text: string): string {
  return withoutNamed(
    withoutForms(text).replace(HEADER, `$1 ${LEFT_OUT}`).replace(LOOSE_SCHEME, `$1$2${LEFT_OUT}`),
    (name, all, start) => isSecretName(name) || carriesSecret(name, all, start),
  );
}

function withoutNamed(
  text: string,
  isSecret: (name: string, text: string, start: number) => boolean,
): string {
  let result = '';
  let done = 0;
  for (const { 0: match, 1: name = '', index } of text.matchAll(NAME)) {
    const start = index + match.length;
    if (index < done || !isSecret(name, text, start)) continue;
    VALUE.lastIndex = start;
    const [value, quote = ''] = VALUE.exec(text) ?? [];
    if (value === undefined || text.startsWith(LEFT_OUT, start + quote.length)) continue;
    result += text.slice(done, start) + quote + LEFT_OUT;
    done = start + value.length;
  }
  return result + text.slice(done);
}

/** Keeps the start of a text. Reads more of it than is kept, so that no secret is cut in two and missed. */
export function redactedStart(text: string, longest: number, redact = redactText): string {
  const plain = redact(text.slice(0, 3 * longest));
  if (plain.length <= longest && text.length <= 3 * longest) return plain;
  return `${plain.slice(0, longest)}…`;
}

/** Names models without secrets. Names that differ only in a secret get numbers, the same each time. */
export function secretNamer(): (name: string) => string {
  const names = new Map<string, string>();
  const given = new Map<string, number>();
  return (name) =>
    kept(names, name, () => {
      const plain = redactText(name);
      if (plain === name) return name;
      const number = (given.get(plain) ?? 0) + 1;
      given.set(plain, number);
      return number === 1 ? plain : plain.replace(LEFT_OUT, `(left out, ${number})`);
    });
}

/** Tells credentials from ordinary words after `basic`: they are user and password in Base64. */
function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() !== 'basic') return value.length >= 12 && /\d/.test(value);
  return /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'));
}

/** Matches headers and environment variables, in which random values count as secrets. */
const CARRIES_SECRETS = /^(?:x-[\w-]+|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)$/i;

const START = /[\\"']{0,4}[\w+/=.~-]{20,200}/y;

function carriesSecret(name: string, text: string, start: number): boolean {
  if (!CARRIES_SECRETS.test(name) || DIGEST_WORDS.has(wordsOf(name).pop() ?? '')) return false;
  START.lastIndex = start;
  return isDrawn(START.exec(text)?.[0] ?? '');
}

/** Matches names that only keys have: `api_key`, `x-api-key`, `Access token`. */
const KEY_NAME = /(?:^|[-_. ])(?:api|access|secret|auth)[-_ ]?(?:access[-_ ]?)?(?:key|token)$/i;

/** Matches a value with letters and digits, as long as short keys. */
const SHORT_KEY = /[\\"']{0,4}(?=[\w+/=.~-]{0,60}\d)(?=[\w+/=.~-]{0,60}[A-Za-z])[\w+/=.~-]{12,}/y;

/** Tells whether a value in an answer is a key: by its name, and by its look. */
function isKeyNamed(name: string, text: string, start: number): boolean {
  if (carriesSecret(name, text, start)) return true;
  if (!isSecretName(name)) return false;
  const looks = KEY_NAME.test(name) ? SHORT_KEY : START;
  looks.lastIndex = start;
  const [value] = looks.exec(text) ?? [];
  return value !== undefined && (looks === SHORT_KEY || isDrawn(value));
}

/** Names of digests and ids, which look random too. */
const DIGEST_WORDS = new Set(['checksum', 'commit', 'digest', 'hash', 'id', 'revision', 'sha256']);

const RUN = /[A-Za-z\d]{20,}/g;

/**
 * Tells whether a value looks random: 32 hexadecimal digits, or a run whose kind of sign (small, capital,
 * digit) changes more than every third time. Random runs change 62% of the time, names of models and files less
 * than 30%. UUIDs are ids.
 */
export function isDrawn(value: string): boolean {
  return (value.match(RUN) ?? []).some((run) => {
    if (!/\d/.test(run)) return false;
    if (run.length >= 32 && /^[a-f\d]+$/i.test(run) && /[a-f]/i.test(run)) return true;
    const changes = run.match(/[a-z](?![a-z]|$)|[A-Z](?![A-Z]|$)|\d(?!\d|$)/g) ?? [];
    return changes.length > (run.length - 1) / 3;
  });
}

const SECRET_WORDS = new Set([
  ...['secret', 'secrets', 'password', 'passwords', 'passwd', 'passphrase', 'pwd', 'pass'],
  ...['token', 'credential', 'credentials', 'authorization', 'auth', 'bearer', 'jwt', 'pem', 'pat'],
  ...['cookie', 'cookies', 'sig', 'signature', 'dsn', 'apikey', 'apikeys', 'accesskey'],
]);

/** Words before `keys` and `tokens` that make them secret, unlike `maxTokens`. */
const QUALIFIERS = new Set([
  ...['api', 'access', 'account', 'auth', 'authorization', 'bearer', 'id', 'oauth', 'private'],
  ...['refresh', 'secret', 'session', 'subscription'],
]);

const SECRET_MAPS = new Set([
  'env',
  'headers',
  'header',
  'cookies',
  'credentials',
  'secrets',
  'auth',
]);

/** Maps of parameters, in which `key`, `sig` and `code` are secret. */
const PARAMETER_MAPS = new Set(['queryparams', 'params', 'query', 'parameters']);

/** Tells whether a setting holds a secret: `githubToken`, `HF_TOKEN`, `connectionString`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words[words.length - 1] ?? '';
  const before = words[words.length - 2];
  if (SECRET_WORDS.has(last)) return true;
  if (before === undefined) return false;
  if (last === 'key') return true;
  if (last === 'keys' || last === 'tokens') return QUALIFIERS.has(before);
  if (last === 'string') return ['connection', 'conn'].includes(before);
  // What qualifies a secret counts as one: `clientSecretValue`, `api_key_id`.
  const isAddition = ['value', 'id', 'text', 'file'].includes(last) && words.length > 1;
  return isAddition && (SECRET_WORDS.has(before) || (before === 'key' && words.length > 2));
}

function isSecretParameter(name: string): boolean {
  const plain = name.toLowerCase();
  return ['key', 'code', 'sig'].includes(plain) || isSecretName(name);
}

/** Splits `githubToken`, `GITHUB_TOKEN` and `github-token` into `github` and `token`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

/** Removes secrets from a config or any JSON. What is left keeps its place and type. */
export function withoutSecrets(value: unknown): unknown {
  return inside(value, '');
}

function inside(value: unknown, map: string): unknown {
  if (typeof value === 'string') {
    const isDigest = DIGEST_WORDS.has(wordsOf(map).pop() ?? '');
    return !isDigest && /^(?!file:)\S+$/.test(value) && isDrawn(value)
      ? LEFT_OUT
      : redactText(value);
  }
  if (Array.isArray(value)) return value.map((item) => inside(item, map));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const inMap = name.toLowerCase();
    const isSecret = PARAMETER_MAPS.has(map) ? isSecretParameter(name) : isSecretName(name);
    const hides = typeof inner !== 'boolean' && inner !== null && inner !== undefined;
    return [name, hides && (isSecret || SECRET_MAPS.has(inMap)) ? LEFT_OUT : inside(inner, inMap)];
  });
  return Object.fromEntries(entries);
}
