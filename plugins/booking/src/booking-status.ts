export const STATUSES = ['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired'] as const
export type BookingStatus = (typeof STATUSES)[number]

/** Those whose time is free again. */
export const RELEASED: readonly BookingStatus[] = ['cancelled', 'expired']
