/** Exact fractions: points that are spread over a stage add up to 20, not to 19.999999. Always in lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A measured number (an F1, a score) enters as parts of 10^12; integers enter exactly. */
const MEASURED = 1_000_000_000_000;

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) {
    [x, y] = [y, x % y];
  }
  return x;
}

function make(numerator: bigint, denominator: bigint): Fraction {
  const sign = denominator < 0n ? -1n : 1n;
  const common = divisor(numerator, denominator * sign) || 1n;
  return { numerator: (sign * numerator) / common, denominator: (sign * denominator) / common };
}

export function fraction(value: number, of = 1): Fraction {
  if (Number.isInteger(value) && Number.isInteger(of)) {
    return make(BigInt(value), BigInt(of));
  }
  return make(BigInt(Math.round((value / of) * MEASURED)), BigInt(MEASURED));
}

export const ZERO = fraction(0);
export const ONE = fraction(1);

export const add = (a: Fraction, b: Fraction): Fraction =>
  make(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const negate = (a: Fraction): Fraction => ({ ...a, numerator: -a.numerator });
export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b));
export const multiply = (a: Fraction, b: Fraction): Fraction =>
  make(a.numerator * b.numerator, a.denominator * b.denominator);
export const divide = (a: Fraction, b: Fraction): Fraction =>
  make(a.numerator * b.denominator, a.denominator * b.numerator);
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const least = (a: Fraction, b: Fraction): Fraction => (compare(a, b) <= 0 ? a : b);
export const most = (a: Fraction, b: Fraction): Fraction => (compare(a, b) >= 0 ? a : b);
export const sum = (parts: readonly Fraction[]): Fraction => parts.reduce(add, ZERO);
/** Equal shares: the mean of the parts. `parts` must not be empty. */
export const mean = (parts: readonly Fraction[]): Fraction => divide(sum(parts), fraction(parts.length));
export const isZero = (a: Fraction): boolean => a.numerator === 0n;
export const toNumber = (a: Fraction): number => Number(a.numerator) / Number(a.denominator);

/** Rounded half away from zero, for display only. */
export function rounded(a: Fraction, digits: number): number {
  const scale = 10n ** BigInt(digits);
  const magnitude = a.numerator < 0n ? -a.numerator : a.numerator;
  const whole = (magnitude * scale * 2n + a.denominator) / (a.denominator * 2n);
  const value = Number(whole) / Number(scale);
  return a.numerator < 0n && value !== 0 ? -value : value;
}
