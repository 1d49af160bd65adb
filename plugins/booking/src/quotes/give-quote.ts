import type { PluginContext } from '@atrium/sdk'
import { requireService } from '../catalog/require-service.ts'
import type { Settings } from '../settings.ts'
import { priceOf } from './price-of.ts'
import { quoteTable } from './quote-table.ts'
import type { Quote } from './quote.ts'

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
