/** The history of runs: all that a command needs of it. */
export { type History, historyOf } from './history.js';
export { historyHtml } from './history-html.js';
export { type HistoryJson, historyJson } from './history-json.js';
export { historyText } from './history-text.js';
export { testsHistory } from './tests-history.js';
