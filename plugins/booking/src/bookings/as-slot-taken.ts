import { slotTaken } from './find-place.ts'

/** SQLSTATE exclusion_violation: the constraint has seen what the code before it has not. */
const EXCLUSION_VIOLATION = '23P01'

/** For `catch`: what PostgreSQL calls an exclusion violation, callers know as `slot_taken`. */
export function asSlotTaken(error: unknown): never {
  throw (error as { code?: unknown }).code === EXCLUSION_VIOLATION ? slotTaken(error) : error
}
