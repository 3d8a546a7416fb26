/** Meanings of a file system's error codes, as the end of a sentence. */
const MEANINGS: Record<string, string> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it is there already',
  EFBIG: 'it is larger than a file can be',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'a folder on the way is missing',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_INVALID_ARG_VALUE: 'a path cannot have a NUL in it',
  ERR_STRING_TOO_LONG: 'it is too large',
  ETXTBSY: 'it is in use',
};

function problemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && Object.hasOwn(MEANINGS, code) ? code : undefined;
}

/** Explains an error of the file system: `the disk is full (ENOSPC)`. Nothing for other errors. */
export function problemText(error: unknown): string | undefined {
  const code = problemCode(error);
  return code && `${MEANINGS[code]} (${code})`;
}
