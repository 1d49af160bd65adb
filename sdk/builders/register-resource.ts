import { origin_of } from '../declaration/origin.ts'
import { require_id } from '../declaration/require-id.ts'
import { ResourceBuilder } from './resource-builder.ts'
import type { ResourceDraft } from './resource-draft.ts'
import type { ResourceRegistry } from './resource-registry.ts'

/**
 * Declares a resource of a module in a panel.
 *
 *     register_resource(registry, 'operations', 'template', (resource) => resource.record(Item).id('items').title('Items') …)
 */
export function register_resource(
  registry: ResourceRegistry,
  panel_id: string,
  module_id: string,
  configure: (resource: ResourceBuilder) => unknown,
): void {
  const draft: ResourceDraft = {
    origin: origin_of(register_resource),
    panel_id,
    module_id: require_id('module', module_id),
    relations: [],
  }
  configure(new ResourceBuilder(draft))
  registry.add_resource(draft)
}
