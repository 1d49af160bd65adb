import path from 'node:path'

/**
 * Whether a file belongs to a package the plugin depends on rather than to its author. A plugin may itself lie in a node_modules;
 * and a workspace package is linked from one but lies outside, so its files are the author's own and reload with the plugin.
 */
export function isDependencyFile(file: string, directory: string): boolean {
  const place = isInside(file, directory) ? path.relative(directory, file) : file
  return place.split(path.sep).includes('node_modules')
}

/** Whether a path is a directory or lies in it; both absolute. */
export function isInside(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep)
}
