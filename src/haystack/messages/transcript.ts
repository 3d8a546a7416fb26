/** What an agent was told, did and got back, in no provider's form. */

export interface SaidTurn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The assistant calls a tool. Calls that follow one another are made at once. */
export interface CallTurn {
  role: 'call';
  /** Unique in its transcript, of letters, digits and `_`. */
  id: string;
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** A tool's result. Each call has one, behind the calls made at once. */
interface ResultTurn {
  role: 'result';
  id: string;
  tool: string;
  content: string;
}

export type Turn = SaidTurn | CallTurn | ResultTurn;

/** Nine letters and digits: the form that every provider takes. */
export const callId = (number: number) => `call${String(number).padStart(5, '0')}`;

/** A tool as a provider knows it. `parameters` is the JSON schema of its arguments. */
export interface ToolDeclaration {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** Returns the text of a turn that counts for the length: content, or arguments as JSON. */
export function textOfTurn(turn: Turn): string {
  return turn.role === 'call' ? JSON.stringify(turn.arguments) : turn.content;
}

/** Counts the tokens of turns, each for itself. */
export function turnTokens(turns: readonly Turn[], count: (text: string) => number): number {
  return turns.reduce((sum, turn) => sum + count(textOfTurn(turn)), 0);
}
