import { ApiError } from '@atrium/sdk'
import type { Diagnostic, PluginRefusal } from '@atrium/sdk/documents'

/** Turns the obstacles of a plugin's version into a refusal. `plugins` are the plugins in the way. */
export function refusalOf({ code, message, fix }: Diagnostic, plugins: readonly string[]): PluginRefusal {
  return { code, message, fix, plugins: [...plugins] }
}

/** No folder can be loaded as the plugin. */
export const pluginMissing = (id: string): PluginRefusal => ({
  code: 'plugin_missing',
  message: `No folder in the plugin directories can be read as the plugin [${id}].`,
  fix: 'Restore the folder or correct its package.json. `GET /api/v1/platform/discovery` lists the findings for each folder.',
  plugins: [id],
})

/** Running plugins require it. */
export const pluginRequired = (id: string, by: readonly string[]): PluginRefusal => ({
  code: 'plugin_required',
  message: `The plugin [${id}] is required by ${by.map((name) => `[${name}]`).join(', ')}.`,
  fix: 'Deactivate those first, or all at once with `?cascade=1`.',
  plugins: [...by],
})

/** Only an active plugin can be reloaded. */
export const pluginInactive = (id: string): PluginRefusal => ({
  code: 'reload_inactive',
  message: `The plugin [${id}] is not active, so it cannot be loaded again.`,
  fix: 'Activate it instead.',
  plugins: [id],
})

/** 409: nothing was changed. */
export const refused = ({ code, message, fix }: PluginRefusal): ApiError =>
  new ApiError(code, { status: 409, detail: `${message} ${fix}` })
