/** promptfoo's own reading of a boolean environment variable. */
export function isTruthy(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'yup', 'yeppers'].includes(value?.toLowerCase() ?? '');
}
