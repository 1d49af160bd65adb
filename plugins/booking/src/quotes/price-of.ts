import type { Settings } from '../settings.ts'
import type { Quote, QuoteLine } from './quote.ts'

export type Price = Pick<Quote, 'lines' | 'subtotal' | 'discount' | 'tax' | 'total'>
type Rates = Pick<Settings, 'discounts' | 'tax_basis_points'>

/**
 * The price of a service for a quantity of bookings. Prices are net; the discount of the highest quantity reached applies, and tax is
 * added.
 */
export function priceOf(service: { name: string; price: number }, quantity: number, rates: Rates): Price {
  const subtotal = service.price * quantity
  const discountRate = discountFor(quantity, rates)
  const discount = shareOf(subtotal, discountRate)
  const tax = shareOf(subtotal - discount, rates.tax_basis_points)
  const lines: QuoteLine[] = [
    { kind: 'service', label: service.name, quantity, unit_amount: service.price, amount: subtotal },
    ...(discount > 0 ? [line('discount', `Discount ${percent(discountRate)}`, -discount)] : []),
    ...(tax > 0 ? [line('tax', `Tax ${percent(rates.tax_basis_points)}`, tax)] : []),
  ]
  return { lines, subtotal, discount, tax, total: subtotal - discount + tax }
}

/** The share of a quote's total for one of its bookings. The first bookings carry the remainder, so that all shares add up to the total. */
export const shareOfTotal = ({ total, quantity }: Pick<Quote, 'total' | 'quantity'>, index: number) =>
  Math.floor(total / quantity) + (index < total % quantity ? 1 : 0)

/** The share of an amount in basis points, rounded half up. */
export const shareOf = (amount: number, basisPoints: number) => Math.floor((amount * basisPoints + 5_000) / 10_000)

const discountFor = (quantity: number, { discounts }: Rates) =>
  discounts
    .filter((step) => step.quantity <= quantity)
    .reduce((best, step) => (step.quantity > best.quantity ? step : best), { quantity: 0, basis_points: 0 })
    .basis_points

const line = (kind: QuoteLine['kind'], label: string, amount: number): QuoteLine => ({
  kind,
  label,
  quantity: 1,
  unit_amount: amount,
  amount,
})

const percent = (basisPoints: number) => `${basisPoints / 100} %`
