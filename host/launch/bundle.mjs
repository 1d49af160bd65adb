import { createRequire } from 'node:module'
import { join } from 'node:path'
import { run } from './run.mjs'

/**
 * Writes the scripts of a package, if its compiler only declares types.
 *
 * @param {string} root
 * @param {import('./packages.mjs').Package} each
 * @returns {Promise<string>}  What is wrong with the sources. Empty if all is well.
 */
export async function writeScripts(root, { bundle, output }) {
  if (bundle === undefined) return ''
  const problem = await bundleModules(root, bundle, output)
  if (problem !== '' || bundle.last === undefined) return problem
  const script = join(root, output, bundle.last.replace(/\.ts$/, '.js'))
  const { code, output: printed } = await run(process.execPath, [script], { cwd: root })
  return code === 0 ? '' : printed || `[${bundle.last}] failed.`
}

/**
 * Writes the modules of a package as few files: one for each entry, and what several of them share below `chunks`. Reading 400 files took
 * a third of a start. Packages stay outside, so that there is one copy of each, unless they are named in `inside`; what is
 * required late stays outside, too.
 *
 * @param {string} root
 * @param {import('./packages.mjs').Bundle} bundle
 * @param {string} output  The folder, relative to the root.
 * @returns {Promise<string>}  As above.
 */
async function bundleModules(root, { folder, entries, inside = [] }, output) {
  // Not imported, because it may have been installed a moment ago.
  /** @type {typeof import('esbuild')} */
  const { build } = createRequire(import.meta.url)('esbuild')
  try {
    await build({
      absWorkingDir: join(root, folder),
      entryPoints: entries,
      outdir: join(root, output),
      outbase: '.',
      bundle: true,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      plugins: [packagesOutside(inside)],
      // For the packages inside that are CommonJS and require one outside.
      banner: { js: REQUIRE },
      platform: 'node',
      target: 'node20',
      format: 'esm',
      // V8 keeps the text of a script, at two bytes for each character if one of them is not ASCII. Comments stay in, unless white space goes.
      charset: 'ascii',
      minifyWhitespace: true,
      lineLimit: 160,
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'silent',
    })
    return ''
  } catch (error) {
    return String(error)
  }
}

const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`

/**
 * Keeps all packages outside, except those named.
 *
 * @param {readonly string[]} inside
 * @returns {import('esbuild').Plugin}
 */
const packagesOutside = (inside) => ({
  name: 'packages-outside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [path]
      return kind === 'entry-point' || inside.includes(name) ? undefined : { path, external: true }
    })
  },
})
