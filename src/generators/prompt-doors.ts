/**
 * The doors through which promptfoo asks for a prompt: a var that is a function (`{{prompt}}`), and a prompt
 * that is a function. Programs use the second one.
 */

import { isTruthy } from '../base/environment.js';
import { kept } from '../base/kept.js';
import { Latest } from '../base/latest.js';
import { sum } from '../base/numbers.js';
import type { Message } from '../benchmarks/benchmark.js';
import { forProvider, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { assertCase, caseId } from '../contract/case-identity.js';
import { caseIn } from '../contract/case-line.js';
import { transcriptIn } from '../haystack/messages/forms.js';
import { textsOfPrompt } from '../haystack/messages/texts.js';
import type { Turn } from '../haystack/messages/transcript.js';
import { assertAsked } from './asked-by.js';
import { markedForCache } from './cache-marks.js';
import { assertSameEdition } from './edition.js';
import type { BuiltPrompt } from './hidden-prompt.js';
import { buildPrompt, messagesOf } from './prompt.js';
import { turnsSent } from './shortening.js';
import { warnWithoutSchema } from './structured.js';
import { writingOf } from './transcript-form.js';

export interface PromptFunctionArguments {
  vars: Record<string, unknown>;
  /** Who is asked, if the tokenizer depends on the provider. */
  provider?: ProviderIdentity;
  /** promptfoo passes the prompt's own `config`, a program nothing. */
  config?: unknown;
}

/** What promptfoo passes to a var's function: the var, the prompt's source, all vars, who is asked. */
export type VarFunctionArguments = [
  name: string,
  prompt: string,
  vars: Record<string, unknown>,
  provider?: ProviderIdentity,
];

export interface VarValue {
  output: string;
}

type DoorArguments = [PromptFunctionArguments] | VarFunctionArguments;

/** Returns the whole prompt as text. A conversation or transcript is the JSON of its messages. */
export async function textDoor(...args: DoorArguments): Promise<string | VarValue> {
  if (isVarCall(args)) return verbatim(args, ({ prompt }) => prompt);
  return protection(args[0])((await builtFor(args[0].vars, args[0].provider)).prompt);
}

/** Returns the whole prompt as a list of messages, or as its JSON in a var. */
export async function chatDoor(...args: DoorArguments): Promise<Message[] | VarValue> {
  if (isVarCall(args)) return verbatim(args, (built) => JSON.stringify(messagesOf(built)));
  const protect = protection(args[0]);
  const messages = messagesOf(await builtFor(args[0].vars, args[0].provider));
  return JSON.parse(JSON.stringify(messages), (name, value) =>
    typeof value === 'string' && name !== 'role' ? protect(value) : value,
  );
}

export async function contextDoor(...args: VarFunctionArguments): Promise<VarValue> {
  return verbatim(args, ({ context }) => context);
}

export async function documentsDoor(...args: VarFunctionArguments): Promise<VarValue> {
  return verbatim(args, ({ documents = [] }) => JSON.stringify(documents));
}

export async function questionDoor(...args: VarFunctionArguments): Promise<VarValue> {
  return verbatim(args, ({ question }) => question);
}

function isVarCall(args: DoorArguments): args is VarFunctionArguments {
  return typeof args[0] === 'string';
}

/** Builds a part of the prompt, which replaces its reference in the vars of later doors. */
async function verbatim(
  [name, source, vars, provider]: VarFunctionArguments,
  textOf: (built: BuiltPrompt) => string,
): Promise<VarValue> {
  const theCase = caseIn(vars) as Case;
  const built = await builtFor(vars, provider, () => assertAsked(name, source, vars));
  return { output: new VerbatimText(textOf(built), theCase) as unknown as string };
}

/** Keeps a few prompts, since several providers are asked each. */
const recent = new Latest<Promise<BuiltPrompt>>(4);

/** Keeps how long prompts were built, in UTF-16 units, which shows what a user adds to them. */
const sizes = new Latest<number>(4096);

/**
 * Tells how many characters a Case's prompt had, the most of several forms.
 *
 * @param theCase - with the tokenizer of the provider that is asked
 * @returns nothing where it was not built here, or too many others were since
 */
export function builtSize(theCase: Case): number | undefined {
  return sizes.get(caseId(theCase));
}

async function builtFor(
  vars: Record<string, unknown>,
  provider?: ProviderIdentity,
  check = () => {},
): Promise<BuiltPrompt> {
  const theCase = caseIn(vars);
  assertCase(theCase);
  check();
  warnWithoutSchema(theCase, provider);
  const chosen = forProvider(theCase, provider);
  const built = await kept(recent, JSON.stringify([theCase, chosen.tokenizer]), async () => {
    await assertSameEdition(theCase);
    const whole = await buildPrompt(chosen);
    return whole.turns ? { ...whole, ...(await turnsSent(whole.turns, chosen)) } : whole;
  });
  const sent = built.turns ? { ...built, ...written(built.turns, theCase, provider) } : built;
  const id = caseId(chosen);
  const size = sum(textsOfPrompt(sent.prompt).map(({ length }) => length));
  sizes.set(id, Math.max(size, sizes.get(id) ?? 0));
  return markedForCache(sent, theCase, chosen, provider);
}

function written(turns: readonly Turn[], theCase: Case, provider?: ProviderIdentity) {
  const { form, inMessage } = writingOf(theCase, turns, provider);
  const prompt = transcriptIn(form, turns);
  if (form !== 'text') return { prompt, messages: JSON.parse(prompt) };
  const messages: Message[] = [{ role: 'user', content: prompt }];
  return { prompt: inMessage ? JSON.stringify(messages) : prompt, messages };
}

/**
 * Protects a text from promptfoo's templating, but not for programs, which get what the model gets. promptfoo
 * passes a `config` to functions of files, and a provider to others.
 */
function protection({ config, provider }: PromptFunctionArguments): (text: string) => string {
  const isFromPromptfoo = config !== undefined || (provider && 'callApi' in provider);
  return isFromPromptfoo ? protectFromTemplating : (text) => text;
}

/**
 * Holds a text that promptfoo must pass on unchanged. promptfoo renders and trims vars that are strings, and
 * only writes objects into the prompt. It also copies vars property by property for each assertion, and a
 * String object has one per character, so this has none but behaves as a string.
 */
export class VerbatimText {
  readonly #text: string;
  readonly #case: Case | undefined;

  /** @param theCase - whose text it is: promptfoo puts it in the place of the var that had the Case */
  constructor(text: string, theCase?: Case) {
    this.#text = text;
    this.#case = theCase;
  }

  get theCase(): Case | undefined {
    return this.#case;
  }

  get length(): number {
    return this.#text.length;
  }

  toString(): string {
    return this.#text;
  }

  valueOf(): string {
    return this.#text;
  }

  /** Returns what promptfoo stores in its database and results. */
  toJSON(): string {
    return this.#text;
  }
}

// Methods of strings (`trim`, `includes`, …) work on whatever `toString` gives.
Object.setPrototypeOf(VerbatimText.prototype, String.prototype);

/**
 * Protects a text from promptfoo, which renders what a prompt function returns as a Nunjucks template. The raw
 * block is closed and opened again inside each `{%`, since a tag in the text could end it.
 */
export function protectFromTemplating(text: string): string {
  if (isTruthy(process.env.PROMPTFOO_DISABLE_TEMPLATING)) return text;
  return `{% raw %}${text.replaceAll('{%', '{{% endraw %}{% raw %}%')}{% endraw %}`;
}
