import { ApiError, type Knex, type PluginContext } from '@atrium/sdk'
import { checkClient, requestedSpan } from '../bookings/check-request.ts'
import { seenBookings } from '../bookings/booking-table.ts'
import { Booking } from '../bookings/booking.ts'
import { placeBooking } from '../bookings/create-booking.ts'
import {
  lockSpecialists,
  requireReached,
  requireService,
  requireSpecialist,
  type ServiceRow,
} from '../catalog/bookable.ts'
import { requireWritable } from '../require-writable.ts'
import type { Settings } from '../settings.ts'
import { storedRule } from '../time/rule-text.ts'
import { type SeriesDate, seriesDates } from './series-dates.ts'
import {
  Series,
  type SeriesConflict,
  type SeriesFit,
  type SeriesOutcome,
  type SeriesRequest,
  seriesTable,
} from './series.ts'

type Context = PluginContext<Settings>

/** How many days the refusal of a series names; its details list all. */
const DAYS_TOLD = 6

/** A checked request with the dates to book. */
interface Plan {
  readonly request: SeriesRequest
  readonly service: ServiceRow
  readonly zone: string
  readonly dates: readonly SeriesDate[]
}

/**
 * Books all dates of a series or none, or with mode `fitting` the available ones. The specialist is locked before the first date, so
 * nobody can book in between. A dry run does the same work, rolls it back, and reports conflicts without throwing them.
 * @throws ApiError 409 `series_conflicts` with every date that is not available, `quote_expired`, `quote_used`; 422
 */
export async function bookSeries(
  request: SeriesRequest,
  context: Context,
  { dry_run = false } = {},
): Promise<SeriesOutcome> {
  const plan = await planOf(request, context)
  if (dry_run) return takenBack(context.db, async () => withoutIds(await book(plan, context)))
  const outcome = await book(plan, context)
  const { fits, conflicts } = outcome
  if (fits.length > 0 && (conflicts.length === 0 || request.mode === 'fitting')) return outcome
  throw seriesConflicts(conflicts, plan.dates.length)
}

async function planOf(request: SeriesRequest, context: Context): Promise<Plan> {
  const { db } = context
  requireWritable({ table: 'booking_series', schema: Series }, request)
  requireWritable({ table: 'booking_bookings', schema: Booking }, request)
  await requireReached(db, request)
  const service = await requireService(db, request.service_id)
  const { zone } = await requireSpecialist(db, request)
  const starts_at = new Date(request.starts_at).toISOString()
  requestedSpan({ starts_at }, service.duration)
  const rrule = storedRule(request.rrule)
  const dates = seriesDates({ rrule, starts_at, zone })
  await checkClient(request.client_id, context)
  await lockSpecialists(db, [request.specialist_id])
  return { request: { ...request, starts_at, rrule }, service, zone, dates }
}

async function book(plan: Plan, context: Context): Promise<SeriesOutcome> {
  const { quote_id: _, ...series } = plan.request
  const { id } = await seriesTable(context.db).create({ ...series, zone: plan.zone })
  const fits: BookedDate[] = []
  const conflicts: SeriesConflict[] = []
  for (const [index, date] of plan.dates.entries()) {
    const booked = await bookDate(date, { plan, id }, context)
    const pointer = index === 0 ? '/starts_at' : '/rrule'
    if ('reason' in booked) conflicts.push({ local_start: date.local_start, pointer, ...booked })
    else fits.push(booked)
  }
  const { currency } = context.settings
  return { id, zone: plan.zone, currency, ...(await withSeenPrices(fits, context.db)), conflicts }
}

type BookedDate = Required<SeriesFit>

/** Removes the prices of bookings that the caller cannot see, and the total if one is missing. */
async function withSeenPrices(fits: readonly BookedDate[], db: Knex): Promise<Pick<SeriesOutcome, 'total' | 'fits'>> {
  const ids = fits.map(({ booking_id }) => booking_id)
  const priced = await seenBookings(db).whereIn('id', ids).whereNotNull('price').pluck<number[]>('id')
  if (priced.length === fits.length) return { total: fits.reduce((sum, { price }) => sum + price, 0), fits: [...fits] }
  return {
    fits: fits.map(({ price, ...fit }) => (priced.includes(fit.booking_id) ? { ...fit, price } : fit)),
  }
}

/** Uses a savepoint, so that a date refused by PostgreSQL's constraints does not abort the transaction. */
async function bookDate(
  { starts_at, local_start }: SeriesDate,
  { plan: { request, service }, id: series_id }: { readonly plan: Plan; readonly id: number },
  context: Context,
): Promise<BookedDate | ReturnType<typeof asConflict>> {
  if (starts_at === undefined) return SKIPPED
  const { client_id, specialist_id, notes, quote_id } = request
  const span = requestedSpan({ starts_at }, service.duration)
  const placement = { client_id, specialist_id, service, span, notes, quote_id, series_id }
  try {
    const { id, ends_at, price } = await context.db.transaction(() => placeBooking(placement, context))
    return { local_start, starts_at, ends_at, price, booking_id: id }
  } catch (error) {
    return asConflict(error)
  }
}

type Reason = Pick<SeriesConflict, 'reason' | 'message'>

/** Returns why a date is not available. Errors that affect all dates are rethrown. */
function asConflict(error: unknown): Reason {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'slot_taken') return { reason: 'slot_taken', message: 'This time has already been booked' }
  const [detail] = error.options.details ?? []
  if (detail?.keyword === 'hours') return { reason: 'hours', message: detail.message }
  throw error
}

/** A local time that the clock change skips. The zone is not named, because a role may hide it. */
const SKIPPED: Reason = {
  reason: 'wall_time',
  message: 'This time does not exist where the specialist is, because of the clock change',
}

/** The 409 that lists every date that is not available. */
function seriesConflicts(conflicts: readonly SeriesConflict[], dates: number): ApiError {
  const told = ({ local_start, message }: SeriesConflict) => `${local_start.slice(0, 16).replace('T', ' ')}: ${message}`
  const errors: Record<string, string> = {}
  for (const conflict of conflicts) errors[conflict.pointer.slice(1)] ??= told(conflict)
  return new ApiError('series_conflicts', {
    status: 409,
    detail: `Nothing was booked: ${conflicts.length} of ${dates} dates are not available (${daysOf(conflicts)}). Choose another time, or book only the available dates.`,
    errors,
    details: conflicts.map((conflict) => ({
      pointer: conflict.pointer,
      keyword: conflict.reason,
      message: told(conflict),
      value: conflict.local_start,
    })),
  })
}

/** The first days, which a person reads above the form: it has no field for each date. */
function daysOf(conflicts: readonly SeriesConflict[]): string {
  const days = conflicts.slice(0, DAYS_TOLD).map(({ local_start }) => local_start.slice(0, 'yyyy-mm-dd'.length))
  return [...days, ...(conflicts.length > DAYS_TOLD ? ['…'] : [])].join(', ')
}

function withoutIds({ id: _, fits, ...outcome }: SeriesOutcome): SeriesOutcome {
  return { ...outcome, fits: fits.map(({ booking_id: _, ...fit }) => fit) }
}

/** Runs the work in a savepoint, rolls it back, and returns the result. */
async function takenBack<Value>(db: Knex, work: () => Promise<Value>): Promise<Value> {
  let outcome: { readonly value: Value } | undefined
  const dryRun = new Error('This was a dry run.')
  await db
    .transaction(async () => {
      outcome = { value: await work() }
      throw dryRun
    })
    .catch((error: unknown) => {
      if (error !== dryRun) throw error
    })
  return (outcome as unknown as { readonly value: Value }).value
}
