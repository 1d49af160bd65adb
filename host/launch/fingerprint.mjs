import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NOT_SOURCES = new Set(['node_modules', 'dist', 'README.md'])

/**
 * Returns a hash of the names and contents of all files below `sources`, without the folders `without`. It ignores dates, so a fresh
 * checkout, a switched branch or a touched file is not a change.
 *
 * @param {string} root
 * @param {string[]} sources
 * @param {string[]} without
 */
export function fingerprint(root, sources, without) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(root, source, without))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string[]} without
 * @returns {string[]}
 */
function filesBelow(root, path, without) {
  if (without.includes(path)) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !NOT_SOURCES.has(name))
    .sort()
    .flatMap((name) => filesBelow(root, `${path}/${name}`, without))
}
