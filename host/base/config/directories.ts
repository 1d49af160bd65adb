import { existsSync } from 'node:fs'
import path from 'node:path'

const above = path.resolve(import.meta.dirname, '../..')

/** The folder of the package `@atrium/host`, whether it runs from its sources or from `dist`. */
export const packageDirectory = path.basename(above) === 'dist' ? path.dirname(above) : above

/** The folder of the built web client. */
export const shellDirectory = path.join(packageDirectory, 'shell/dist')

/**
 * The folder that relative paths in the environment are resolved against: the nearest folder at or above `from` that contains
 * `panels.config.json`, so that commands also work inside a plugin's folder. Without such a folder, `from` itself.
 */
export function projectDirectory(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'panels.config.json'))) return folder
    if (path.dirname(folder) === folder) return from
  }
}
