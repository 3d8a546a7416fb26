/** Lengths of presets whose own take seconds of a processor or more, which a test of their options need not. */
export const SHORTER: Readonly<Record<string, { lengths: number[] } | { maxTokens: number }>> = {
  'counting-stars-leaderboard': { maxTokens: 16_000 },
  'counting-stars-table-1': { maxTokens: 16_000 },
  'nolima-paper': { lengths: [250, 1000] },
  agent: { lengths: [8000, 16_000] },
  'graph-walks': { lengths: [4096, 8192] },
  'mrcr-google-128k': { lengths: [4096, 8192] },
  ruler: { lengths: [4096, 8192] },
  full: { lengths: [4096, 8192] },
  'graph-walks-1m': { lengths: [8192, 16_384] },
  'mrcr-google-1m': { lengths: [8192] },
  'mrcr-openai': { lengths: [8192, 131_072] },
  'ruler-1m': { lengths: [8192, 16_384] },
};
