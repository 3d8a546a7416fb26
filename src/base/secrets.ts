/**
 * Secrets are left out where results become rows, and keys once more where a text leaves (base/safe-output.ts).
 * Every expression here reads a text in linear time: what can start a match is a place that is reached
 * once, and what may repeat is bounded or stops at the next such place.
 */

import { z } from 'zod';
import { readDataset } from './datasets.js';
import { kept, once } from './kept.js';

/** What stands in the place of a secret. */
const LEFT_OUT = '(left out)';

/**
 * Keys by the forms that their issuers give them (datasets/secrets.yaml). Letters and digits in front of
 * one make it a part of something else, unless they are an escaped sign: `\n`, `%20`, `\u0022`.
 */
const keys = once(() => {
  const forms = readDataset('secrets.yaml', z.record(z.string(), z.string()));
  const escaped = '(?:\\\\|%5C)[bfnrt]|%[\\dA-Fa-f]{2}|\\\\u[\\dA-Fa-f]{4}';
  return new RegExp(
    `(?:(?<![A-Za-z\\d])|(?<=${escaped}))(?:${Object.values(forms).join('|')})`,
    'g',
  );
});

/** A private key; one that is cut off goes to the end of the text. */
const PRIVATE_KEY =
  /-----BEGIN(?:[A-Z\d +]|%20){1,40}PRIVATE(?:[ +]|%20)KEY(?:(?:[ +]|%20)BLOCK)?-----[\s\S]*?(?:-----END(?:[A-Z\d +]|%20){1,40}-----|$)/g;

/** User and password in an address, up to the last @ of its host part. */
const IN_ADDRESS = /(?<=:\/\/|%3A%2F%2F)[^\s/?#"'<>\\]{1,1024}(?:@|%40)/g;

/** The value of a parameter of an address; which names are secret, `isSecretParameter` says. */
const PARAMETER = /([?&;#])([\w.~%[\]-]{1,64})=(?!\(left)([^&;\s"'`<>\\#]+)/g;

/** `Bearer`, `Basic` or `Api-Key` with what follows. */
const SCHEME = /\b(bearer|basic|api-key)([ \t:]{1,8})([\w+/=.~-]{6,})/gi;

/** A header whose whole line is secret. */
const HEADER =
  /((?<![\w"'-])(?:(?:proxy-)?authorization|(?:set-)?cookie)[ \t]{0,8}[:=])(?![ \t]{0,8}\\?["'])[^\r\n]+/gi;

/** The same, where there is no doubt that it is a header. */
const LOOSE_SCHEME = /\b(bearer|basic|api-key)([ \t]{1,8})(?!\(left)[^\s"'\\]{4,}/gi;

/**
 * A name in front of a value: `api_key=…`, `"accessToken": …`, `Incorrect API key provided: …`. In JSON
 * inside of JSON the quotes have backslashes.
 */
const NAME =
  /(?<![A-Za-z0-9])([A-Za-z][\w.-]{0,63}(?: (?:key|token|secret))?)(?: (?:provided|is|was))?\\{0,3}["']?[ \t]{0,8}[:=][ \t]{0,8}/gi;

/** The value behind a name: in quotes up to their end, else up to the next sign that ends a value. */
const VALUE = /(\\{0,3}["'])?(?:(?<=")[^"\\\r\n]+|(?<=')[^'\\\r\n]+|[^\s"'&;,<>{}()[\]\\]+)/y;

/**
 * A text from outside without keys whose form is known or that stand behind their name, and without what addresses
 * and headers hold. For answers and what is said about them: a word that follows `password:` is left there, since
 * benchmarks ask for such words; what looks drawn by chance is not.
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
 * A text from outside without secrets of any form that can be told: also values that have a secret's
 * name. For errors, names of providers and configs, which often quote what was sent.
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

/** A text without the values whose name, and place in the text, say that they are secret. */
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

/**
 * Names readers without their secrets: those that differ in nothing but a secret get a number, in the
 * order in which they are named first, and the same name whenever they are named again.
 */
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

/** An ordinary word after `basic` is no credential; user and password in Base64 are. */
function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() !== 'basic') return value.length >= 12 && /\d/.test(value);
  return /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'));
}

/** Headers and environment variables: what looks drawn by chance there is taken for a secret. */
const CARRIES_SECRETS = /^(?:x-[\w-]+|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+)$/i;

/** The start of a value, as far as it is looked at. */
const START = /[\\"']{0,4}[\w+/=.~-]{20,200}/y;

function carriesSecret(name: string, text: string, start: number): boolean {
  if (!CARRIES_SECRETS.test(name) || DIGEST_WORDS.has(wordsOf(name).pop() ?? '')) return false;
  START.lastIndex = start;
  return isDrawn(START.exec(text)?.[0] ?? '');
}

/** Names that keys alone have: `api_key`, `x-api-key`, `Access token`. */
const KEY_NAME = /(?:^|[-_. ])(?:api|access|secret|auth)[-_ ]?(?:access[-_ ]?)?(?:key|token)$/i;

/** A value with letters and digits, as long as short keys are. */
const SHORT_KEY = /[\\"']{0,4}(?=[\w+/=.~-]{0,60}\d)(?=[\w+/=.~-]{0,60}[A-Za-z])[\w+/=.~-]{12,}/y;

/** Whether a value in an answer is a key: its name says so, and it looks like one. */
function isKeyNamed(name: string, text: string, start: number): boolean {
  if (carriesSecret(name, text, start)) return true;
  if (!isSecretName(name)) return false;
  const looks = KEY_NAME.test(name) ? SHORT_KEY : START;
  looks.lastIndex = start;
  const [value] = looks.exec(text) ?? [];
  return value !== undefined && (looks === SHORT_KEY || isDrawn(value));
}

/** What holds digests and identities, which are drawn too. */
const DIGEST_WORDS = new Set(['checksum', 'commit', 'digest', 'hash', 'id', 'revision', 'sha256']);

/** Letters and digits in a row, at least as many as short keys have. */
const RUN = /[A-Za-z\d]{20,}/g;

/**
 * Whether a value looks drawn by chance: 32 hexadecimal digits or more, or a run in which more than a third of
 * the signs are of another kind than the one before (small letter, capital, digit). In drawn letters
 * and digits it is 62 %, in names of models and files below 30 %. UUIDs are taken for identities.
 */
export function isDrawn(value: string): boolean {
  return (value.match(RUN) ?? []).some((run) => {
    if (!/\d/.test(run)) return false;
    if (run.length >= 32 && /^[a-f\d]+$/i.test(run) && /[a-f]/i.test(run)) return true;
    const changes = run.match(/[a-z](?![a-z]|$)|[A-Z](?![A-Z]|$)|\d(?!\d|$)/g) ?? [];
    return changes.length > (run.length - 1) / 3;
  });
}

/** Last words of names that hold a secret. */
const SECRET_WORDS = new Set([
  ...['secret', 'secrets', 'password', 'passwords', 'passwd', 'passphrase', 'pwd', 'pass'],
  ...['token', 'credential', 'credentials', 'authorization', 'auth', 'bearer', 'jwt', 'pem', 'pat'],
  ...['cookie', 'cookies', 'sig', 'signature', 'dsn', 'apikey', 'apikeys', 'accesskey'],
]);

/** Words before `keys` and `tokens` that make the plural a secret; `maxTokens` is none. */
const QUALIFIERS = new Set([
  ...['api', 'access', 'account', 'auth', 'authorization', 'bearer', 'id', 'oauth', 'private'],
  ...['refresh', 'secret', 'session', 'subscription'],
]);

/** Names whose every value is a secret, whatever is in it. */
const SECRET_MAPS = new Set([
  'env',
  'headers',
  'header',
  'cookies',
  'credentials',
  'secrets',
  'auth',
]);

/** Maps of parameters, in which `key`, `sig` and `code` are secrets. */
const PARAMETER_MAPS = new Set(['queryparams', 'params', 'query', 'parameters']);

/** Whether a setting of this name holds a secret: `githubToken`, `HF_TOKEN`, `connectionString`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const last = words[words.length - 1] ?? '';
  const before = words[words.length - 2];
  if (SECRET_WORDS.has(last)) return true;
  if (before === undefined) return false;
  if (last === 'key') return true;
  if (last === 'keys' || last === 'tokens') return QUALIFIERS.has(before);
  if (last === 'string') return ['connection', 'conn'].includes(before);
  // `clientSecretValue`, `api_key_id`: what qualifies a secret is treated as one.
  const isAddition = ['value', 'id', 'text', 'file'].includes(last) && words.length > 1;
  return isAddition && (SECRET_WORDS.has(before) || (before === 'key' && words.length > 2));
}

function isSecretParameter(name: string): boolean {
  const plain = name.toLowerCase();
  return ['key', 'code', 'sig'].includes(plain) || isSecretName(name);
}

/** `githubToken`, `GITHUB_TOKEN` and `github-token` as `github` and `token`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

/** A config, or any JSON, without what must stay secret. What is left has its place and its type. */
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
    const own = name.toLowerCase();
    const isSecret = PARAMETER_MAPS.has(map) ? isSecretParameter(name) : isSecretName(name);
    const hides = typeof inner !== 'boolean' && inner !== null && inner !== undefined;
    return [name, hides && (isSecret || SECRET_MAPS.has(own)) ? LEFT_OUT : inside(inner, own)];
  });
  return Object.fromEntries(entries);
}
