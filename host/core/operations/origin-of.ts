import type { Identity } from '../auth/index.ts'
import type { CallOrigin } from './outcome.ts'

const ORIGINS = { cookie: 'ui', bearer: 'token', cli: 'cli' } as const satisfies Record<Identity['by'], CallOrigin>

/** The door that an identity comes through; nobody came through none, and counts as a program. */
export const originOf = (identity: Identity | undefined): CallOrigin => ORIGINS[identity?.by ?? 'bearer']
