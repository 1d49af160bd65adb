import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean } from '../did-you-mean.ts'
import { nameList } from '../name-list.ts'
import { panelNotFound } from './panel-not-found.ts'
import { pluginNotServing } from './plugin-not-serving.ts'
import { stillActivating } from './still-activating.ts'

/** Why a panel has no such module: no such panel, a plugin that does not serve, another panel's module, or a path instead of an id. */
export function moduleNotFound(registries: Registries, panelId: string, moduleId: string): ApiError {
  const { panels, plugins, dashboards } = registries
  if (panels.get(panelId) === undefined) return panelNotFound(registries, panelId)
  const status = plugins.get(moduleId)
  const notServing = status && pluginNotServing(status)
  if (notServing) return notServing
  const ids = dashboards.manifests(panelId).map(({ module_id }) => module_id)
  const hint = hintFrom(registries, panelId, moduleId) ?? didYouMean(moduleId, ids)
  const detail = `The panel [${panelId}] has no module [${moduleId}].${hint} The modules there are: ${nameList(ids)}.`
  return stillActivating(registries) ?? new ApiError('module_not_found', { detail })
}

function hintFrom({ dashboards }: Registries, panelId: string, name: string): string | undefined {
  const path = `/${panelId}/${name}`
  const byPath = dashboards.manifests(panelId).find(({ screens }) => screens.some((screen) => screen.path === path))
  if (byPath) return ` [${name}] is the path of a screen of the module [${byPath.module_id}].`
  const elsewhere = dashboards.manifests().filter(({ module_id }) => module_id === name)
  if (elsewhere.length > 0) return ` It is in ${nameList(elsewhere.map(({ panel_id }) => panel_id))}.`
  return undefined
}
