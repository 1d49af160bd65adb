import type { ComponentType } from 'react'

/**
 * Finds the renderer of a kind. The maps are typed so that a kind without renderer does not compile; a newer host may still
 * send one that this shell has never heard of, and then there is none.
 */
export function rendererFor<Props>(renderers: object, kind: string): ComponentType<Props> | undefined {
  return Object.hasOwn(renderers, kind) ? (renderers as Record<string, ComponentType<Props>>)[kind] : undefined
}
