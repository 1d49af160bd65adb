import { ApiError } from '@atrium/sdk'
import { PluginPackage } from '@atrium/sdk/documents'
import { answerMethod } from '../../http/index.ts'
import type { HttpExchange } from '../../http/index.ts'
import { API_HEADERS, REQUEST_ID } from '../../http/index.ts'
import { makeAsset, sendAsset, HTML_HEADERS, mediaTypeOf } from './assets.ts'
import { diagnosticsPage, errorsPage } from './catalogue-pages.ts'
import { createDocsPage } from './docs-page.ts'
import { elementFiles, isElementPath } from './element-files.ts'
import { screenAt } from '../reasons/missing-documents.ts'
import type { ReadinessOptions } from './readiness.ts'
import { readReadiness } from './readiness.ts'
import { sendMissingShell, ShellBuild } from './shell-build.ts'

export interface PagesOptions extends ReadinessOptions {
  /** The directory of the built web client. It may not exist yet. */
  readonly shellDirectory: string
  /** As in HostOptions. */
  readonly basePath?: string | undefined
}

const HTML_PAGE = [...HTML_HEADERS, 'Cache-Control', 'no-cache']

/** First segments of paths whose screens belong to no panel. */
const OF_THE_SHELL = new Set(['', 'sign-in', 'platform'])

type Serve = (exchange: HttpExchange) => void | Promise<void>

/**
 * Serves everything outside `/api`: the probes, `/docs`, the files of the shell, and the page of the shell at every other path that
 * a browser opens.
 */
export function createPages(options: PagesOptions): Serve {
  const { basePath: base = '' } = options
  const shell = new ShellBuild(options.shellDirectory, base)
  const docsPage = createDocsPage(base)
  const elementFile = elementFiles(options.registries)
  const errors = makePage(errorsPage())
  const diagnostics = makePage(diagnosticsPage())
  const packageSchema = makeJson(PluginPackage)
  const exact = new Map<string, Serve>([
    ['/livez', (exchange) => sendJson(exchange, 200, { status: 'alive' })],
    ['/readyz', sendReadiness],
    ['/docs/errors', (exchange) => sendAsset(exchange, errors)],
    ['/docs/diagnostics', (exchange) => sendAsset(exchange, diagnostics)],
    ['/docs/package.schema.json', (exchange) => sendAsset(exchange, packageSchema)],
    ['/favicon.ico', sendIcon],
  ])
  /** By first path segment. None of these can be a panel, so the shell is not served there. */
  const reserved = new Map<string, Serve>([
    ['docs', sendDocs],
    ['assets', sendFile],
    ['.well-known', noMetadata],
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

  async function sendReadiness(exchange: HttpExchange): Promise<void> {
    const strict = new URLSearchParams(exchange.search).get('strict')
    const readiness = await readReadiness(options, { isStrict: strict !== null && strict !== '0' })
    sendJson(exchange, readiness.status === 'ready' ? 200 : 503, readiness)
  }

  async function sendShell(exchange: HttpExchange): Promise<void> {
    const { path, request } = exchange
    const build = await shell.current()
    const file = build?.files.get(path)
    if (file !== undefined) return sendAsset(exchange, file)
    if (!acceptsPage(request.headers.accept, path)) return notFound(exchange)
    if (build === undefined) sendMissingShell(exchange, base)
    else sendAsset(exchange, build.index, isScreen(path) ? 200 : 404)
  }

  /** Whether the shell has a screen at the path. While plugins are still loading, any panel may get more screens. */
  function isScreen(path: string): boolean {
    const [, segment = '', ...rest] = path.split('/')
    if (OF_THE_SHELL.has(segment)) return true
    const { panels, dashboards } = options.registries
    if (!options.isStarted()) return true
    const isPanel = panels.configured().some(({ id, enabled }) => id === segment && enabled)
    return (
      isPanel &&
      (rest.every((each) => each === '') ||
        OWN_DASHBOARD.test(rest.join('/')) ||
        screenAt(dashboards.manifests(segment), path.replace(/\/+$/, '')) !== undefined)
    )
  }

  async function sendFile(exchange: HttpExchange): Promise<void> {
    const { path } = exchange
    const file = isElementPath(path) ? await elementFile(path) : (await shell.last())?.files.get(path)
    if (file === undefined) return notFound(exchange)
    sendAsset(exchange, file)
  }

  async function sendDocs(exchange: HttpExchange): Promise<void> {
    const asset = await docsPage(exchange.path)
    if (asset === undefined) return notFound(exchange)
    sendAsset(exchange, asset)
  }

  async function sendIcon(exchange: HttpExchange): Promise<void> {
    const build = await shell.last()
    const icon = build?.icon === undefined ? undefined : build.files.get(build.icon)
    if (icon === undefined) return notFound(exchange)
    sendAsset(exchange, icon)
  }
}

const makePage = (html: string) => makeAsset({ identity: Buffer.from(html) }, mediaTypeOf('page.html'), HTML_PAGE)

const makeJson = (value: object) =>
  makeAsset({ identity: Buffer.from(JSON.stringify(value, null, 2)) }, mediaTypeOf('schema.json'), [
    'Cache-Control',
    'no-cache',
  ])

/** People’s own dashboards, in any panel: only the API knows which there are. */
const OWN_DASHBOARD = /^~dashboards\/\d+\/*$/

function notFound({ path }: HttpExchange): never {
  const detail = `There is no page [${path}]. The API starts at [/api/v1]; [/api/v1/openapi.json] describes it, for people [/docs].`
  throw new ApiError('route_not_found', { detail })
}

/**
 * The host publishes no metadata (RFC 8615). MCP clients look here for an authorization server (RFC 9728); the 404 says that the host
 * has no such server.
 */
function noMetadata({ path }: HttpExchange): never {
  const detail = `There is no document [${path}]. The host has no authorization server: send an API token as \`Authorization: Bearer …\`.`
  throw new ApiError('route_not_found', { detail })
}

/**
 * Tells whether to answer with the page of the shell. A client that accepts any type gets it, unless the path names a file: a missing
 * script must not be answered with HTML.
 */
function acceptsPage(accept: string | undefined, path: string): boolean {
  if (accept?.includes('text/html')) return true
  return (accept === undefined || accept.includes('*/*')) && !/\.\w+$/.test(path)
}

/** Sends the JSON answer to a probe, which must not be cached. Logged only at `debug`, because orchestrators ask every few seconds. */
function sendJson(exchange: HttpExchange, status: number, value: unknown): void {
  const { response, method, id } = exchange
  exchange.level = 'debug'
  const text = JSON.stringify(value)
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text))]
  response.writeHead(status, [...headers, 'Cache-Control', 'no-store', ...API_HEADERS, REQUEST_ID, id])
  response.end(method === 'HEAD' ? undefined : text)
}
