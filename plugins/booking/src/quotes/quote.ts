import { type Knex, type Static, table_store, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const amount = (description?: string) => Type.Integer({ ...(description && { description }), readOnly: true })

export const QuoteLine = Type.Object({
  kind: Type.Enum(['service', 'discount', 'tax']),
  label: Type.String(),
  quantity: Type.Integer(),
  /** Of one, in minor units. */
  unit_amount: Type.Integer(),
  amount: Type.Integer({ description: 'In minor units; discounts are negative' }),
})
export type QuoteLine = Static<typeof QuoteLine>

/** A price that binds until it expires, for as many bookings as it was asked for. Amounts are minor units of the currency. */
export const Quote = Type.Object(
  {
    id: Type.String({ format: 'uuid', readOnly: true }),
    service_id: reference('Service'),
    quantity: Type.Integer({ minimum: 1, maximum: 100, default: 1, description: 'How many bookings it is for' }),
    used: Type.Integer({ readOnly: true, description: 'How many bookings were made for it' }),
    lines: Type.Array(QuoteLine, { readOnly: true }),
    subtotal: amount('Before discount and tax'),
    discount: amount(),
    tax: amount(),
    total: amount('What is to be paid'),
    currency: Type.String({ readOnly: true }),
    expires_at: Type.String({ format: 'date-time', readOnly: true }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Quote' },
)
export type Quote = Static<typeof Quote>

/** What is asked the price of. */
export const QuoteRequest = Type.Pick(Quote, ['service_id', 'quantity'])

/** All quotes that were given. */
export const quoteTable = (db: Knex) =>
  table_store(db, 'booking_quotes', Quote, {
    sort: ['created_at', 'expires_at', 'total'],
    filter: ['service_id', 'expires_at', 'created_at'],
  })
