import { ApiError, invalid_values, type Knex, type PluginContext } from '@atrium/sdk'
import { requireSeenService } from '../catalog/bookable.ts'
import type { Settings } from '../settings.ts'
import { MINUTE } from '../time/span.ts'
import { shareOfTotal, priceOf } from './price-of.ts'
import { type Quote, quoteTable } from './quote.ts'

/**
 * Creates a quote that is binding for `quote_minutes`. It contains the fields of the service that the caller sees.
 * @throws ApiError 403 `permission_denied` if the price is hidden; 422 for a service that is unknown or out of reach
 */
export async function giveQuote(
  { service_id, quantity }: Pick<Quote, 'service_id' | 'quantity'>,
  { db, settings }: PluginContext<Settings>,
): Promise<Quote> {
  const {
    seen: { price, name },
  } = await requireSeenService(db, service_id)
  if (price === null) throw hiddenPrice()
  const service = { price, name: name ?? `Service ${service_id}` }
  const expires_at = new Date(Date.now() + settings.quote_minutes * MINUTE).toISOString()
  const { currency } = settings
  return quoteTable(db).create({
    service_id,
    quantity,
    used: 0,
    ...priceOf(service, quantity, settings),
    currency,
    expires_at,
  })
}

const hiddenPrice = () =>
  new ApiError('permission_denied', {
    detail:
      'Your roles hide the field [price] of this service, which a quote contains. Book without a quote, or ask an operator for a role that shows it.',
  })

/** A booking that uses a quote. */
export interface QuoteUse {
  readonly quote_id: string
  readonly service_id: number
}

/**
 * Uses up one booking of a quote and returns its share of the price. The row is locked, so no share is given twice.
 * @throws ApiError 409 `quote_expired`, `quote_used`; 422 for an unknown quote or one for another service
 */
export async function useQuote(
  db: Knex,
  { quote_id, service_id }: QuoteUse,
): Promise<Pick<Quote, 'currency'> & { price: number }> {
  const quote = (await db('booking_quotes').where({ id: quote_id }).forUpdate().first()) as Quote | undefined
  if (quote === undefined) throw wrongQuote('This quote does not exist', 'exists')
  if (quote.service_id !== service_id)
    throw wrongQuote(`This quote is for the service [${quote.service_id}]`, 'service')
  if (Date.parse(quote.expires_at) <= Date.now()) {
    throw refused('quote_expired', `The quote [${quote_id}] expired at ${quote.expires_at}. Request a new one.`)
  }
  if (quote.used >= quote.quantity) {
    throw refused(
      'quote_used',
      `All ${quote.quantity} bookings of the quote [${quote_id}] have been made. Request a new one.`,
    )
  }
  await db('booking_quotes')
    .where({ id: quote_id })
    .update({ used: quote.used + 1, version: db.raw('version + 1') })
  return { price: shareOfTotal(quote, quote.used), currency: quote.currency }
}

const wrongQuote = (message: string, keyword: string) => invalid_values([{ pointer: '/quote_id', message, keyword }])

const refused = (code: string, detail: string) => new ApiError(code, { status: 409, detail })
