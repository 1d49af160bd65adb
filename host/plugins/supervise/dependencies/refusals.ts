import { ApiError } from '@atrium/sdk'
import type { Diagnostic, PluginRefusal } from '@atrium/sdk/documents'

/** Makes of what is in the way of a plugin's version a reason not to begin; `plugins` are those in the way. */
export function refusalOf({ code, message, fix }: Diagnostic, plugins: readonly string[]): PluginRefusal {
  return { code, message, fix, plugins: [...plugins] }
}

/** There is no folder that could be loaded as the plugin. */
export const pluginMissing = (id: string): PluginRefusal => ({
  code: 'plugin_missing',
  message: `No folder in the plugin directories can be read as the plugin [${id}].`,
  fix: 'Put it back or mend its package.json; `GET /api/v1/platform/discovery` says what was found in each folder.',
  plugins: [id],
})

/** What runs needs it. */
export const pluginRequired = (id: string, by: readonly string[]): PluginRefusal => ({
  code: 'plugin_required',
  message: `The plugin [${id}] is required by ${by.map((name) => `[${name}]`).join(', ')}.`,
  fix: 'Deactivate those first, or all of them at once with `?cascade=1`.',
  plugins: [...by],
})

/** Only what shall be active can be loaded again. */
export const pluginInactive = (id: string): PluginRefusal => ({
  code: 'reload_inactive',
  message: `The plugin [${id}] is not active, so it cannot be loaded again.`,
  fix: 'Activate it instead.',
  plugins: [id],
})

/** 409: nothing of what was asked for was done. */
export const refused = ({ code, message, fix }: PluginRefusal): ApiError =>
  new ApiError(code, { status: 409, detail: `${message} ${fix}` })
