/** What in this folder is run, and how: `smallest.mjs` starts each with the smallest size that it has. */

/** Arguments of the smallest run of each study. */
export const SMALLEST = {
  'asks.mjs': ['coverage', '--runs', '1'],
  'benchmarks.mjs': ['countingStars'],
  'bill.mjs': ['configs', '1'],
  'costs.mjs': [],
  'deciding-grids.mjs': ['check', '1'],
  'diagnosis.mjs': ['1'],
  'exactness.mjs': ['1'],
  'first-line.mjs': ['1', 'lines'],
  'fuzz.mjs': ['50'],
  'gate-time.mjs': [],
  'large-runs.mjs': ['2', '4000'],
  'ordinary-tests.mjs': ['1', 'found'],
  'own-documents.mjs': ['means', '--runs', '1'],
  'prompt-doors.mjs': ['1'],
  'ranks.mjs': ['1', 'equal'],
  'realism.mjs': [],
  'report.mjs': ['100'],
  'run.mjs': ['import-time', 'growth'],
  'search.mjs': ['1', 'octave', '--groups', 'ruler', '--marks', '32'],
  'secrets.mjs': ['1'],
  'sequence-matcher.mjs': ['python3', '10'],
  'stretch.mjs': ['1', 'form'],
  'tokenizers.mjs': [],
  'truth.mjs': ['1', 'recall', '--brief'],
  'truth-gate.mjs': ['1', 'alarms', '--brief'],
  'truth-history.mjs': ['1'],
  'truth-length.mjs': ['1', 'floors'],
};

/** Studies that need what is not in this repository, or change it, and why they are left out. */
export const LEFT_OUT = {
  'answers.mjs': 'compares with answers that a person scored',
  'fidelity.mjs': 'needs checkouts of the originals',
  'figures.mjs': 'runs the others and writes pages',
  'latest-value.mjs': 'needs a checkout of the original',
  'mutation.mjs': 'changes sources; minutes for each file',
  'own-history.mjs': 'needs recorded sessions',
  'package-size.mjs': 'installs packages',
  'profile.mjs': 'the default config twice, which is its smallest size',
  'published.mjs': 'needs tables of others',
  'scorers.mjs': 'needs checkouts of the originals',
};
