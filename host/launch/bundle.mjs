import { buildSync } from 'esbuild'
import { join } from 'node:path'

/**
 * Writes the modules of a package as few files: one for each entry, and what several of them share below `chunks`. Reading 400 files took
 * a third of a start. Packages stay outside, so that there is one copy of each, and so does what is imported late.
 *
 * @param {string} root
 * @param {import('./packages.mjs').Bundle} bundle
 * @param {string} output  The folder, relative to the root.
 * @returns {string}  What is wrong with the sources. Empty if all is well.
 */
export function bundle(root, { folder, entries }, output) {
  try {
    buildSync({
      absWorkingDir: join(root, folder),
      entryPoints: entries,
      outdir: join(root, output),
      outbase: '.',
      bundle: true,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      packages: 'external',
      platform: 'node',
      target: 'node20',
      format: 'esm',
      charset: 'utf8',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'silent',
    })
    return ''
  } catch (error) {
    return String(error)
  }
}
