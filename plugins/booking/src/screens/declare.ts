import { register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'

/** Where the screens of booking stand in the sidebar. */
export const GROUP = 'Booking'

/** Declares a resource of this module, in the panel and below the REST base that all of them share. */
export const declare = (registry: ResourceRegistry, configure: (resource: ResourceBuilder) => unknown) =>
  register_resource(registry, 'operations', 'booking', (resource) => configure(resource.api_base('/api/v1/booking')))
