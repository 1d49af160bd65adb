import { type PluginContext, present_caller, seed_rows, type Seeding } from '@atrium/sdk'
import { EXPIRE } from '../bookings/move-booking.ts'
import type { Settings } from '../settings.ts'
import type { Story } from './booking-story.ts'

/** Bookings between one progress and the next. */
const BATCH = 500

/** Writes bookings in the order in which they were made, with their steps; those that wait get the job that ends it. */
export async function writeStories(
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
