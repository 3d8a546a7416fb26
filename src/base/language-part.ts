import type { z } from 'zod';
import { checked } from './datasets.js';
import { kept } from './kept.js';
import { failIn, type Language, languageSchema, loadLanguage } from './languages.js';
import type { LanguageReference } from './references.js';

/**
 * Makes a function that reads a benchmark's own part of a language file.
 *
 * @param schema - all fields besides those that every language has
 */
export function languagePart<Part>(schema: z.ZodType<Part>): (language: LanguageReference) => Part {
  const parts = new WeakMap<Language, Part>();
  return (reference) => {
    const language = loadLanguage(reference);
    return kept(parts, language, () => {
      const own = Object.entries(language).filter(
        ([field]) => !Object.hasOwn(languageSchema.shape, field),
      );
      const file = typeof reference === 'string' ? reference : reference.file;
      return checked(Object.fromEntries(own), schema, failIn(file));
    });
  };
}
