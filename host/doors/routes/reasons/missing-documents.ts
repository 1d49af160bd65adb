import type { Caller } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { ModuleManifest } from '@atrium/sdk/documents'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean, nameList } from './name-list.ts'
import { stillActivating, pluginNotServing, idlePlugins } from './plugin-state.ts'

/** Explains why a panel is not available: it is unknown, disabled, or without screens. Lists the panels that the caller may see. */
export function panelNotFound(registries: Registries, id: string, caller: Caller): ApiError {
  const { panels, dashboards } = registries
  const shown = panels.materialized().filter((panel) => screensOf(dashboards.manifests(panel.id), caller).length > 0)
  const there = shown.map((panel) => panel.id)
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
  return `The panel [${id}] has no screens, because no active plugin names it. Activate a plugin that does.`
}

/** The screens that the caller may see. */
const screensOf = (manifests: readonly ModuleManifest[], caller: Caller): readonly Screen[] =>
  manifests
    .flatMap(({ screens }) => screens)
    .filter(({ permission }) => permission === undefined || caller.can(permission))

type Screen = ModuleManifest['screens'][number]

/**
 * Explains why a panel does not have a module: the panel does not exist, the plugin does not serve, the module belongs to another panel, or
 * the id is misspelt. `place` may also be the path of a screen in the panel; a screen that the caller may not see is a 403. Names only
 * modules with a screen for the caller.
 */
export function moduleNotFound(
  registries: Registries,
  [panelId, place]: readonly [panel: string, place: string],
  caller: Caller,
): ApiError {
  const { panels, plugins, dashboards } = registries
  if (panels.get(panelId) === undefined) return panelNotFound(registries, panelId, caller)
  const [name = ''] = place.split('/')
  const status = plugins.get(name)
  const notServing = status && pluginNotServing(status)
  if (notServing) return notServing
  const path = `/${panelId}/${place}`
  const screen = screenAt(dashboards.manifests(panelId), path)
  if (screen?.permission !== undefined && !caller.can(screen.permission)) return screenDenied(path, screen.permission)
  const shown = dashboards.manifests().filter((manifest) => screensOf([manifest], caller).length > 0)
  const ids = shown.filter(({ panel_id }) => panel_id === panelId).map(({ module_id }) => module_id)
  const hint = hintFrom(shown, panelId, name) ?? didYouMean(name, ids)
  const detail = `The panel [${panelId}] has no module [${name}].${hint} Available modules: ${nameList(ids)}.`
  return stillActivating(registries) ?? new ApiError('module_not_found', { detail })
}

/** The screen of a path, which may name a record. Screens with literal paths come before those with `:id`. */
export function screenAt(manifests: readonly ModuleManifest[], path: string): Screen | undefined {
  const wanted = path.split('/')
  const matches = ({ path: pattern }: Screen) => {
    const parts = pattern.split('/')
    return parts.length === wanted.length && parts.every((part, at) => part === ':id' || part === wanted[at])
  }
  const screens = manifests.flatMap((manifest) => manifest.screens).filter(matches)
  return screens.find((screen) => !screen.path.includes('/:id')) ?? screens[0]
}

const screenDenied = (path: string, permission: string) =>
  new ApiError('permission_denied', {
    detail: `You do not have access to the screen [${path}], which requires the permission [${permission}]. Ask an operator to grant it.`,
  })

function hintFrom(manifests: readonly ModuleManifest[], panelId: string, name: string): string | undefined {
  const here = manifests.filter(({ panel_id }) => panel_id === panelId)
  const byPath = here.find(({ screens }) => screens.some((screen) => screen.path === `/${panelId}/${name}`))
  if (byPath) return ` [${name}] is the path of a screen of the module [${byPath.module_id}].`
  const elsewhere = manifests.filter(({ module_id }) => module_id === name)
  if (elsewhere.length > 0) return ` It is in ${nameList(elsewhere.map(({ panel_id }) => panel_id))}.`
  return undefined
}

/** Makes the function that tells whether a caller may see a screen with the dashboard. It may be cached until the registries change. */
export function mayOpenScreen({ dashboards }: Registries, id: string): (caller: Caller) => boolean {
  const screens = dashboards.screensOf(id)
  return (caller) =>
    screens[0]?.permission === undefined ||
    screens.some(({ permission }) => permission === undefined || caller.can(permission))
}

/**
 * Makes the function that requires the caller to see a screen with the dashboard. It may be cached until the registries change.
 * @throws ApiError 403 `permission_denied`
 */
export function requireScreen(registries: Registries, id: string): (caller: Caller) => void {
  const [denied] = registries.dashboards.screensOf(id)
  const mayOpen = mayOpenScreen(registries, id)
  return (caller) => {
    if (denied?.permission !== undefined && !mayOpen(caller)) throw screenDenied(denied.path, denied.permission)
  }
}

/** Explains why a dashboard does not exist: the id is misspelt, or its plugin does not serve. */
export function dashboardNotFound(registries: Registries, id: string, caller: Caller): ApiError {
  const ids = screensOf(registries.dashboards.manifests(), caller).map(({ dashboard_id }) => dashboard_id)
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
