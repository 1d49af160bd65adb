import type {
  DiscoveredFolder,
  PluginAction,
  PluginGrantPlan,
  PluginPlan,
  PluginSettings,
  PluginStatus,
} from '@atrium/sdk/documents'
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { translated } from '../language/translated.ts'
import { refreshQueries } from './refresh-documents.ts'
import { request } from './request.ts'
import { knowTranslations } from './translations.ts'

/** The first part of the query keys of operators' data about plugins. Messages of the host keep it up to date. */
const PLUGINS = ['plugins'] as const
const segment = encodeURIComponent

const read = <Answer>(path: string, ...key: string[]) =>
  queryOptions({
    queryKey: [...PLUGINS, ...key],
    queryFn: async ({ client, signal }) => {
      // Texts of plugins are translated when they are shown, and not again when the translations arrive.
      const [{ data }] = await Promise.all([request<Answer>('GET', path, { signal }), knowTranslations(client)])
      return data
    },
  })

/** A plugin with its title in the person's language. */
const named = (plugin: PluginStatus): PluginStatus => ({ ...plugin, title: translated(plugin.title) })

/** All plugins. */
export const pluginsOptions = () => ({
  ...read<PluginStatus[]>('/api/v1/plugins', 'list'),
  select: (plugins: PluginStatus[]) => plugins.map(named),
})
/** One plugin. */
export const pluginOptions = (id: string) => ({
  ...read<PluginStatus>(`/api/v1/plugins/${segment(id)}`, 'one', id),
  select: named,
})
/** The settings of a plugin, with their form. */
export const pluginSettingsOptions = (id: string) =>
  read<PluginSettings>(`/api/v1/plugins/${segment(id)}/settings`, 'settings', id)
/** The folders in which the host has looked for plugins. */
export const discoveryOptions = () => read<DiscoveredFolder[]>('/api/v1/platform/discovery', 'discovery')

interface ActionOptions {
  /** Also deactivates the plugins that require this one. */
  cascade: boolean
}

/** The plan of an action; changes nothing. If the host would refuse the action, the plan says why. */
export const planOptions = (id: string, action: PluginAction, options: ActionOptions) =>
  queryOptions({
    queryKey: [...PLUGINS, 'plan', id, action, options],
    queryFn: ({ signal }) => ask(id, action, { ...options, dryRun: true, signal }),
    retry: false,
  })

/** The effects of the version in a plugin's folder on grants; changes nothing. */
export const versionPlanOptions = (id: string) =>
  queryOptions({
    queryKey: [...PLUGINS, 'version-plan', id],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/platform/plugins/${segment(id)}/plan`
      return (await request<PluginGrantPlan>('POST', path, { body: {}, signal })).data
    },
    retry: false,
  })

/** Runs an action. @throws ApiProblem 409 if the host refuses it */
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

/** The state of a plugin, which the host sends to everybody. Never requested: undefined until the host has sent it. */
export const toldStateOptions = (id: string) =>
  queryOptions<PluginStatus['state']>({ queryKey: ['plugin-state', id], queryFn: skipToken })

/** Stores a status that the host has sent, and then rereads: requests under way may be older, and other plugins may have changed too. */
export function takePluginStatus(queryClient: QueryClient, status: PluginStatus): void {
  const { id } = status
  const isNew = !queryClient.getQueryData(pluginsOptions().queryKey)?.some((each) => each.id === id)
  queryClient.setQueryData(pluginOptions(id).queryKey, status)
  queryClient.setQueryData(pluginsOptions().queryKey, (list) => list?.map((each) => (each.id === id ? status : each)))
  // Discovery is slow, because it reads all folders, so only a new plugin justifies it.
  const isConcerned = ({ queryKey }: { queryKey: readonly unknown[] }) => isNew || queryKey[1] !== 'discovery'
  void refreshQueries(queryClient, PLUGINS, { isConcerned })
}

/** Rereads all operators' data about plugins, in case the host sends no message. */
export function refreshPlugins(queryClient: QueryClient): Promise<void> {
  return refreshQueries(queryClient, PLUGINS)
}
