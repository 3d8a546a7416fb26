import type { IdsOfBaseline } from '../contract/requests.js';
import { readBaseline } from '../measuring/results/baseline/baseline.js';

export const idsOfBaseline: IdsOfBaseline = (file) =>
  new Set(
    readBaseline(file).runs.flatMap((run) => [...run.values()].flatMap((own) => [...own.keys()])),
  );
