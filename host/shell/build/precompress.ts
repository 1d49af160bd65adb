import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.txt'])
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Writes `.br` and `.gz` next to every text file of the build, so that the host need not compress them. */
export function precompress(): Plugin {
  let directory = ''
  return {
    name: 'atrium-precompress',
    apply: 'build',
    configResolved: (config) => {
      directory = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const names = await readdir(directory, { recursive: true })
      await Promise.all(names.filter((name) => TEXT.has(extname(name))).map((name) => compress(join(directory, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await deflate(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
