import type { Diagnostic, DiagnosticCode } from '@atrium/sdk/documents'
import { hostPlugins } from '../../helpers/hosted-plugins.ts'
import type { PluginFiles } from '../../helpers/plugin-directory.ts'
import { GOOD_PLUGIN, type GoodFile, NEIGHBOUR } from './good-plugin.ts'

/** One mistake in a plugin that is good apart from it, and what its author reads. */
export interface Mistake {
  /** As in a sentence: `a column is misspelt`. */
  readonly title: string
  readonly file: GoodFile
  /** The text that is replaced; undefined for the whole file. */
  readonly from?: string
  readonly to: string
  /** Other files that belong to the mistake. */
  readonly files?: PluginFiles
  /** It never ends. */
  readonly hangs?: true
  readonly told: {
    readonly code: DiagnosticCode
    /** `src/screens.ts:15`: the line of the mistake, or of the call that contains it. */
    readonly at: string
    readonly message: string
    readonly fix: string
  }
}

/** Milliseconds. */
const HANGING = 3_000

/** Loads the plugin with a mistake beside its neighbour, as a host does, and returns everything that is told about it. */
export async function tell({ file, from, to, files, hangs }: Mistake): Promise<readonly Diagnostic[]> {
  const { registries, plugins } = await hostPlugins(
    { ...GOOD_PLUGIN, ...NEIGHBOUR, [file]: changed(GOOD_PLUGIN[file], { from, to }), ...files },
    { active: ['fleet', 'depot'], ...(hangs && { stageLimit: HANGING }) },
  )
  const own = registries.plugins.get('fleet')?.diagnostics ?? []
  const folders = await plugins.discover()
  const found = folders.filter(({ directory }) => directory.endsWith('fleet')).flatMap(({ diagnostics }) => diagnostics)
  return [...own.filter(({ code }) => code !== 'plugin_missing'), ...found]
}

function changed(good: string, { from, to }: { from: string | undefined; to: string }): string {
  if (from === undefined) return to
  if (!good.includes(from)) throw new Error(`The good plugin does not contain [${from}].`)
  return good.replace(from, () => to)
}

/** `src/screens.ts:15`, or what is known of it. */
export const placeOf = ({ where }: Diagnostic): string => [where?.file, where?.line].filter(Boolean).join(':')

/**
 * How much an author is told: 0 nothing, 1 that something is wrong, 2 what is wrong and its cause, 3 also the line, the offender in
 * brackets and what to do.
 */
export function scoreOf(told: Diagnostic | undefined, { code }: Mistake['told']): number {
  if (told === undefined) return 0
  if (told.code !== code) return 1
  const isWhole = told.where?.line !== undefined && /\[[^\]]+\]/.test(told.message) && told.fix !== ''
  return isWhole ? 3 : 2
}
