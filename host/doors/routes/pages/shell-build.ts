import { stat, readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { HttpExchange } from '../../http/index.ts'
import type { Asset } from './assets.ts'
import { makeAsset, HTML_HEADERS, mediaTypeOf } from './assets.ts'
import { htmlPage } from './html-page.ts'

/** The built web client, by path. Only what was found in the build is ever served, so no path can lead out of it. */
interface Shell {
  readonly index: Asset
  readonly files: ReadonlyMap<string, Asset>
  /** The path of the icon that the page names. */
  readonly icon: string | undefined
}

const INDEX = '/index.html'
const HTML = [...HTML_HEADERS, 'Cache-Control', 'no-cache']
/** The names of these files hold a hash of their content. */
const FOREVER = ['Cache-Control', 'public, max-age=31536000, immutable', 'X-Content-Type-Options', 'nosniff']
const BRIEFLY = ['Cache-Control', 'no-cache', 'X-Content-Type-Options', 'nosniff']

/** Reads a build with the `.br` and `.gz` files that lie beside its texts. Rejects where there is none. */
async function readShell(directory: string): Promise<Shell> {
  const names = new Set((await readdir(directory, { recursive: true })).map((name) => name.replaceAll(sep, '/')))
  const read = (name: string) => (names.has(name) ? readFile(join(directory, name)) : undefined)
  const files = new Map<string, Asset>()
  for (const name of names) {
    if (!/\.\w+$/.test(name) || /\.(br|gz)$/.test(name)) continue
    const contents = {
      identity: await readFile(join(directory, name)),
      br: await read(`${name}.br`),
      gzip: await read(`${name}.gz`),
    }
    files.set(`/${name}`, makeAsset(contents, mediaTypeOf(name), headersOf(`/${name}`)))
  }
  const index = files.get(INDEX)
  if (index === undefined) throw new Error(`The build in [${directory}] has no [index.html].`)
  return { index, files, icon: iconOf(index.identity.body.toString()) }
}

function headersOf(path: string): readonly string[] {
  if (path.endsWith('.html')) return HTML
  return path.startsWith('/assets/') ? FOREVER : BRIEFLY
}

function iconOf(html: string): string | undefined {
  const link = /<link\s[^>]*rel="icon"[^>]*>/.exec(html)?.[0]
  return link && /href="([^"]+)"/.exec(link)?.[1]
}

const PAGE = htmlPage(
  'The shell is not built',
  `<p>Atrium runs, but its web client has not been built yet. Build it, then load this page again:</p>
<pre>npm run build</pre>
<p>The interfaces work meanwhile: see <a href="/docs">/docs</a>.</p>`,
)

/** Says how to build the web client: 503, because the page that was asked for will be there. */
export function sendMissingShell({ response, method }: HttpExchange): void {
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(Buffer.byteLength(PAGE))]
  response.writeHead(503, [...type, 'Cache-Control', 'no-store', ...HTML_HEADERS])
  response.end(method === 'HEAD' ? undefined : PAGE)
}

/** The built web client as it is now: a build that is made or made anew while the host runs is seen at the next page. */
export class ShellBuild {
  readonly #directory: string
  #shell: Promise<Shell | undefined> = Promise.resolve(undefined)
  #builtAt = -1

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Looks for a new build. Undefined where there is none. */
  async current(): Promise<Shell | undefined> {
    const builtAt = await stat(join(this.#directory, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1,
    )
    if (builtAt !== this.#builtAt) {
      this.#builtAt = builtAt
      this.#shell = builtAt === -1 ? Promise.resolve(undefined) : readShell(this.#directory)
      this.#shell.catch(() => (this.#builtAt = -1))
    }
    return this.#shell
  }

  /** What was read last, for the files that a page asks for. */
  async last(): Promise<Shell | undefined> {
    return (await this.#shell) ?? this.current()
  }
}
