import { ApiError, invalid_values, type Knex, type PluginContext } from '@atrium/sdk'
import { requireService } from '../catalog/bookable.ts'
import type { Settings } from '../settings.ts'
import { shareOfTotal, priceOf } from './price-of.ts'
import { type Quote, quoteTable } from './quote.ts'

/** Keeps a price for a while. @throws ApiError 422 where there is no such service */
export async function giveQuote(
  { service_id, quantity }: Pick<Quote, 'service_id' | 'quantity'>,
  { db, settings }: PluginContext<Settings>,
): Promise<Quote> {
  const service = await requireService(db, service_id)
  const expires_at = new Date(Date.now() + settings.quote_minutes * 60_000).toISOString()
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

/** What is asked of a quote. */
export interface QuoteUse {
  readonly quote_id: string
  readonly service_id: number
}

/**
 * Takes one booking's share of a quote, and nobody else gets the same.
 * @throws ApiError 409 `quote_expired`, `quote_used`; 422 where it is no quote, or one of another service
 */
export async function useQuote(
  db: Knex,
  { quote_id, service_id }: QuoteUse,
): Promise<Pick<Quote, 'currency'> & { price: number }> {
  const quote = (await db('booking_quotes').where({ id: quote_id }).forUpdate().first()) as Quote | undefined
  if (quote === undefined) throw wrongQuote('There is no such quote', 'exists')
  if (quote.service_id !== service_id) throw wrongQuote(`It is for the service [${quote.service_id}]`, 'service')
  if (Date.parse(quote.expires_at) <= Date.now()) {
    throw refused('quote_expired', `The quote [${quote_id}] has expired at ${quote.expires_at}. Ask for a new one.`)
  }
  if (quote.used >= quote.quantity) {
    throw refused(
      'quote_used',
      `The quote [${quote_id}] was for ${quote.quantity}, and all are booked. Ask for a new one.`,
    )
  }
  await db('booking_quotes')
    .where({ id: quote_id })
    .update({ used: quote.used + 1, version: db.raw('version + 1') })
  return { price: shareOfTotal(quote, quote.used), currency: quote.currency }
}

const wrongQuote = (message: string, keyword: string) => invalid_values([{ pointer: '/quote_id', message, keyword }])

const refused = (code: string, detail: string) => new ApiError(code, { status: 409, detail })
