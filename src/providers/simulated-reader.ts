import type { Case } from '../contract/case.js';
import { caseIn } from '../contract/case-line.js';
import type { CallContext, Provider, ProviderResponse } from '../contract/promptfoo.js';
import { profileParameters } from './model-profiles.js';
import type { SimulatedReaderConfig } from './read-prompt.js';

export interface SimulatedReaderOptions {
  id?: string;
  /** promptfoo adds `basePath`. */
  config?: Partial<SimulatedReaderConfig> & { basePath?: string; temperature?: number };
}

/**
 * A provider that needs no key: it looks up the evidence of the test's Case in the prompt that was sent,
 * and answers with a known defect. What does not stand in the prompt it does not know, so it measures the
 * instrument itself: what the report says of it must be what it was told to do.
 *
 * @example
 * ```yaml
 * providers:
 *   - id: package:promptfoo-counting-stars:SimulatedReader
 *     label: lost in the middle
 *     config: { profile: lost-in-the-middle }
 * ```
 */
export class SimulatedReader implements Provider {
  readonly config: SimulatedReaderConfig;
  private readonly givenId: string | undefined;

  /** @throws {UserError} for a profile or parameter that does not exist */
  constructor(options: SimulatedReaderOptions = {}) {
    // Configs of real models set a temperature, which changes nothing here.
    const { basePath: _, temperature: __, ...given } = options.config ?? {};
    const config: SimulatedReaderConfig = { profile: 'perfect', ...given };
    const { seed: _seed, tokenizer: _tokenizer, ...profile } = config;
    profileParameters(profile);
    this.config = config;
    this.givenId = options.id;
  }

  id(): string {
    return this.givenId ?? `simulated-reader:${this.config.profile}`;
  }

  async callApi(prompt: string, context?: CallContext): Promise<ProviderResponse> {
    const { readPrompt } = await import('./read-prompt.js');
    const theCase = caseIn(context?.vars, context?.test) as Case | undefined;
    return readPrompt(prompt, this.config, context?.repeatIndex ?? 0, theCase);
  }
}
