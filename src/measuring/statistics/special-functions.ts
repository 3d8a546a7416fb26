/** Functions of @stdlib, to full precision. The build bundles them into this file (`scripts/stdlib.mjs`). */
import erfcOf from '@stdlib/math-base-special-erfc';
import gammalnOf from '@stdlib/math-base-special-gammaln';
import normalQuantileOf from '@stdlib/stats-base-dists-normal-quantile';
import tQuantileOf from '@stdlib/stats-base-dists-t-quantile';

export const erfc: (x: number) => number = erfcOf;

export const logGamma: (x: number) => number = gammalnOf;

/** The value below which a normal variable with mean `mu` and standard deviation `sigma` is with chance `p`. */
export const normalQuantile: (p: number, mu: number, sigma: number) => number = normalQuantileOf;

/** The value below which Student's t with `freedom` degrees of freedom is with chance `p`. */
export const tQuantile: (p: number, freedom: number) => number = tQuantileOf;
