import type {
  Color,
  DiagnosticPlace,
  PluginAction,
  PluginPlan,
  PluginStatus,
  PluginStep,
  PluginVitals,
} from '@atrium/sdk/documents'
import { msg, t, tn, type Message } from '../language/t.ts'
import { formatCount } from '../values/person-formats.ts'

type State = PluginStatus['state']

/** The names of the states. */
export const stateLabels: Readonly<Record<State, Message>> = {
  inactive: msg('Inactive'),
  activating: msg('Activating'),
  active: msg('Active'),
  blocked: msg('Blocked'),
  failed: msg('Failed'),
  missing: msg('Missing'),
  deactivating: msg('Deactivating'),
}

/** The colours of the states. */
export const stateColors: Readonly<Record<State, Color>> = {
  inactive: 'gray',
  activating: 'blue',
  active: 'green',
  blocked: 'orange',
  failed: 'red',
  missing: 'red',
  deactivating: 'blue',
}

/** Whether a plugin has a problem that does not resolve itself. */
export function isTroubled({ state }: Pick<PluginStatus, 'state'>): boolean {
  return state === 'failed' || state === 'blocked' || state === 'missing'
}

/** Whether a plugin is neither in its desired state nor on its way there. */
export function differsFromDesired({ desired, state }: Pick<PluginStatus, 'desired' | 'state'>): boolean {
  return state !== desired && state !== 'activating' && state !== 'deactivating'
}

const withoutGeneration: Readonly<Record<State, Message>> = {
  active: msg('Running'),
  activating: msg('Loading'),
  deactivating: msg('Stopping'),
  failed: msg('Could not be loaded, not running'),
  blocked: msg('Waiting for other plugins, not running'),
  missing: msg('Its folder is gone'),
  inactive: msg('Not running'),
}

const besideGeneration: Readonly<Partial<Record<State, Message>>> = {
  activating: msg('Loading'),
  deactivating: msg('Stopping'),
  failed: msg('Could not be reloaded'),
  blocked: msg('The new version waits for other plugins'),
  missing: msg('Its folder is gone'),
}

/** The meaning of a state for the people who use the plugin. */
export function standingOf({ state, generation }: Pick<PluginStatus, 'state' | 'generation'>): string {
  if (generation === undefined) return t(withoutGeneration[state])
  const problem = besideGeneration[state]
  if (problem === undefined) return t('Generation {generation} is running', { generation })
  return t('{problem}: generation {generation} is still running', { problem: t(problem), generation })
}

/** The older generations of a plugin that still finish requests; null if there are none. */
export function drainingText({ draining = 0 }: Pick<PluginStatus, 'draining'>): string | null {
  if (draining === 0) return null
  return tn('{count} older generation is finishing', '{count} older generations are finishing', draining)
}

/** The number of failing works while a plugin runs; null if there are none. Warnings do not count. */
export function failingText({ runtime }: Pick<PluginStatus, 'runtime'>): string | null {
  const failing = runtime?.findings.filter(({ severity }) => severity === 'error').length ?? 0
  if (failing === 0) return null
  return tn('Something fails while it runs', '{count} things fail while it runs', failing)
}

/** How many of the recent requests failed; null if none did. */
export function troubleText({ vitals }: Pick<PluginStatus, 'vitals'>): string | null {
  if (vitals === undefined || vitals.errors === 0) return null
  return tn(
    '{errors} of {count} recent request failed',
    '{errors} of {count} recent requests failed',
    vitals.requests,
    {
      errors: formatCount(vitals.errors),
    },
  )
}

/** The recent work of a plugin: `120 requests, 2 failed, 95 % within 12 ms, 340 ms on the event loop`. */
export function vitalsText({ requests, errors, p95_ms, loop_ms }: PluginVitals): string {
  const parts = [tn('{count} request', '{count} requests', requests)]
  if (errors > 0) parts.push(t('{count} failed', { count: formatCount(errors) }))
  if (p95_ms !== undefined) parts.push(t('95 % within {time} ms', { time: formatCount(p95_ms) }))
  return [...parts, t('{time} ms on the event loop', { time: formatCount(loop_ms) })].join(', ')
}

const goneByState: Readonly<Partial<Record<State, Message>>> = {
  inactive: msg('{module} was deactivated'),
  deactivating: msg('{module} was deactivated'),
  activating: msg('{module} is starting'),
  failed: msg('{module} could not be started'),
  blocked: msg('{module} is waiting for another module'),
  missing: msg('{module} was removed'),
}

const goneByCode: Readonly<Record<string, Message>> = {
  plugin_inactive: msg('{module} was deactivated'),
  panel_not_found: msg('{module} was deactivated'),
  plugin_activating: msg('{module} is starting'),
  plugin_failed: msg('{module} could not be started'),
}

const GONE = msg('{module} is no longer here')

interface GoneReason {
  /** The state of the module's plugin, if the host has sent it. */
  state?: State | undefined
  /** The error code of the host's answer. */
  code?: string | undefined
}

/** Whether the state of the plugin, or the host's error code, says why a module is gone. */
export const isGoneBecause = ({ state, code }: GoneReason): boolean =>
  ((state && goneByState[state]) ?? goneByCode[code ?? '']) !== undefined

/** Explains why a module is gone: by the state of its plugin, or else by the host's error code. */
export function goneTitle(module: string, { state, code }: GoneReason): string {
  return t((state && goneByState[state]) ?? goneByCode[code ?? ''] ?? GONE, { module })
}

/** The labels of the actions on plugins. */
export const actionLabels: Readonly<Record<PluginAction, Message>> = {
  activate: msg('Activate'),
  deactivate: msg('Deactivate'),
  reload: msg('Reload'),
  retry: msg('Try again'),
}

const doneLabels: Readonly<Record<PluginAction, Message>> = {
  activate: msg('{plugins} activated'),
  deactivate: msg('{plugins} deactivated'),
  reload: msg('{plugins} reloaded'),
  retry: msg('{plugins} running again'),
}

/** The actions that a plugin's state allows. */
export function actionsFor({
  desired,
  state,
  diagnostics,
}: Pick<PluginStatus, 'desired' | 'state' | 'diagnostics'>): PluginAction[] {
  if (desired === 'inactive') return ['activate']
  if (diagnostics.some(({ code }) => code === 'plugin_quarantined')) return ['retry', 'deactivate']
  return state === 'missing' || state === 'blocked' ? ['deactivate'] : ['reload', 'deactivate']
}

/** The reason for a step of a plan; null for the step that was requested. */
export function reasonOf({ action, because }: PluginStep, titleOf: (id: string) => string): string | null {
  if (because === undefined) return null
  return action === 'deactivate'
    ? t('because it requires {plugin}', { plugin: titleOf(because) })
    : t('because {plugin} requires it', { plugin: titleOf(because) })
}

/** The plugins that did not reach the state that the plan intended. One that is still deactivating counts as deactivated. */
export function leftBehind({ steps, plugins = [] }: PluginPlan): PluginStatus[] {
  return plugins.filter(({ id, state }) => {
    const step = steps.findLast(({ plugin }) => plugin === id)
    if (step === undefined) return false
    const isOut = state === 'inactive' || state === 'deactivating' || state === 'missing'
    return step.action === 'deactivate' ? !isOut : state !== 'active'
  })
}

/** `Clients and 2 more deactivated` */
export function doneMessage({ action, steps }: PluginPlan, title: string): string {
  const plugins = steps.length > 1 ? t('{title} and {count} more', { title, count: steps.length - 1 }) : title
  return t(doneLabels[action], { plugins })
}

/** The place of a diagnostic in the notation of editors and terminals: `src/index.ts:12:5`; null if there is none. */
export function placeText(where: DiagnosticPlace | undefined): string | null {
  if (where === undefined) return null
  const { file, line, column, pointer, document } = where
  const inFile = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')
  const parts = [inFile, document, pointer].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}
