/** How sure it is what an answer says. */
export type Reading = 'read' | 'doubtful' | 'unreadable';
/** What models write around what they say, or between its parts, and a strict rule takes for a part of it. */
export type Decoration =
  | ('preamble' | 'ending' | 'JSON' | 'code fence' | 'box' | 'table' | 'list marks' | 'bold')
  | ('quotes' | 'backticks' | 'separators' | 'characters' | 'number words' | 'remarks')
  | 'line breaks';
/** Why a reading is doubtful: by what an answer says, or by its form alone. */
export type Doubt =
  | ('not asserted' | 'one of two' | 'asked' | 'repeated' | 'corrected')
  | ('elsewhere' | 'part' | 'spelling' | 'form' | Decoration);
