/** Values of `--allow` in the order of the help. `changed` is another model, or other text around prompts. */
export const ALLOWED = ['errors', 'missing', 'extra', 'cached', 'changed', 'new'] as const;

export type Allowed = (typeof ALLOWED)[number];
