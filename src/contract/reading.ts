/** How sure it is what an answer says. */
export type Reading = 'read' | 'doubtful' | 'unreadable';
/** Why a reading is doubtful: by what an answer says, or by its form alone. */
export type Doubt =
  | ('not asserted' | 'one of two' | 'asked' | 'repeated' | 'corrected')
  | ('elsewhere' | 'part' | 'spelling' | 'form');
