import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { packageDirectory } from '../../../base/config/index.ts'
import { makeAsset, HTML_HEADERS, mediaTypeOf } from './assets.ts'
import type { Asset } from './assets.ts'

const compress = promisify(gzip)

/** Browsers must revalidate, because the URLs of these files do not change with their version. */
const REVALIDATED = ['Cache-Control', 'no-cache', 'X-Content-Type-Options', 'nosniff']

const pageAt = (base: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Atrium API</title><link rel="icon" href="${base}/favicon.ico"><link rel="stylesheet" href="${base}/docs/swagger-ui.css"></head>
<body><main id="docs"></main><script src="${base}/docs/swagger-ui-bundle.js"></script><script src="${base}/docs/start.js"></script></body></html>
`

/** `/docs?plugin=template` shows one plugin. The OpenAPI document requires a signed-in caller, so others go to `/sign-in` first. */
const startAt = (base: string) => `const base = ${JSON.stringify(base)}
const plugin = new URLSearchParams(location.search).get('plugin')
const url = base + (plugin ? '/api/v1/' + encodeURIComponent(plugin) + '/openapi.json' : '/api/v1/openapi.json')
fetch(url, { method: 'HEAD' }).then(({ status }) => {
  if (status === 401) location.replace(base + '/sign-in?next=' + encodeURIComponent(location.pathname.slice(base.length) + location.search))
  else SwaggerUIBundle({ url, dom_id: '#docs', deepLinking: true, validatorUrl: null })
})
`

const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js']

/** Serves the page that shows the OpenAPI document with Swagger UI. Files are read on first request. */
export function createDocsPage(base: string): (path: string) => Promise<Asset> | Asset | undefined {
  const made = new Map<string, Promise<Asset> | Asset>([
    [
      '/docs',
      makeAsset({ identity: Buffer.from(pageAt(base)) }, mediaTypeOf('page.html'), [
        ...HTML_HEADERS,
        'Cache-Control',
        'no-cache',
      ]),
    ],
    ['/docs/start.js', makeAsset({ identity: Buffer.from(startAt(base)) }, mediaTypeOf('start.js'), REVALIDATED)],
  ])
  return (asked) => {
    const path = asked === '/docs/' ? '/docs' : asked
    const name = path.slice('/docs/'.length)
    if (!made.has(path) && SWAGGER_FILES.includes(name)) made.set(path, readSwaggerFile(name))
    return made.get(path)
  }
}

/** The build of the host has a copy, so that an installed host does not need the package. */
async function readSwaggerFile(name: string): Promise<Asset> {
  const built = join(packageDirectory, 'dist/swagger-ui', name)
  const identity = await readFile(
    existsSync(built) ? built : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`),
  )
  return makeAsset({ identity, gzip: await compress(identity) }, mediaTypeOf(name), REVALIDATED)
}
