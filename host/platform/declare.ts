import { register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'

/** The panel, and the id under which the platform publishes its own module. */
export const PANEL = 'admin'
export const OWNER = 'platform'

/** The base of the platform's own paths. */
export const API_BASE = `/api/v1/${OWNER}`

/** The groups in the sidebar: who may do what, and how the system runs. */
export const ACCESS = 'Access'
export const SYSTEM = 'System'

/** Declares a resource of the platform. */
export const declare = (registry: ResourceRegistry, configure: (resource: ResourceBuilder) => unknown) =>
  register_resource(registry, PANEL, OWNER, (resource) => configure(resource.api_base(API_BASE)))
