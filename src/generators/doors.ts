/**
 * The doors through which promptfoo asks for a prompt: a var that is a function (`{{prompt}}`), and a
 * prompt that is a function. A program comes through the second one.
 */
import { assertCase } from '../case.js';
import {
  buildPrompt,
  isFromPromptfoo,
  type PromptFunctionArguments,
  type ProviderIdentity,
  protectFromTemplating,
} from './prompt.js';

/** What promptfoo calls a var's function with: the var, the prompt's source, all vars, who is asked. */
export type VarFunctionArguments = [
  name: string,
  prompt: string,
  vars: Record<string, unknown>,
  provider?: ProviderIdentity,
];

/** What a var's function returns. */
export interface VarValue {
  output: string;
}

export interface ChatMessage {
  role: 'user';
  content: string;
}

type DoorArguments = [PromptFunctionArguments] | VarFunctionArguments;

/** The whole prompt as one text. */
export async function textDoor(...args: DoorArguments): Promise<string | VarValue> {
  if (isVarCall(args)) return verbatim(await promptOf(args));
  return functionText(args[0]);
}

/** The whole prompt as a list of chat messages; in a var as its JSON. */
export async function chatDoor(...args: DoorArguments): Promise<ChatMessage[] | VarValue> {
  if (isVarCall(args)) return verbatim(JSON.stringify(messages(await promptOf(args))));
  return messages(await functionText(args[0]));
}

/** The context alone. */
export async function contextDoor(...[, , vars, provider]: VarFunctionArguments) {
  assertCase(vars.case);
  return verbatim((await buildPrompt(vars.case, provider ?? {})).context);
}

/** The question alone. */
export async function questionDoor(...[, , vars, provider]: VarFunctionArguments) {
  assertCase(vars.case);
  return verbatim((await buildPrompt(vars.case, provider ?? {})).question);
}

function isVarCall(args: DoorArguments): args is VarFunctionArguments {
  return typeof args[0] === 'string';
}

async function promptOf([, , vars, provider]: VarFunctionArguments): Promise<string> {
  assertCase(vars.case);
  return (await buildPrompt(vars.case, provider ?? {})).prompt;
}

/** For promptfoo protected from its templating, for a program the text that a model gets. */
async function functionText(args: PromptFunctionArguments): Promise<string> {
  assertCase(args.vars.case);
  const { prompt } = await buildPrompt(args.vars.case, args.provider ?? {});
  return isFromPromptfoo(args) ? protectFromTemplating(prompt) : prompt;
}

function messages(content: string): ChatMessage[] {
  return [{ role: 'user', content }];
}

/**
 * A text that promptfoo passes on as it is. It renders every var that is a primitive string as a
 * template, and trims it; a String object it only writes into the prompt.
 */
function verbatim(text: string): VarValue {
  return { output: Object(text) as string };
}
