import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { makeAsset } from './make-asset.ts'
import type { Asset } from './make-asset.ts'
import { HTML_HEADERS } from './html-headers.ts'
import { mediaTypeOf } from './media-type-of.ts'

/** The built web client, by path. Only what was found in the build is ever served, so no path can lead out of it. */
export interface Shell {
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
export async function readShell(directory: string): Promise<Shell> {
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
