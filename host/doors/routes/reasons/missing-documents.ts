import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean, nameList } from './name-list.ts'
import { stillActivating, pluginNotServing, idlePlugins } from './plugin-state.ts'

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

/** Why a dashboard is not there: a misspelt id, or a plugin that does not serve. */
export function dashboardNotFound(registries: Registries, id: string): ApiError {
  const ids = registries.dashboards
    .manifests()
    .flatMap(({ screens }) => screens.map(({ dashboard_id }) => dashboard_id))
  const hints = `${didYouMean(id, ids)} Read the id from the manifest of its module.${idlePlugins(registries)}`
  return (
    stillActivating(registries) ??
    new ApiError('dashboard_not_found', { detail: `There is no dashboard [${id}].${hints}` })
  )
}

/** Form ids change with the form, so nothing near would be right. */
export function formNotFound(registries: Registries, id: string): ApiError {
  const detail =
    `There is no form [${id}]. Form ids are generated and change when the form does: ` +
    'read `form_id` from the dashboard each time, never write it down.'
  return stillActivating(registries) ?? new ApiError('form_not_found', { detail })
}
