import type { Mutant } from './instrument.ts'

/** A mistake after which the code does the same, only slower or with more memory, so that no test can notice it. */
interface Equivalent {
  readonly file: string
  /** As in `Mutant.what`. */
  readonly what: string
  readonly why: string
}

const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'host/core/auth/grants.ts',
    what: "answers true: permission.includes('*')",
    why: 'A permission without * as a pattern matches itself, which the set has already found.',
  },
  ...['is <=: known.size > 10_000', 'left out: known.clear()', 'left out: known.set(permission, pattern)'].map(
    (what) => ({ file: 'host/core/auth/grants.ts', what, why: 'A cache of compiled patterns.' }),
  ),
  ...['left out: proven.set(token, identity)', 'negated: identity'].map((what) => ({
    ...{ file: 'host/core/auth/identity.ts', what, why: 'A cache of tokens that were proven by their hash.' },
  })),
]

/** Why no test can notice a mistake; undefined if one should. */
export const whyEquivalent = ({ file, what }: Pick<Mutant, 'file' | 'what'>): string | undefined =>
  EQUIVALENT.find((each) => each.file === file && each.what === what)?.why
