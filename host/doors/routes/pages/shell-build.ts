import { stat, readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { HttpExchange } from '../../http/index.ts'
import type { Asset } from './assets.ts'
import { compress } from '../../http/index.ts'
import { FOREVER, makeAsset, HTML_HEADERS, mediaTypeOf } from './assets.ts'
import { htmlPage } from './html-page.ts'

/** The built web client. Only files found in the build are served, so no request path can lead outside it. */
interface Shell {
  readonly index: Asset
  readonly files: ReadonlyMap<string, Asset>
  /** The path of the icon that `index.html` links. */
  readonly icon: string | undefined
}

const INDEX = '/index.html'
const HTML = [...HTML_HEADERS, 'Cache-Control', 'no-cache']
const BRIEFLY = ['Cache-Control', 'no-cache', 'X-Content-Type-Options', 'nosniff']

/** Reads a build together with its compressed `.br` and `.gz` files. Rejects if `index.html` is missing. */
async function readShell(directory: string, base: string): Promise<Shell> {
  const names = new Set((await readdir(directory, { recursive: true })).map((name) => name.replaceAll(sep, '/')))
  const read = (name: string) => (names.has(name) ? readFile(join(directory, name)) : undefined)
  const files = new Map<string, Asset>()
  for (const name of names) {
    if (!/\.\w+$/.test(name) || /\.(br|gz)$/.test(name)) continue
    const identity = await readFile(join(directory, name))
    const contents =
      `/${name}` === INDEX
        ? await compressed(placedAt(base, identity.toString()))
        : { identity, br: await read(`${name}.br`), gzip: await read(`${name}.gz`) }
    files.set(`/${name}`, makeAsset(contents, mediaTypeOf(name), headersOf(`/${name}`)))
  }
  const index = files.get(INDEX)
  if (index === undefined) throw new Error(`The build in [${directory}] has no [index.html]. Run [npm run build].`)
  return { index, files, icon: iconOf(index.identity.body.toString())?.slice(base.length) }
}

/** The page refers to its files by relative paths, but it is served at every path. It also passes the base path to the shell. */
const placedAt = (base: string, html: string) =>
  html.replaceAll(/\b(src|href)="\.\//g, `$1="${base}/`).replace('<html', `<html data-base-path="${base}"`)

async function compressed(html: string) {
  const [br, gzip] = await Promise.all([compress(html, 'br'), compress(html, 'gzip')])
  return { identity: Buffer.from(html), br, gzip }
}

function headersOf(path: string): readonly string[] {
  if (path.endsWith('.html')) return HTML
  return path.startsWith('/assets/') ? FOREVER : BRIEFLY
}

function iconOf(html: string): string | undefined {
  const link = /<link\s[^>]*rel="icon"[^>]*>/.exec(html)?.[0]
  return link && /href="([^"]+)"/.exec(link)?.[1]
}

const pageAt = (base: string) =>
  htmlPage(
    'The web client is not built',
    `<p>Atrium is running, but its web client has not been built yet. Build it, then reload this page:</p>
<pre>npm run build</pre>
<p>A host that was installed from a package comes with it: install <code>@atrium/host</code> again.</p>
<p>The API is already available: see <a href="${base}/docs">${base}/docs</a>.</p>`,
  )

/** Sends a page that explains how to build the web client. The status is 503, because the requested page exists after the build. */
export function sendMissingShell({ response, method }: HttpExchange, base: string): void {
  const page = pageAt(base)
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(Buffer.byteLength(page))]
  response.writeHead(503, [...type, 'Cache-Control', 'no-store', ...HTML_HEADERS])
  response.end(method === 'HEAD' ? undefined : page)
}

/** The current build of the web client. The next page request notices a build made while the host runs. */
export class ShellBuild {
  readonly #directory: string
  readonly #base: string
  #shell: Promise<Shell | undefined> = Promise.resolve(undefined)
  #builtAt = -1

  constructor(directory: string, base: string) {
    this.#directory = directory
    this.#base = base
  }

  /** Returns the current build, after checking for a new one. Resolves to undefined if there is none. */
  async current(): Promise<Shell | undefined> {
    const builtAt = await stat(join(this.#directory, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1,
    )
    if (builtAt !== this.#builtAt) {
      this.#builtAt = builtAt
      this.#shell = builtAt === -1 ? Promise.resolve(undefined) : readShell(this.#directory, this.#base)
      this.#shell.catch(() => (this.#builtAt = -1))
    }
    return this.#shell
  }

  /** Returns the build that was read last, so that a page gets the files of its own build. Looks for a build only before the first was read. */
  async last(): Promise<Shell | undefined> {
    return (await this.#shell) ?? this.current()
  }
}
