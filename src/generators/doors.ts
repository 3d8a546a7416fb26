/**
 * The doors through which promptfoo asks for a prompt: a var that is a function (`{{prompt}}`), and a
 * prompt that is a function. A program comes through the second one.
 */
import type { Message } from '../benchmarks/benchmark.js';
import { assertCase } from '../case.js';
import { assertAsked } from './asked-by.js';
import type { ProviderIdentity } from './by-provider.js';
import {
  type BuiltPrompt,
  buildPrompt,
  isFromPromptfoo,
  type PromptFunctionArguments,
  protectFromTemplating,
} from './prompt.js';
import { warnWithoutSchema } from './structured.js';
import { Verbatim } from './verbatim.js';

/** What promptfoo calls a var's function with: the var, the prompt's source, all vars, who is asked. */
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

/** The whole prompt as one text; that of a conversation is the JSON of its messages. */
export async function textDoor(...args: DoorArguments): Promise<string | VarValue> {
  if (isVarCall(args)) return verbatim((await builtForVar(args)).prompt);
  return protection(args[0])((await builtForFunction(args[0])).prompt);
}

/** The whole prompt as a list of chat messages; in a var as its JSON. */
export async function chatDoor(...args: DoorArguments): Promise<Message[] | VarValue> {
  if (isVarCall(args)) return verbatim(JSON.stringify(messagesOf(await builtForVar(args))));
  const protect = protection(args[0]);
  return messagesOf(await builtForFunction(args[0])).map(({ role, content }) => ({
    role,
    content: protect(content),
  }));
}

export async function contextDoor(...args: VarFunctionArguments): Promise<VarValue> {
  return verbatim((await builtForVar(args)).context);
}

export async function questionDoor(...args: VarFunctionArguments): Promise<VarValue> {
  return verbatim((await builtForVar(args)).question);
}

function isVarCall(args: DoorArguments): args is VarFunctionArguments {
  return typeof args[0] === 'string';
}

function builtForVar([name, source, vars, provider]: VarFunctionArguments): Promise<BuiltPrompt> {
  assertCase(vars.case);
  assertAsked(name, source, vars);
  warnWithoutSchema(vars.case, provider);
  return buildPrompt(vars.case, provider ?? {});
}

function builtForFunction({ vars, provider }: PromptFunctionArguments): Promise<BuiltPrompt> {
  assertCase(vars.case);
  warnWithoutSchema(vars.case, provider);
  return buildPrompt(vars.case, provider ?? {});
}

/** For promptfoo protected from its templating, for a program the text that a model gets. */
function protection(args: PromptFunctionArguments): (text: string) => string {
  return isFromPromptfoo(args) ? protectFromTemplating : (text) => text;
}

/** The Case's own conversation, or one message of the user's. */
function messagesOf({ messages, prompt }: BuiltPrompt): readonly Message[] {
  return messages ?? [{ role: 'user', content: prompt }];
}

function verbatim(text: string): VarValue {
  return { output: new Verbatim(text) as unknown as string };
}
