import type { DiscoveredFolder, PluginAction, PluginPlan, PluginSettings, PluginStatus } from '@atrium/sdk/documents'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

/** What operators read about plugins is kept under `['plugins', …]`, and kept up to date by what the host tells. */
const PLUGINS = ['plugins'] as const
const segment = encodeURIComponent

const read = <Answer>(path: string, ...key: string[]) =>
  queryOptions({
    queryKey: [...PLUGINS, ...key],
    queryFn: async ({ signal }) => (await request<Answer>('GET', path, { signal })).data,
  })

export const pluginsOptions = () => read<PluginStatus[]>('/api/v1/plugins', 'list')
export const pluginOptions = (id: string) => read<PluginStatus>(`/api/v1/plugins/${segment(id)}`, 'one', id)
export const pluginSettingsOptions = (id: string) =>
  read<PluginSettings>(`/api/v1/plugins/${segment(id)}/settings`, 'settings', id)
export const discoveryOptions = () => read<DiscoveredFolder[]>('/api/v1/platform/discovery', 'discovery')

interface ActionOptions {
  /** Deactivating: those that require the plugin go with it. */
  cascade: boolean
}

/** What an action would do; changes nothing. Where it would be refused, the plan says why. */
export const planOptions = (id: string, action: PluginAction, options: ActionOptions) =>
  queryOptions({
    queryKey: [...PLUGINS, 'plan', id, action, options],
    queryFn: ({ signal }) => ask(id, action, { ...options, dryRun: true, signal }),
    retry: false,
  })

/** Does it. @throws ApiProblem 409 where it is refused */
export function actOnPlugin(id: string, action: PluginAction, options: ActionOptions): Promise<PluginPlan> {
  return ask(id, action, { ...options, dryRun: false })
}

interface AskOptions extends ActionOptions {
  dryRun: boolean
  signal?: AbortSignal
}

async function ask(id: string, action: PluginAction, { cascade, dryRun, signal }: AskOptions): Promise<PluginPlan> {
  const query = new URLSearchParams({ dry_run: dryRun ? '1' : '0', cascade: cascade ? '1' : '0' })
  const path = `/api/v1/plugins/${segment(id)}/${action}?${query}`
  return (await request<PluginPlan>('POST', path, signal ? { signal } : {})).data
}

/** What everybody is told of a plugin, may they see plugins or not. Never asked for: it is there once the host has told it. */
export const toldStateOptions = (id: string) =>
  queryOptions<PluginStatus['state']>({ queryKey: ['plugin-state', id], queryFn: skipToken })

/** Takes over what the host tells of a plugin. Answers under way may be older, and its neighbours stand otherwise: both are asked again. */
export function takePluginStatus(queryClient: QueryClient, status: PluginStatus): void {
  const { id } = status
  const isNew = !queryClient.getQueryData(pluginsOptions().queryKey)?.some((each) => each.id === id)
  queryClient.setQueryData(pluginOptions(id).queryKey, status)
  queryClient.setQueryData(pluginsOptions().queryKey, (list) => list?.map((each) => (each.id === id ? status : each)))
  // Looking through all folders takes a while: only where one may be accepted that was not.
  const isConcerned = ({ queryKey }: { queryKey: readonly unknown[] }) => isNew || queryKey[1] !== 'discovery'
  void queryClient.invalidateQueries({ queryKey: PLUGINS, predicate: isConcerned })
}

/** After something was asked of a plugin: all that operators see is asked for again, should nobody tell. */
export function refreshPlugins(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: PLUGINS })
}
