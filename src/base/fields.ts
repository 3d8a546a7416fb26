type Absent = undefined | null;

type MaybeAbsent<T> = {
  [K in keyof T]-?: Extract<T[K], Absent> extends never ? never : K;
}[keyof T];

/** An object whose absent fields are left out. */
export type Defined<T> = Omit<T, MaybeAbsent<T>> & {
  [K in MaybeAbsent<T>]?: Exclude<T[K], Absent>;
};

/** Leaves out fields that are undefined or null, which exact optional types do not accept. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Defined<T>;
}

/** Copies those of the named fields that are defined. */
export function picked<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Defined<Pick<T, K>> {
  return defined(Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>);
}
