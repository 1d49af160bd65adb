import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean } from '../did-you-mean.ts'
import { nameList } from '../name-list.ts'
import { stillActivating } from './still-activating.ts'

/** Why a panel is not there: unknown, disabled, or configured and not materialized. Names those there are. */
export function panelNotFound(registries: Registries, id: string): ApiError {
  const { panels } = registries
  const there = panels.materialized().map((panel) => panel.id)
  const configured = panels.configured().find((panel) => panel.id === id)
  return (
    stillActivating(registries) ??
    new ApiError('panel_not_found', {
      detail: `${reasonOf(configured, id, there)} The panels there are: ${nameList(there)}.`,
    })
  )
}

function reasonOf(configured: { readonly enabled: boolean } | undefined, id: string, there: readonly string[]): string {
  if (configured === undefined) {
    return `There is no panel [${id}].${didYouMean(id, there)} A panel has to be listed in panels.config.json.`
  }
  if (!configured.enabled) return `The panel [${id}] is disabled. Set "enabled" to true in panels.config.json.`
  return `The panel [${id}] is configured, but not materialized: no active plugin names it. Activate one that does.`
}
