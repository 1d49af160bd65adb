import type { PluginContext } from '@atrium/sdk'
import { handleImports } from './imports/handle-imports.ts'
import type { Settings } from './settings.ts'

/** What goes on without anybody asking. */
export function setup(context: PluginContext<Settings>) {
  handleImports(context)
}
