import { ApiError } from '@atrium/sdk'
import { answerMethod } from '../../http/answer-method.ts'
import type { Exchange } from '../../http/exchange.ts'
import { makeAsset } from './make-asset.ts'
import { sendAsset } from './send-asset.ts'
import { createDocsPage } from './docs-page.ts'
import { diagnosticsPage } from './diagnostics-page.ts'
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

const HTML_PAGE = [...HTML_HEADERS, 'Cache-Control', 'no-cache']

type Serve = (exchange: Exchange) => void | Promise<void>

/**
 * Serves everything outside `/api`: the probes, `/docs`, the files of the shell, and the shell itself on every other path that a
 * person opens.
 */
export function createPages(options: PagesOptions): Serve {
  const shell = new ShellBuild(options.shellDirectory)
  const docsPage = createDocsPage()
  const errors = makePage(errorsPage())
  const diagnostics = makePage(diagnosticsPage())
  const exact = new Map<string, Serve>([
    ['/livez', (exchange) => sendJson(exchange, 200, { status: 'alive' })],
    ['/readyz', sendReadiness],
    ['/docs/errors', (exchange) => sendAsset(exchange, errors)],
    ['/docs/diagnostics', (exchange) => sendAsset(exchange, diagnostics)],
    ['/favicon.ico', sendIcon],
  ])
  /** By the first segment; none of these is a panel's, so the shell is not served there. */
  const reserved = new Map<string, Serve>([
    ['docs', sendDocs],
    ['assets', sendFile],
    ...['api', 'livez', 'readyz', 'metrics'].map((segment) => [segment, notFound] as const),
  ])

  return (exchange) => {
    const { method, path } = exchange
    if (method !== 'GET' && method !== 'HEAD') return answerMethod(exchange, ['GET'])
    const [, segment = ''] = path.split('/', 2)
    exchange.route = exact.has(path) ? path : reserved.has(segment) ? `/${segment}/*` : '/*'
    const serve = exact.get(path) ?? reserved.get(segment) ?? sendShell
    return serve(exchange)
  }

  async function sendReadiness(exchange: Exchange): Promise<void> {
    const readiness = await readReadiness(options)
    sendJson(exchange, readiness.status === 'ready' ? 200 : 503, readiness)
  }

  async function sendShell(exchange: Exchange): Promise<void> {
    const { path, request } = exchange
    const build = await shell.current()
    const file = build?.files.get(path)
    if (file !== undefined) return sendAsset(exchange, file)
    if (!acceptsPage(request.headers.accept, path)) return notFound(exchange)
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

const makePage = (html: string) => makeAsset({ identity: Buffer.from(html) }, mediaTypeOf('page.html'), HTML_PAGE)

function notFound({ path }: Exchange): never {
  const detail = `There is nothing at [${path}]. The interfaces are below [/api/v1], their description is at [/docs].`
  throw new ApiError('route_not_found', { detail })
}

/** Whoever takes anything gets the page, but not in the place of a file: a missing script must not come as HTML. */
function acceptsPage(accept: string | undefined, path: string): boolean {
  if (accept?.includes('text/html')) return true
  return (accept === undefined || accept.includes('*/*')) && !/\.\w+$/.test(path)
}
