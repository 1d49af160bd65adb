import { setImmediate as letOthersGo } from 'node:timers/promises'
import { type PluginContext, present_caller, seed_rows, type Seeding } from '@atrium/sdk'
import { EXPIRE } from '../bookings/change-status.ts'
import type { Settings } from '../settings.ts'
import { DAY, WEEK } from '../time/span.ts'
import type { Story } from './booking-story.ts'
import { guestList, readClients } from './guests.ts'
import { inventBookings, type InventOptions } from './invent-bookings.ts'
import { readCalendars } from './openings.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedHours, type Weeks } from './seed-hours.ts'

const BOOKINGS = 20_000

/** The number of weeks over which the bookings are spread, if the calendars have room. */
const USUAL_WEEKS = 46

/** How full this week and the following ones are. */
const AHEAD = [1, 0.8, 0.62, 0.46, 0.32, 0.2, 0.12, 0.06]

/** The share of openings booked in the fullest week. */
const FULL = 0.88

/** The number of bookings per batch; progress is reported after each. */
const BATCH = 500

/**
 * Seeds twelve specialists at four locations in four time zones, with hours and services, and 20,000 bookings of the existing clients.
 * Past bookings are completed, missed or cancelled, future ones confirmed or pending, each with its history. Without clients there are
 * no bookings. No events or e-mails are sent. Pending bookings expire at their start.
 */
export async function seed(context: PluginContext<Settings>, seeding: Seeding): Promise<void> {
  const { db, settings } = context
  const { random, today, scale } = seeding
  const total = Math.max(1, Math.round(BOOKINGS * scale))
  const weekly = total / USUAL_WEEKS
  const weeks = weeksOf(today, Math.ceil(total / Math.min(weekly, 380)) + 12)
  const stamp = { created_at: new Date(weeks.opened).toISOString(), version: 1 }
  const specialists = await seedCatalog(db, stamp)
  await seedHours(db, specialists, { random, weeks, stamp })
  const calendars = await readCalendars(db, specialists, { random, weeks })
  const nextGuest = guestList(random, await readClients(context))
  const stories = await fillWeeks({ random, calendars, nextGuest, today, settings }, { total, weekly, weeks })
  await writeStories(stories, context, seeding)
}

/** The weeks to fill: `back` weeks before this one, and as many ahead as `AHEAD` has. */
function weeksOf(today: string, back: number): Weeks {
  const midnight = Date.parse(today)
  const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY
  return { opened: monday - back * WEEK, monday, last: monday + (AHEAD.length - 1) * WEEK }
}

/**
 * Fills this week and the following ones first, then earlier weeks until there are enough bookings. Lets other requests run after each
 * week.
 */
async function fillWeeks(
  options: InventOptions,
  { total, weekly, weeks: { opened, monday } }: { total: number; weekly: number; weeks: Weeks },
): Promise<Story[]> {
  const stories: Story[] = []
  const fill = async (week: number, share: number) => {
    await letOthersGo()
    const openings = options.calendars.openingsIn(week)
    const count = Math.round(Math.min(weekly, openings.length * FULL) * share)
    stories.push(...inventBookings(openings, count, options))
  }
  for (const [week, share] of AHEAD.entries()) await fill(monday + week * WEEK, share)
  for (let week = monday - WEEK; week >= opened && stories.length < total; week -= WEEK)
    await fill(week, 0.9 + options.random.next() * 0.1)
  return stories.slice(0, total)
}

/** Stores bookings in the order in which they were made, with their history and, if pending, the job that expires them. */
async function writeStories(
  stories: readonly Story[],
  { db, jobs }: Pick<PluginContext<Settings>, 'db' | 'jobs'>,
  { progress }: Pick<Seeding, 'progress'>,
): Promise<void> {
  const ordered = [...stories].sort((one, other) => (one.row.created_at < other.row.created_at ? -1 : 1))
  for (let done = 0; done < ordered.length; done += BATCH) {
    progress(done, { total: ordered.length })
    const batch = ordered.slice(done, done + BATCH)
    const rows = batch.map(({ row }) => row)
    const ids = await seed_rows(db, 'booking_bookings', rows, { key: 'id' })
    const steps = batch.flatMap((story, at) => stepsOf(story, ids[at] as number))
    await seed_rows(db, 'booking_transitions', steps)
    for (const [at, { row }] of batch.entries())
      if (row.expires_at !== undefined)
        await jobs.add(EXPIRE, { id: ids[at] }, { run_at: new Date(row.expires_at), key: String(ids[at]) })
  }
}

function stepsOf({ steps }: Story, booking_id: number): object[] {
  const caller = present_caller()
  return steps.map(({ at, ...step }) => ({
    ...step,
    booking_id,
    caller_id: caller?.id,
    caller_name: caller?.name,
    created_at: new Date(at).toISOString(),
    version: 1,
  }))
}
