/** What a user can allow, in the order of the help: also that the model or the text around prompts has changed. */
export const ALLOWED = ['errors', 'missing', 'extra', 'cached', 'changed', 'new'] as const;

export type Allowed = (typeof ALLOWED)[number];
