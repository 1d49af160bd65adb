import type {
  Color,
  DiagnosticPlace,
  PluginAction,
  PluginPlan,
  PluginStatus,
  PluginStep,
  PluginVitals,
} from '@atrium/sdk/documents'
import { formatCount } from '../values/person-formats.ts'

type State = PluginStatus['state']

/** The names of the states. */
export const stateLabels: Readonly<Record<State, string>> = {
  inactive: 'Inactive',
  activating: 'Activating',
  active: 'Active',
  blocked: 'Blocked',
  failed: 'Failed',
  missing: 'Missing',
  deactivating: 'Deactivating',
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

const withoutGeneration: Readonly<Record<State, string>> = {
  active: 'Running',
  activating: 'Loading',
  deactivating: 'Stopping',
  failed: 'Could not be loaded, not running',
  blocked: 'Waiting for other plugins, not running',
  missing: 'Its folder is gone',
  inactive: 'Not running',
}

const besideGeneration: Readonly<Partial<Record<State, string>>> = {
  activating: 'Loading',
  deactivating: 'Stopping',
  failed: 'Could not be reloaded',
  blocked: 'The new version waits for other plugins',
  missing: 'Its folder is gone',
}

/** The meaning of a state for the people who use the plugin. */
export function standingOf({ state, generation }: Pick<PluginStatus, 'state' | 'generation'>): string {
  if (generation === undefined) return withoutGeneration[state]
  const problem = besideGeneration[state]
  if (problem === undefined) return `Generation ${generation} is running`
  return `${problem}: generation ${generation} is still running`
}

/** The older generations of a plugin that still finish requests; null if there are none. */
export function drainingText({ draining = 0 }: Pick<PluginStatus, 'draining'>): string | null {
  if (draining === 0) return null
  return draining === 1 ? '1 older generation is finishing' : `${draining} older generations are finishing`
}

/** The number of failing works while a plugin runs; null if there are none. Warnings do not count. */
export function failingText({ runtime }: Pick<PluginStatus, 'runtime'>): string | null {
  const failing = runtime?.findings.filter(({ severity }) => severity === 'error').length ?? 0
  if (failing === 0) return null
  return failing === 1 ? 'Something fails while it runs' : `${failing} things fail while it runs`
}

/** How many of the recent requests failed; null if none did. */
export function troubleText({ vitals }: Pick<PluginStatus, 'vitals'>): string | null {
  if (vitals === undefined || vitals.errors === 0) return null
  return `${formatCount(vitals.errors)} of ${countOf(vitals.requests, 'recent request')} failed`
}

/** The recent work of a plugin: `120 requests, 2 failed, 95 % within 12 ms, 340 ms on the event loop`. */
export function vitalsText({ requests, errors, p95_ms, loop_ms }: PluginVitals): string {
  const parts = [countOf(requests, 'request')]
  if (errors > 0) parts.push(`${formatCount(errors)} failed`)
  if (p95_ms !== undefined) parts.push(`95 % within ${formatCount(p95_ms)} ms`)
  return [...parts, `${formatCount(loop_ms)} ms on the event loop`].join(', ')
}

const countOf = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`

const goneByState: Readonly<Partial<Record<State, string>>> = {
  inactive: 'was deactivated',
  deactivating: 'was deactivated',
  activating: 'is starting',
  failed: 'could not be started',
  blocked: 'is waiting for another module',
  missing: 'was removed',
}

const goneByCode: Readonly<Record<string, string>> = {
  plugin_inactive: 'was deactivated',
  panel_not_found: 'was deactivated',
  plugin_activating: 'is starting',
  plugin_failed: 'could not be started',
}

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
  const reason = (state && goneByState[state]) ?? goneByCode[code ?? ''] ?? 'is no longer here'
  return `${module} ${reason}`
}

/** The labels of the actions on plugins. */
export const actionLabels: Readonly<Record<PluginAction, string>> = {
  activate: 'Activate',
  deactivate: 'Deactivate',
  reload: 'Reload',
  retry: 'Try again',
}

const doneLabels: Readonly<Record<PluginAction, string>> = {
  activate: 'activated',
  deactivate: 'deactivated',
  reload: 'reloaded',
  retry: 'running again',
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
  return action === 'deactivate' ? `because it requires ${titleOf(because)}` : `because ${titleOf(because)} requires it`
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
  const others = steps.length > 1 ? ` and ${steps.length - 1} more` : ''
  return `${title}${others} ${doneLabels[action]}`
}

/** The place of a diagnostic in the notation of editors and terminals: `src/index.ts:12:5`; null if there is none. */
export function placeText(where: DiagnosticPlace | undefined): string | null {
  if (where === undefined) return null
  const { file, line, column, pointer, document } = where
  const inFile = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')
  const parts = [inFile, document, pointer].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}
