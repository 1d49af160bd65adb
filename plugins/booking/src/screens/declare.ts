import { register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'

/** Where the screens of booking stand in the sidebar. */
export const GROUP = 'Booking'

/** What the paths of this module are below. */
export const API_BASE = '/api/v1/booking'

/** Declares a resource of this module, in the panel and below the REST base that all of them share. */
export const declare = (registry: ResourceRegistry, configure: (resource: ResourceBuilder) => unknown) =>
  register_resource(registry, 'operations', 'booking', (resource) => configure(resource.api_base(API_BASE)))

/** The lists in which a record is chosen, and found by its id. */
export const CLIENTS = '/api/v1/clients/clients'
export const SERVICES = '/services'
export const SPECIALISTS = '/specialists'
export const LOCATIONS = '/locations'
export const SERIES = '/series'

/** The times that are offered for the service and the specialist of a form, and what of a slot is what. */
export const SLOTS =
  '/slots?service_id={service_id}&specialist_id={specialist_id}&from={from}&to={to}&zone={zone}&booking_id={id}'
export const SLOT = { starts: 'starts_at', zone: 'specialist_zone' } as const

export const STATUS_COLORS = {
  pending: 'orange',
  confirmed: 'blue',
  completed: 'green',
  no_show: 'red',
  cancelled: 'gray',
  expired: 'gray',
} as const

export const MAIL_COLORS = { waiting: 'orange', sent: 'green', skipped: 'gray', failed: 'red' } as const
