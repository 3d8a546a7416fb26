/** The variable by which the plan command tells the hook what it needs, as JSON. */
export const PLAN_VARIABLE = 'COUNTING_STARS_PLAN';

/** What the plan command tells the hook. */
export interface PlanRequest {
  /** The file that the planned suite is written to. */
  file: string;
  /** Configs as named on the command line; none for the one that promptfoo finds by itself. */
  configs: string[];
  /** `--repeat` of the command line. */
  repeat?: number;
  /** What is spoken, where the user asked for it. */
  language?: string;
}
