import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isObject } from './is-object.ts'

/** The keys of a conditional export that apply to a plugin, as Node reads them for `import`. */
const CONDITIONS = ['.', 'node', 'import', 'module-sync', 'default']

/**
 * Finds the file whose exports are the plugin: `atrium.entry` if that file is there, else what `exports` (or `main`) names.
 * `tried` holds what was looked for, relative to the directory.
 */
export async function findPluginEntry(
  directory: string,
  packageJson: Record<string, unknown>,
): Promise<{ entry?: string; tried: string[] }> {
  const declared = isObject(packageJson.atrium) ? packageJson.atrium.entry : undefined
  const published = packageJson.exports === undefined ? packageJson.main : exportTarget(packageJson.exports)
  const tried = [declared, published].filter((target) => typeof target === 'string')
  for (const target of tried) {
    const entry = path.resolve(directory, target)
    if (await isFile(entry)) return { entry, tried }
  }
  return { tried }
}

function exportTarget(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (Array.isArray(exports)) return exports.map(exportTarget).find((target) => target !== undefined)
  if (!isObject(exports)) return undefined
  const targets = Object.keys(exports)
    .filter((key) => CONDITIONS.includes(key))
    .map((key) => exportTarget(exports[key]))
  return targets.find((target) => target !== undefined)
}

async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined)
  return stats?.isFile() ?? false
}
