/** Reads a boolean environment variable as promptfoo does. */
export function isTruthy(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'yup', 'yeppers'].includes(value?.toLowerCase() ?? '');
}
