import { existsSync } from 'node:fs'
import path from 'node:path'

const above = path.dirname(import.meta.dirname)

/** The folder of the package `@atrium/host`, whether it runs from its sources or from `dist`. */
export const packageDirectory = path.basename(above) === 'dist' ? path.dirname(above) : above

/**
 * What relative paths of the environment start from: the nearest folder upwards that holds `panels.config.json`, so that a command
 * works in a plugin's folder as it does at the top; else the folder itself.
 */
export function projectDirectory(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'panels.config.json'))) return folder
    if (path.dirname(folder) === folder) return from
  }
}
