import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

const SOURCE = 'src/boot.ts'
const DEV_PATH = '/boot.js'

/**
 * Adds `src/boot.ts` to the head as a small blocking script. It is a file of its own, because the Content-Security-Policy forbids
 * inline scripts, and a module would run after the first paint.
 */
export function bootScript(): Plugin {
  let file = ''
  let building = false
  const compile = async () => (await transformWithOxc(await readFile(file, 'utf8'), file)).code
  return {
    name: 'atrium-boot-script',
    configResolved: (config) => {
      file = join(config.root, SOURCE)
      building = config.command === 'build'
    },
    configureServer: (server) => {
      server.middlewares.use(DEV_PATH, (_request, response, next) => {
        compile().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
    async generateBundle() {
      const source = await compile()
      this.emitFile({ type: 'asset', fileName: buildPath(source), source })
    },
    transformIndexHtml: async () => [
      {
        tag: 'script',
        attrs: { src: building ? `./${buildPath(await compile())}` : DEV_PATH },
        injectTo: 'head-prepend',
      },
    ],
  }
}

function buildPath(source: string): string {
  return `assets/boot-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
}
