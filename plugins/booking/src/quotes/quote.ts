import { type Knex, type Static, table_store, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const amount = (description?: string) => Type.Integer({ ...(description && { description }), readOnly: true })

export const QuoteLine = Type.Object({
  kind: Type.Enum(['service', 'discount', 'tax']),
  label: Type.String(),
  quantity: Type.Integer(),
  /** The price of one booking, in minor units. */
  unit_amount: Type.Integer(),
  amount: Type.Integer({ description: 'In minor units; discounts are negative' }),
})
export type QuoteLine = Static<typeof QuoteLine>

/** A price for a number of bookings, binding until the quote expires. Amounts are in minor units of the currency. */
export const Quote = Type.Object(
  {
    id: Type.String({ format: 'uuid', readOnly: true }),
    service_id: reference('Service'),
    quantity: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'The number of bookings that it covers',
    }),
    used: Type.Integer({ readOnly: true, description: 'The number of bookings already made with it' }),
    lines: Type.Array(QuoteLine, { readOnly: true }),
    subtotal: amount('Before discount and tax'),
    discount: amount(),
    tax: amount(),
    total: amount('The amount to pay'),
    currency: Type.String({ readOnly: true }),
    expires_at: Type.String({ format: 'date-time', readOnly: true }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

/** The body of a request for a quote. */
export const QuoteRequest = Type.Pick(Quote, ['service_id', 'quantity'])

/** The table of quotes. */
export const quoteTable = (db: Knex) =>
  table_store(db, 'booking_quotes', Quote, {
    sort: ['created_at', 'expires_at', 'total'],
    filter: ['service_id', 'expires_at', 'created_at'],
  })
