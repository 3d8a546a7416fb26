/** A user's file. The hash shows a Case that the file has changed, instead of quietly building another prompt. */
export interface FileReference {
  file: string;
  sha256: string;
}

export type LanguageReference = string | FileReference;

/** Names a language: its code, or its file's name. */
export function languageName(language: LanguageReference): string {
  if (typeof language === 'string') return language;
  return baseName(language.file).replace(/\.ya?ml$/, '');
}

export function baseName(path: string): string {
  return path.split(/[\\/]/).pop() || path;
}
