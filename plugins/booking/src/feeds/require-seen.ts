import { ApiError, type Caller } from '@atrium/sdk'

/** Whose bookings a feed shows, and how much of them. */
interface Showing {
  /** None: those of the whole practice. */
  readonly specialist_id?: number
  readonly shows?: 'busy' | 'client'
}

/** A table of which a feed shows something. */
interface Shown {
  readonly resource: string
  readonly permission: string
  readonly fields: readonly string[]
}

const TIMES: Shown = {
  resource: 'booking_bookings',
  permission: 'booking.bookings.view',
  fields: ['specialist_id', 'starts_at', 'ends_at', 'status'],
}
const DETAILS: Shown = { ...TIMES, fields: [...TIMES.fields, 'client_id', 'service_id', 'location_id'] }
const NAMES: Shown = {
  resource: 'clients_clients',
  permission: 'clients.clients.view',
  fields: ['display_name'],
}

/**
 * Refuses a feed that shows more than the caller sees. Everybody who has its address reads it without signing in, so no role limits it
 * later.
 * @throws ApiError 403 `permission_denied`
 */
export function requireSeen({ specialist_id, shows }: Showing, caller: Caller): void {
  const own = specialist_id === undefined ? undefined : String(specialist_id)
  const isSeen = shows === 'client' ? sees(caller, DETAILS, own) && sees(caller, NAMES) : sees(caller, TIMES, own)
  if (isSeen) return
  const [what, instead] =
    shows === 'client'
      ? ['bookings and their clients', 'Show only times, choose a specialist all of whose bookings you see']
      : ['times of bookings', 'Choose a specialist all of whose bookings you see']
  throw new ApiError('permission_denied', {
    detail: `This calendar shows ${what} that you do not see, to everybody who has its address. ${instead}, or ask somebody who sees them.`,
  })
}

/** Whether a role shows the fields on all records, or at least on all records of a specialist. */
function sees(caller: Caller, { resource, permission, fields }: Shown, specialist?: string): boolean {
  if (!caller.can(permission)) return false
  const ways = caller.scope(resource, permission)
  if (ways === undefined) return true
  return ways.some(({ where, hidden }) => isAllOf(specialist, where) && !fields.some((field) => hidden.includes(field)))
}

/** Whether all records of a specialist meet a condition: it is empty, or names this specialist and nothing else. */
function isAllOf(specialist: string | undefined, where: string): boolean {
  return (where === '' ? [] : where.split('&&')).every((each) => {
    const query = new URLSearchParams(each)
    const isOnlySpecialists = [...query.keys()].every((name) => name === 'specialist_id')
    return isOnlySpecialists && specialist !== undefined && query.getAll('specialist_id').includes(specialist)
  })
}
