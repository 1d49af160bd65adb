import { ApiError } from '@atrium/sdk'
import { answerMethod } from '../../http/answer-method.ts'
import type { Exchange } from '../../http/exchange.ts'
import { makeAsset, sendAsset } from './asset.ts'
import { createDocsPage } from './docs-page.ts'
import { errorsPage } from './errors-page.ts'
import { HTML_HEADERS } from './html-headers.ts'
import { mediaTypeOf } from './media-type-of.ts'
import { sendMissingShell } from './send-missing-shell.ts'
import { readReadiness } from './readiness.ts'
import type { ReadinessOptions } from './readiness.ts'
import { sendJson } from './send-json.ts'
import { ShellBuild } from './shell-build.ts'

export interface PagesOptions extends ReadinessOptions {
  /** Of the built web client; it may not be there yet. */
  readonly shellDirectory: string
}

/** First segments that are no panel's, so the shell is not served there. */
const RESERVED = new Set(['api', 'docs', 'assets', 'livez', 'readyz', 'metrics'])

const HTML_PAGE = [...HTML_HEADERS, 'Cache-Control', 'no-cache']

type Serve = (exchange: Exchange) => void | Promise<void>

/**
 * Serves everything outside `/api`: the probes, `/docs`, the files of the shell, and the shell itself on every other path that a
 * person opens.
 */
export function createPages(options: PagesOptions): Serve {
  const shell = new ShellBuild(options.shellDirectory)
  const docsPage = createDocsPage()
  const catalogue = makeAsset({ identity: Buffer.from(errorsPage()) }, mediaTypeOf('.html'), HTML_PAGE)
  const exact: Readonly<Record<string, Serve>> = {
    '/livez': (exchange) => sendJson(exchange, 200, { status: 'alive' }),
    '/readyz': async (exchange) => {
      const readiness = await readReadiness(options)
      sendJson(exchange, readiness.status === 'ready' ? 200 : 503, readiness)
    },
    '/docs/errors': (exchange) => sendAsset(exchange, catalogue),
    '/favicon.ico': sendIcon,
  }
  const byFirstSegment: Readonly<Record<string, Serve>> = { docs: sendDocs, assets: sendFile }

  return (exchange) => {
    const { method, path } = exchange
    if (method !== 'GET' && method !== 'HEAD') return answerMethod(exchange, ['GET'])
    const [, segment = ''] = path.split('/', 2)
    const serve = exact[path] ?? byFirstSegment[segment] ?? (RESERVED.has(segment) ? notFound : sendShell)
    exchange.route = serve === exact[path] ? path : serve === sendShell ? '/' : `/${segment}/*`
    return serve(exchange)
  }

  async function sendShell(exchange: Exchange): Promise<void> {
    const { path, request } = exchange
    if (!acceptsPage(request.headers.accept, path)) return notFound(exchange)
    const build = await shell.current()
    if (build === undefined) sendMissingShell(exchange)
    else sendAsset(exchange, build.index)
  }

  async function sendFile(exchange: Exchange): Promise<void> {
    const file = (await shell.last())?.files.get(exchange.path)
    if (file === undefined) return notFound(exchange)
    sendAsset(exchange, file)
  }

  async function sendDocs(exchange: Exchange): Promise<void> {
    const asset = await docsPage(exchange.path)
    if (asset === undefined) return notFound(exchange)
    sendAsset(exchange, asset)
  }

  async function sendIcon(exchange: Exchange): Promise<void> {
    const build = await shell.last()
    const icon = build?.icon === undefined ? undefined : build.files.get(build.icon)
    if (icon === undefined) return notFound(exchange)
    sendAsset(exchange, icon)
  }
}

function notFound({ path }: Exchange): never {
  const detail = `There is nothing at [${path}]. The interfaces are below [/api/v1], their description is at [/docs].`
  throw new ApiError('route_not_found', { detail })
}

/** Whoever takes anything gets the page, but not in the place of a file: a missing script must not come as HTML. */
function acceptsPage(accept: string | undefined, path: string): boolean {
  if (accept?.includes('text/html')) return true
  return (accept === undefined || accept.includes('*/*')) && !/\.\w+$/.test(path)
}
