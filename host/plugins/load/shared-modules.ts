/** A module's namespace: its exports by name. */
export type ModuleNamespace = Record<string, unknown>

/** Returns the host's copy of a module that a plugin imports, or `undefined` if the plugin resolves it itself. */
export type SharedModules = (specifier: string) => Promise<ModuleNamespace> | undefined

/**
 * Shares `@atrium/sdk` and all its subpaths, resolved from the host. A plugin with its own copy of the SDK still gets
 * the host's classes and registries, so that `instanceof` holds. Rejects for a subpath the SDK does not export.
 */
export const hostModules: SharedModules = (specifier) => {
  if (!/^@atrium\/sdk(\/|$)/.test(specifier)) return undefined
  return import(specifier) as Promise<ModuleNamespace>
}
