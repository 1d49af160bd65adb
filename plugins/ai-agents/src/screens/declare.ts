import { register_resource, type ResourceBuilder, type ResourceRegistry } from '@atrium/sdk'

/** The panel of all screens of this plugin. */
export const PANEL = 'agents'

/** The module of all screens of this plugin. */
export const MODULE = 'ai-agents'

/** The group in the sidebar for everyday work. */
export const WORK = 'Agents'

/** The group in the sidebar for operators' configuration. */
export const SETUP = 'Set-up'

/** The base of all REST paths of this plugin. */
export const API_BASE = '/api/v1/ai-agents'

/** The lists that relation fields choose from. */
export const AGENTS = '/agents'
export const CREDENTIALS = '/credentials'
export const CONNECTORS = '/connectors'

/** Declares a resource of this plugin, with the panel and the REST base that all of them share. */
export const declare = (registry: ResourceRegistry, configure: (resource: ResourceBuilder) => unknown) =>
  register_resource(registry, PANEL, MODULE, (resource) => configure(resource.api_base(API_BASE)))
