import type { AddressInfo } from 'node:net'
import { ApiError } from '@atrium/sdk'
import { Created } from '@atrium/sdk/host'
import Koa from 'koa'
import type { ParameterizedContext } from 'koa'
import { after } from 'mocha'
import { authMigrations } from '../../../../host/core/auth/auth-migrations.ts'
import { checkOrigin } from '../../../../host/core/auth/origin.ts'
import { type Auth, type AuthOptions, createAuth } from '../../../../host/core/auth/index.ts'
import { createSignIn, type SignInOptions, type SignInRoom } from '../../../../host/core/sign-in/index.ts'
import type { Principal } from '../../../../host/core/auth/identity.ts'
import type { UserValues } from '../../../../host/core/auth/user-record.ts'
import { ANONYMOUS } from '../../../../host/core/operations/request.ts'
import type { Database } from '../../../../host/base/db/index.ts'
import { createLogger } from '../../../../host/base/log/index.ts'
import { KeyRing } from '../../../../host/base/secrets/index.ts'
import type { TestTarget } from '../../../helpers/databases.ts'

const CLIENT = { address: '192.0.2.1' }
const OPERATOR = '00000000-0000-7000-8000-000000000001'
const BASE = 'http://127.0.0.1:3000'

/** Where people reach the platform in these tests. */
export const SITE = 'https://atrium.example.org'

/** The rooms of identity and of signing in, as the host joins them. */
export type TestRooms = Auth & SignInRoom

/** Auth on its own database, served over HTTP, with a clock that the test moves. */
export interface TestAuth {
  readonly auth: TestRooms
  readonly database: Database
  /** Where its routes are served, also below `/api/v1/auth`. */
  readonly url: string
  readonly clock: { now: number }
  /** The lines written to the log so far. */
  readonly logged: string[]
  /** Another host on the same database. */
  another(): Promise<TestRooms>
  /** The token of a fresh sign-in link. */
  token(): Promise<string>
  send(method: string, path: string, options?: SendOptions): Promise<Answer>
  /** Signs in by a link and returns the cookie, `name=value`. */
  signIn(): Promise<string>
  /** The operator, signed in. */
  operator(): Promise<Principal>
  /** Creates a person, signed in. Default: without roles. */
  person(values?: Partial<UserValues>): Promise<Principal>
  /** Sets the operator's e-mail and password, and returns the cookie of the session. */
  setPassword(email: string, password: string): Promise<string>
}

export interface SendOptions {
  body?: unknown
  headers?: Record<string, string>
  cookie?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
  /** `name=value` of the cookie that was set. */
  readonly cookie: string
}

export async function startAuth(
  target: TestTarget,
  options: Partial<AuthOptions & SignInOptions> = {},
): Promise<TestAuth> {
  const database = await target.openMigrated(authMigrations)
  const clock = { now: Date.UTC(2026, 10, 20, 8) }
  const logged: string[] = []
  const log = await createLogger({ level: 'info', pretty: false, stream: { write: (line) => void logged.push(line) } })
  const keys = new KeyRing(Buffer.alloc(32, 7))
  const another = async () => {
    const given = { database, log, keys, publicUrl: () => SITE, now: () => clock.now, ...(options as object) }
    const opened = await createAuth(given)
    after(() => opened.close())
    const signIn = createSignIn({ ...given, auth: opened })
    const sweep = async () => void (await Promise.all([opened.sweep(), signIn.sweep()]))
    return { ...opened, ...signIn, sweep }
  }
  const auth = await another()
  const url = await serve(auth)
  const token = async () => (await auth.signInLink(BASE))?.split('#token=')[1] ?? ''
  const send: TestAuth['send'] = async (method, path, { body, headers, cookie } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(cookie ? { cookie, 'sec-fetch-site': 'same-origin' } : {}), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const [set = ''] = response.headers.getSetCookie()
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
      cookie: set.split(';')[0] ?? '',
    }
  }
  const signIn = async () => (await send('POST', '/sessions', { body: { token: await token() } })).cookie
  const setPassword = async (email: string, password: string) => {
    const cookie = await signIn()
    await send('PUT', '/password', { cookie, body: { email, password } })
    return cookie
  }
  const signedIn = async (id: string) => (await auth.sessions.start({ id }, CLIENT, { methods: ['link'] })).caller
  const operator = () => signedIn(OPERATOR)
  const person: TestAuth['person'] = async (values = {}) =>
    signedIn((await auth.users.create({ name: 'Ada', ...values }, { by: await operator() })).id)
  return { operator, person, auth, url, database, clock, logged, another, token, send, signIn, setPassword }
}

/** Serves the routes as the host does: identity, origin check, handler, and errors as answers. Behind a trusted proxy. */
async function serve(auth: TestRooms): Promise<string> {
  const app = new Koa({ proxy: true })
  app.use(async (koa) => {
    try {
      await run(auth, koa)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      koa.status = error.status
      koa.set(error.options.headers ?? {})
      koa.body = { code: error.code, detail: error.message, errors: error.options.errors }
    }
  })
  const server = app.listen(0, '127.0.0.1')
  after(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function run(auth: TestRooms, koa: ParameterizedContext): Promise<void> {
  const { method, headers, host, secure } = koa
  const identity = await auth.authenticate({ ...headers, secure })
  checkOrigin({ method, headers, identity, host })
  const { route, params } = findRoute(auth, method, koa.path.replace(/^\/api\/v1\/auth/, ''))
  if (!route) throw new ApiError('route_not_found', { detail: koa.path })
  if (!identity && !route.options.open) throw new ApiError('unauthenticated', { detail: 'Nobody is signed in.' })
  const call = { params, query: koa.query, body: await readJson(koa), headers, caller: identity?.caller ?? ANONYMOUS }
  const result = await (route.handler as (call: unknown, koa: ParameterizedContext) => unknown)(call, koa)
  if (route.options.raw) return
  koa.body = (result instanceof Created ? result.value : result) ?? null
  if (result instanceof Created) koa.status = 201
}

/** Paths without parameters first, as the host matches them. */
function findRoute(auth: TestRooms, method: string, path: string) {
  const ofMethod = auth.routes.filter((each) => each.method === method)
  const exact = ofMethod.find((each) => each.path === path)
  if (exact) return { route: exact, params: {} }
  for (const route of ofMethod) {
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const found = pattern.exec(path)
    if (found) return { route, params: { ...found.groups } }
  }
  return { route: undefined, params: {} }
}

async function readJson(koa: ParameterizedContext): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of koa.req) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}
