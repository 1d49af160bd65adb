import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean, nameList } from './name-list.ts'
import { stillActivating, pluginNotServing, idlePlugins } from './plugin-state.ts'

/** Explains why a panel is not available: it is unknown, disabled, or not materialized. Lists the available panels. */
export function panelNotFound(registries: Registries, id: string): ApiError {
  const { panels } = registries
  const there = panels.materialized().map((panel) => panel.id)
  const configured = panels.configured().find((panel) => panel.id === id)
  return (
    stillActivating(registries) ??
    new ApiError('panel_not_found', {
      detail: `${reasonOf(configured, id, there)} Available panels: ${nameList(there)}.`,
    })
  )
}

function reasonOf(configured: { readonly enabled: boolean } | undefined, id: string, there: readonly string[]): string {
  if (configured === undefined) {
    return `There is no panel [${id}].${didYouMean(id, there)} Correct the id, or add the panel to panels.config.json.`
  }
  if (!configured.enabled) return `The panel [${id}] is disabled. Set "enabled" to true in panels.config.json.`
  return `The panel [${id}] is configured, but not materialized: no active plugin names it. Activate a plugin that does.`
}

/**
 * Explains why a panel does not have a module: the panel does not exist, the plugin does not serve, the module belongs to another
 * panel, or the id is misspelt or is the path of a screen.
 */
export function moduleNotFound(registries: Registries, panelId: string, moduleId: string): ApiError {
  const { panels, plugins, dashboards } = registries
  if (panels.get(panelId) === undefined) return panelNotFound(registries, panelId)
  const status = plugins.get(moduleId)
  const notServing = status && pluginNotServing(status)
  if (notServing) return notServing
  const ids = dashboards.manifests(panelId).map(({ module_id }) => module_id)
  const hint = hintFrom(registries, panelId, moduleId) ?? didYouMean(moduleId, ids)
  const detail = `The panel [${panelId}] has no module [${moduleId}].${hint} Available modules: ${nameList(ids)}.`
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

/** Explains why a dashboard does not exist: the id is misspelt, or its plugin does not serve. */
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

/** Makes the 404 for an unknown form. It suggests no similar id, because a form id changes whenever its form does. */
export function formNotFound(registries: Registries, id: string): ApiError {
  const detail =
    `There is no form [${id}]. Form ids are generated and change when the form does. ` +
    'Read `form_id` from the dashboard each time instead of storing it.'
  return stillActivating(registries) ?? new ApiError('form_not_found', { detail })
}
