/** What an agent was told, did and got back, in no provider's own form. */

/** Somebody says something. */
export interface SaidTurn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The assistant calls a tool; calls that follow one another are made at once. */
export interface CallTurn {
  role: 'call';
  /** Unique in its transcript, and of letters, digits and `_` alone. */
  id: string;
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** What a tool returned; every call has one result, behind the calls that were made at once. */
interface ResultTurn {
  role: 'result';
  /** The `id` of its call. */
  id: string;
  tool: string;
  content: string;
}

export type Turn = SaidTurn | CallTurn | ResultTurn;

/** What a tool is to a provider: `parameters` is the JSON schema of its arguments. */
export interface ToolDeclaration {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** The text of a turn that counts towards the length: a content, or a call's arguments as JSON. */
export function textOfTurn(turn: Turn): string {
  return turn.role === 'call' ? JSON.stringify(turn.arguments) : turn.content;
}
