/** What a proxy of `stretch` notes at each response, in `metadata.stretch`: what stands around the user's prompt. */
export interface StretchNote {
  /** The user's provider: its label, else its id. */
  provider: string;
  /** The prompt as it is, with one short turn more (the form without the length), or with unrelated text. */
  arm: 'as-is' | 'one-turn' | 'padded';
  /** Tokens asked for; 0 without a length. */
  length: number;
  /** Tokens of the prompt as sent, by `tokenizer`. */
  tokens: number;
  /** Not sent: the user's prompt, whose `tokens` these are, leaves no room for text at this length. */
  skipped?: true;
  tokenizer: string;
  /** 0, 1, …: which asking of this arm within one repeat of promptfoo (as it is, each test is asked twice). */
  time: number;
  /** The repeat of promptfoo, each of which has a text of its own; absent for the first. */
  repeat?: number;
  /** Variables that the provider read one by one. */
  reads?: string[];
  as: 'conversation' | 'before' | 'tools';
  /** How the turns before the prompt were sent. */
  form?: 'messages' | 'text';
  /** Where the unrelated text stands in the prompt as sent, in characters. */
  padding?: { from: number; to: number };
}
