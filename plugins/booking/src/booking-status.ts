/** Every status that a booking can have. */
export const STATUSES = ['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired'] as const
export type BookingStatus = (typeof STATUSES)[number]

/** Statuses that free the booking's time for others. */
export const RELEASED: readonly BookingStatus[] = ['cancelled', 'expired']
