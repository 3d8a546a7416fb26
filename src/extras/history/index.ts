/** What the command `history` needs. */
export { type History, historyOf } from './history.js';
export { historyDocument, historyTitle } from './history-document.js';
export { type HistoryJson, historyJson } from './history-finding.js';
export { testsHistory } from './tests-history.js';
