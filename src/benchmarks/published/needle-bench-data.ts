import { referenceFile } from '../../base/files/file-reference.js';
import { languageCode } from '../../base/languages.js';
import type { FileReference, LanguageReference } from '../../base/references.js';

export function authorsFile(folder: string, name: string): FileReference {
  return referenceFile(
    'published',
    `${folder}/${name}`,
    "give the folder of the authors' data set",
  );
}

export function authorsLanguage(language: LanguageReference): string {
  return languageCode(language) === 'zh' ? 'Chinese' : 'English';
}
