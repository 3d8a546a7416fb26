/** What shortens the history of an agent before the question: taken from the extras in this one line. */
export {
  compactionOf,
  configure,
  movesBaits,
  sampledCases,
  turnsSent,
} from '../extras/agents/compaction/compaction.js';
