/** A module's namespace: its exports by name. */
export type ModuleNamespace = Record<string, unknown>

/** Gives the host's own copy of a module a plugin imports, or `undefined` where the plugin's own resolution decides. */
export type SharedModules = (specifier: string) => Promise<ModuleNamespace> | undefined

/**
 * Shares `@atrium/sdk` and all its subpaths, resolved from where the host is: a plugin that brings a copy of the SDK still gets
 * the host's classes and registries, so that `instanceof` holds. Rejects for a subpath the SDK does not export.
 */
export const hostModules: SharedModules = (specifier) => {
  if (!/^@atrium\/sdk(\/|$)/.test(specifier)) return undefined
  return import(specifier) as Promise<ModuleNamespace>
}
