/**
 * What of a session is nobody's business: keys, mail addresses, people, payments. It is never asked for, and something
 * else stands in its place before anything is sent.
 */

import seedrandom from 'seedrandom';
import { redactText } from '../../../base/secrets.js';
import { ATOM, disguised } from './values.js';

const MAIL = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.[A-Za-z]{2,12}\b/g;

const PHONE =
  /(?<![\w.])(?:\+\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w.])|(?<![\w.])\+\d[\d ]{7,16}\d(?!\w)/g;

/** Matches card and account numbers. */
const ACCOUNT =
  /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w.-])|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b/g;

/** Matches names of payments as programs write them: `credit_card_4421486`. */
const PAYMENT =
  /(?:credit_?card|debit_?card|gift_?card|certificate|paypal|iban|acct|pm|cus)_[A-Za-z_]{0,64}\d\w*/gi;

const PEOPLE =
  '(?:(?:first|last|full|middle|given|family|user|sur|nick|display|real|login)[_ -]?name|author|committer|reviewer|' +
  'assignee|owner|passengers?|customer|patient|employee|recipient|sender|signed-off-by|co-authored-by|reported-by|' +
  'user_?id|customer_?id|e?-?mail|phone|mobile|fax|address\\d?|street|city|zip|postal_?code|dob|birth\\w{0,8}|date_of_birth|' +
  'ssn|passport\\w{0,8}|tax_?id|national_?id|licen[cs]e_?plate|last_four|card\\w{0,10}|iban|bic|account_?(?:number|no)|' +
  'gift_?card\\w{0,8}|payment\\w{0,10}|salary|gender|diagnosis)';

/** Matches a field about a person, with its value. */
const FIELD = new RegExp(
  `(?<![A-Za-z])${PEOPLE}["'\`]{0,2}[ \\t]{0,4}[:=][ \\t]{0,4}["'\`]?([^"'\`\\n,{}\\[\\]]{1,120})`,
  'gi',
);

/** Matches the user in a path of a home folder. */
const HOME = /(?:\/home|\/Users|\\Users)[\\/]+([\w.-]{2,40})/g;

/** Names of home folders that belong to no person. */
const NOBODY = new Set(
  (
    'user users root ubuntu runner app node agent shared public www openhands ec2-user vscode default ' +
    'admin name username user1 your-user yourname myuser you me someone nobody test tester testuser ' +
    'example demo foo dev developer guest home browser sandbox workspace project projects code coder work ' +
    'src ... build builder ci circleci jenkins travis gitpod codespace container vagrant docker nonroot ' +
    'postgres mysql git deno jovyan linuxbrew'
  ).split(' '),
);

/** Matches words that stay in a field about a person. */
const ORDINARY =
  /^(?:null|none|true|false|undefined|string|str|int|text|self|this|req\w*|res\w*|user|email|name|the|and|for|get|set|type|tags?|tests?|code|title|assignee|author|claude|codex|copilot|opus|sonnet|haiku|gemini|\w{1,2})$/i;

/** Tells whether a text has anything private. */
export function isPrivate(text: string): boolean {
  const found = [MAIL, PHONE, ACCOUNT, PAYMENT, FIELD, HOME].some(
    (pattern) => text.search(pattern) >= 0,
  );
  return found || redactText(text) !== text;
}

/** Tells which numbers are masked everywhere. Shorter ones mean many things, so only the one that was found is masked. */
const isLong = (atom: string) => atom.replace(/[^\dA-Za-z]/g, '').length >= 5 && /\d/.test(atom);

/** Returns words and numbers about people and payments, which may be repeated anywhere in the session. */
export function privateAtoms(text: string): string[] {
  const told = [...text.matchAll(FIELD)].map(([, value]) => value!);
  const atoms = told.flatMap((value) => value.match(ATOM) ?? []);
  const homes = [...text.matchAll(HOME)].flatMap(([, name]) =>
    NOBODY.has(name!.toLowerCase()) ? [] : [name!],
  );
  const payments = text.match(PAYMENT) ?? [];
  return [
    ...atoms.filter((atom) => !ORDINARY.test(atom) && (/^[A-Z]/.test(atom) || isLong(atom))),
    ...homes,
    ...payments,
  ];
}

/** Returns names that code calls or constructs, like `Error(` and `Promise<`, which are no person's. */
export function namesInCode(text: string): string[] {
  return [...text.matchAll(/\bnew ([A-Z]\w+)|\b([A-Z]\w+)(?:[(<]|\.[a-z])/g)].map(
    ([, made, used]) => (made ?? used)!,
  );
}

/** Replaces keys, addresses and numbers of people in a text. */
export function masked(text: string, seed: number, onMasked: () => void): string {
  const other = (found: string) => {
    onMasked();
    return disguised(found, seedrandom(`own-history/private/${seed}/${found}`));
  };
  return withoutSecrets(text, other)
    .replace(
      MAIL,
      (mail) => other(mail.slice(0, mail.lastIndexOf('.'))) + mail.slice(mail.lastIndexOf('.')),
    )
    .replace(PHONE, other)
    .replace(
      FIELD,
      (field, value: string) =>
        field.slice(0, -value.length) + value.replace(/(?<![\w.-])\d{1,4}(?![\w.-])/g, other),
    )
    .replace(ACCOUNT, (found) => (/^\d+$/.test(found) && !isCard(found) ? found : other(found)));
}

/** Replaces the characters of what reports leave out as secrets. */
function withoutSecrets(text: string, other: (found: string) => string): string {
  const plain = redactText(text);
  if (plain === text) return text;
  const [lines, left] = [text.split('\n'), plain.split('\n')];
  // A key of several lines is left out as a whole.
  if (lines.length !== left.length) return plain;
  return lines
    .map((line, i) => {
      if (line === left[i]) return line;
      const kept = new Set(left[i]!.match(ATOM));
      return line.replace(ATOM, (atom) => (kept.has(atom) ? atom : other(atom)));
    })
    .join('\n');
}

/** Checks the check digit of cards (Luhn). */
function isCard(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((sign, i) => {
    const value = Number(sign) * (i % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}
