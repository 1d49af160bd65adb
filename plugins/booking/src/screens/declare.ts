import { register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'

/** The group in the sidebar. */
export const GROUP = 'Booking'

/** The base of all REST paths of this plugin. */
export const API_BASE = '/api/v1/booking'

/** Declares a resource of this plugin, with the panel and the REST base that all of them share. */
export const declare = (registry: ResourceRegistry, configure: (resource: ResourceBuilder) => unknown) =>
  register_resource(registry, 'operations', 'booking', (resource) => configure(resource.api_base(API_BASE)))

/** The lists that relation fields choose from. */
export const CLIENTS = '/api/v1/clients/clients'
export const SERVICES = '/services'
export const SPECIALISTS = '/specialists'
export const LOCATIONS = '/locations'
export const SERIES = '/series'

/** The slots offered in a form for the chosen service and specialist, and the fields of a slot. */
export const SLOTS =
  '/slots?service_id={service_id}&specialist_id={specialist_id}&from={from}&to={to}&zone={zone}&booking_id={id}'
export const SLOT = { starts: 'starts_at', zone: 'specialist_zone' } as const
/** A slot of any specialist, until one is chosen. */
export const ANY_SLOT = { ...SLOT, fills: ['specialist_id'] } as const

export const STATUS_COLORS = {
  pending: 'orange',
  confirmed: 'blue',
  completed: 'green',
  no_show: 'red',
  cancelled: 'gray',
  expired: 'gray',
} as const

export const MAIL_COLORS = {
  waiting: 'orange',
  sent: 'green',
  skipped: 'gray',
  dropped: 'gray',
  failed: 'red',
} as const
