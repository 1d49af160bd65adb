import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of the package `@atrium/host`, whether it runs from its sources or from `dist`. */
export const packageDirectory = nearestPackage(import.meta.dirname)

/** The version of Atrium. */
export const packageVersion = (
  JSON.parse(readFileSync(path.join(packageDirectory, 'package.json'), 'utf8')) as { version: string }
).version

/** The folder of the built web client. */
export const shellDirectory = path.join(packageDirectory, 'shell/dist')

/** Absolute path of a module that runs in a separate process or thread. `name` is relative to the package: `cli/check/checker`. */
export function ownScript(name: string): string {
  const extension = path.extname(import.meta.filename)
  return path.join(packageDirectory, extension === '.js' ? 'dist' : '', name + extension)
}

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

function nearestPackage(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : nearestPackage(path.dirname(folder))
}
