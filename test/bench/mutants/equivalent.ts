import type { Mutant } from './instrument.ts'

/** A mistake after which the code does the same, only slower or with more memory, so that no test can notice it. */
interface Equivalent {
  readonly file: string
  /** As in `Mutant.what`. */
  readonly what: string
  readonly why: string
}

const DECISIONS = ['granting', 'explain'].map((name) => `host/core/auth/${name}.ts`)

const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'host/core/auth/grants.ts',
    what: "answers true: permission.includes('*')",
    why: 'A permission without * as a pattern matches itself, which the set has already found.',
  },
  ...['is <=: known.size > 10_000', 'left out: known.clear()', 'left out: known.set(permission, pattern)'].map(
    (what) => ({ file: 'host/core/auth/grants.ts', what, why: 'A cache of compiled patterns.' }),
  ),
  {
    file: 'host/core/auth/grants.ts',
    what: 'left out: sameForAll.set(where, known)',
    why: 'A cache of filled conditions.',
  },
  {
    file: 'host/core/auth/grants.ts',
    what: 'answers false: /^[\\w*.-]+=[\\w*.-]*(&[\\w*.-]+=[\\w*.-]*)*$/.test(where)',
    why: 'The long way of filling a condition comes to the same text.',
  },
  ...['left out: withholders.set(schema, known)', 'left out: marksOf.set(schema, own)'].map((what) => ({
    ...{ file: 'sdk/records/withhold.ts', what, why: 'A cache of what schemas say.' },
  })),
  ...[
    'left out: markedFields.set(store.schema, marked)',
    'left out: narrowed.set(rules, known)',
    'left out: known.set(key, kept)',
  ].map((what) => ({ file: 'sdk/records/withheld-fields.ts', what, why: 'A cache of what schemas and rules say.' })),
  ...['sdk/records/withhold.ts', 'sdk/records/scope.ts', ...DECISIONS].map((file) => ({
    ...{ file, what: 'answers undefined: false', why: 'Callers only ask whether it is true.' },
  })),
  {
    file: 'sdk/records/withhold.ts',
    what: "is &&: typeof json !== 'object' || json === null",
    why: 'A text, a number or null holds no fields and comes back as it is.',
  },
  { file: 'sdk/records/scope.ts', what: 'left out: conditions.clear()', why: 'The limit of a cache.' },
  {
    file: 'sdk/records/scope.ts',
    what: 'left out: throw error',
    why: 'Reading a condition throws nothing but ApiErrors.',
  },
  {
    file: 'host/core/operations/perform.ts',
    what: 'is &&: outcome instanceof ReplayedOutcome || result instanceof Accepted',
    why: 'A kept answer was withheld before it was kept, and the answer to a bulk action under way names no fields.',
  },
  {
    file: 'host/core/operations/perform.ts',
    what: 'is <=: body.length > LARGEST_PAGE',
    why: 'A long list in portions is the same answer as in one.',
  },
  ...['left out: noted.delete(key)', 'is ===: oldest !== undefined', 'left out: noted.delete(oldest)'].map((what) => ({
    ...{ file: 'host/core/operations/preview.ts', what },
    why: 'The limit of what is remembered: with more than 10,000 previews the oldest are noted again early, or later.',
  })),
  {
    file: 'host/core/auth/preview.ts',
    what: 'is ||: error instanceof ApiError && error.status < 500',
    why: 'What a look-up throws is a refusal, or an error of the database, which becomes an ApiError only where it is answered.',
  },
  ...['left out: proven.set(token, identity)', 'negated: identity'].map((what) => ({
    ...{ file: 'host/core/auth/authenticate.ts', what, why: 'A cache of tokens that were proven by their hash.' },
  })),
]

/** Why no test can notice a mistake; undefined if one should. */
export const whyEquivalent = ({ file, what }: Pick<Mutant, 'file' | 'what'>): string | undefined =>
  EQUIVALENT.find((each) => each.file === file && each.what === what)?.why
