import { describeAgenda } from './describe-agenda.ts'
import { describeBookings } from './describe-bookings.ts'
import { describeCatalog } from './describe-catalog.ts'
import { describeFeeds } from './describe-feeds.ts'
import { describeHiddenFields } from './describe-hidden-fields.ts'
import { describeMails } from './describe-mails.ts'
import { describePrices } from './describe-prices.ts'
import { describeReach } from './describe-reach.ts'
import { describeSearch } from './describe-search.ts'
import { describeSeed } from './describe-seed.ts'
import { describeSeries } from './describe-series.ts'
import { describeSlots } from './describe-slots.ts'
import { describeUndo } from './describe-undo.ts'
import type { OpenPractice } from '../practice.ts'

/** The tests that run on every database. */
export function describePractice(open: OpenPractice): void {
  describeCatalog(open)
  describeSlots(open)
  describeBookings(open)
  describeUndo(open)
  describeSeries(open)
  describePrices(open)
  describeReach(open)
  describeHiddenFields(open)
  describeFeeds(open)
  describeMails(open)
  describeAgenda(open)
  describeSearch(open)
  describeSeed(open)
}
