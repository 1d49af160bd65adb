import { ApiError } from '@atrium/sdk'
import type { Registries } from '../../../core/registries/index.ts'
import { didYouMean } from '../did-you-mean.ts'
import { idlePlugins } from './idle-plugins.ts'
import { stillActivating } from './still-activating.ts'

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
