/** How sure it is what an answer says. */
export type Reading = 'read' | 'doubtful' | 'unreadable';
