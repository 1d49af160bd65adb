import { type TInteger, Type } from 'typebox'

/**
 * An amount of money: an integer in the minor units of its currency, so 1990 is 19.90 EUR. The currency (ISO 4217) is part of
 * the schema, where columns, fields and entries find it. Default EUR, not negative.
 */
export const money = (options: { currency?: string; minimum?: number; maximum?: number } = {}): TInteger =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...options, currency: options.currency ?? 'EUR' })
