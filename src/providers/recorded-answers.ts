import { UserError } from '../base/user-error.js';
import type { CallContext, Provider, ProviderResponse } from '../contract/promptfoo.js';
import type { RecordedAnswersConfig } from './recordings.js';

export interface RecordedAnswersOptions {
  id?: string;
  /** promptfoo adds `basePath`. */
  config?: RecordedAnswersConfig & { basePath?: string };
}

/**
 * A provider that gives recorded answers again, by the prompt it is asked (runs of white space count
 * as one space), so that an old run can be scored anew at no cost.
 *
 * @example
 * ```yaml
 * providers:
 *   - id: package:promptfoo-counting-stars:RecordedAnswers
 *     config: { file: answers.jsonl }
 * ```
 */
export class RecordedAnswers implements Provider {
  readonly config: RecordedAnswersConfig;
  private readonly givenId: string | undefined;

  /** @throws {UserError} when `config.file` is missing */
  constructor(options: RecordedAnswersOptions = {}) {
    const { file, provider } = options.config ?? {};
    if (typeof file !== 'string' || file === '') {
      throw new UserError(
        'RecordedAnswers: `config` needs a `file` with recorded answers, for example ' +
          '{ file: answers.jsonl }.',
      );
    }
    this.config = { file, ...(provider !== undefined && { provider }) };
    this.givenId = options.id;
  }

  id(): string {
    return this.givenId ?? `recorded-answers:${this.config.file}`;
  }

  async callApi(prompt: string, context?: CallContext): Promise<ProviderResponse> {
    const { recordedAnswer } = await import('./recordings.js');
    return recordedAnswer(this.config, prompt, context?.repeatIndex ?? 0);
  }
}
