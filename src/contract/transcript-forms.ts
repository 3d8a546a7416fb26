/** The forms that a transcript is written in: those of providers, and text. */
export const TRANSCRIPT_FORMS = [
  'openai',
  'mistral',
  'responses',
  'anthropic',
  'converse',
  'gemini',
  'ollama',
  'text',
] as const;

export type TranscriptForm = (typeof TRANSCRIPT_FORMS)[number];
