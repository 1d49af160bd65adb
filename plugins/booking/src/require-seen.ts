import { ApiError, type Caller, type PluginContext } from '@atrium/sdk'

/** Fields of a table that a calendar or an e-mail reveals, regardless of its reader's roles. */
interface Told {
  readonly resource: string
  readonly permission: string
  readonly path: string
  readonly fields: readonly string[]
}

const told = (plugin: string, records: string, fields: readonly string[]): Told => ({
  resource: `${plugin}_${records}`,
  permission: `${plugin}.${records}.view`,
  path: `/api/v1/${plugin}/${records}`,
  fields,
})

const TIMES = ['specialist_id', 'starts_at', 'ends_at', 'status']
const DETAILS = [...TIMES, 'client_id', 'service_id', 'location_id']
const SERVICE = told('booking', 'services', ['name'])
const LOCATION = told('booking', 'locations', ['name', 'address'])

/** The fields that a calendar reveals: of its bookings, and of all records that these may name. */
const CALENDAR = {
  busy: { bookings: told('booking', 'bookings', TIMES), named: [] },
  client: {
    bookings: told('booking', 'bookings', DETAILS),
    named: [SERVICE, LOCATION, told('clients', 'clients', ['display_name'])],
  },
} as const

/** The fields that an e-mail reveals, by the field of a booking that names the record. */
const MAIL = {
  id: told('booking', 'bookings', [...DETAILS, 'cancel_fee']),
  client_id: told('clients', 'clients', ['display_name', 'email', 'contact_points']),
  service_id: SERVICE,
  location_id: LOCATION,
  specialist_id: told('booking', 'specialists', ['name']),
}

/** The fields of a booking that name records. */
export type NamingBooking = Readonly<Record<keyof typeof MAIL, number>>

/** The bookings that a calendar shows, and how much of them. */
interface Calendar {
  /** Without it: those of the whole practice. */
  readonly specialist_id?: number
  readonly shows?: 'busy' | 'client'
}

/**
 * Refuses a calendar that reveals more than the caller sees. Everybody who has its address reads it without signing in, so no role limits
 * it later.
 * @throws ApiError 403 `permission_denied`
 */
export function requireCalendarSeen({ specialist_id, shows = 'busy' }: Calendar, caller: Caller): void {
  const { bookings, named } = CALENDAR[shows]
  const own = specialist_id === undefined ? undefined : String(specialist_id)
  const isSeen =
    unseenFields(caller, bookings, (where) => isAllOf(own, where)).length === 0 &&
    named.every((each) => unseenFields(caller, each, isEverything).length === 0)
  if (isSeen) return
  const [what, instead] =
    shows === 'client'
      ? ['bookings and their clients', 'Show only times, choose a specialist all of whose bookings you see']
      : ['times of bookings', 'Choose a specialist all of whose bookings you see']
  throw new ApiError('permission_denied', {
    detail: `This calendar shows ${what} that you do not see, to everybody who has its address. ${instead}, or ask somebody who sees them.`,
  })
}

/**
 * Refuses an e-mail that reveals fields of its bookings, or of the records that they name, which the caller cannot see.
 * @throws ApiError 403 `permission_denied`
 */
export async function requireMailSeen(
  bookings: readonly NamingBooking[],
  caller: Caller,
  { call }: Pick<PluginContext, 'call'>,
): Promise<void> {
  for (const [field, each] of Object.entries(MAIL) as [keyof typeof MAIL, Told][]) {
    if (!caller.can(each.permission)) throw unseenMail()
    const ways = caller.scope(each.resource, each.permission)
    if (ways === undefined) continue
    // A field that no role hides is visible, or missing because it has no value.
    const doubtful = unseenFields(caller, each, isEverything).filter((name) =>
      ways.some(({ hidden }) => hidden.includes(name)),
    )
    for (const id of new Set(bookings.map((booking) => booking[field]))) {
      const record = await readRecord(`${each.path}/${id}`, call)
      if (doubtful.some((name) => record[name] === undefined)) throw unseenMail()
    }
  }
}

/**
 * The fields that the caller's roles, taken together, do not show on every record of some kind. `reachesAll` tells whether a role with a
 * condition reaches all of them.
 */
function unseenFields(caller: Caller, { resource, permission, fields }: Told, reachesAll: (where: string) => boolean) {
  if (!caller.can(permission)) return fields
  const ways = caller.scope(resource, permission)?.filter(({ where }) => reachesAll(where))
  if (ways === undefined) return []
  return fields.filter((field) => ways.every(({ hidden }) => hidden.includes(field)))
}

const isEverything = (where: string) => where === ''

/** Whether all records of a specialist meet a condition: it is empty, or only names this specialist. */
function isAllOf(specialist: string | undefined, where: string): boolean {
  return (where === '' ? [] : where.split('&&')).every((each) => {
    const query = new URLSearchParams(each)
    const isOnlySpecialists = [...query.keys()].every((name) => name === 'specialist_id')
    return isOnlySpecialists && specialist !== undefined && query.getAll('specialist_id').includes(specialist)
  })
}

/** A record with the fields that the present caller sees. */
async function readRecord(path: string, call: PluginContext['call']): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await call('GET', path)) as Record<string, unknown>
  } catch (error) {
    throw error instanceof ApiError && [403, 404].includes(error.status) ? unseenMail() : error
  }
}

const unseenMail = () =>
  new ApiError('permission_denied', {
    detail:
      'This e-mail names something of its booking or its client that you do not see. Ask somebody who sees all of it.',
  })
