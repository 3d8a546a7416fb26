/** What `score` says in its metadata that it is; somebody else's assertion has no reason to. */
export const SCORED_BY = 'promptfoo-counting-stars';
