import path from 'node:path'
import { seeded_random } from '@atrium/sdk/host'
import { startTestHost, type TestHost } from '@atrium/host/testing'
import { expect } from 'chai'
import { SoftwarePasskey } from '../helpers/software-passkey.ts'

/** `ATRIUM_MUTATIONS=10000 npm test -- test/contract/mutated-proofs.test.ts` sends as many as the measure asks for. */
const COUNT = Number(process.env.ATRIUM_MUTATIONS ?? 300)
const SEED = Number(process.env.ATRIUM_MUTATIONS_SEED ?? 20_261_122)
const AUTH = '/api/v1/auth'
const PASSWORD = 'seven small boats at dusk'
const JSON_TYPE = { 'content-type': 'application/json' }

type Random = () => number

interface Sent {
  readonly what: string
  readonly status: number
  readonly hasSession: boolean
}

describe('A proof of who one is, changed at random', () => {
  let host: TestHost
  let token: string
  let cookie: string
  let passkey: SoftwarePasskey

  before('make somebody with a password, a passkey, a session and a token', async () => {
    host = await startTestHost({ plugins: [path.resolve(import.meta.dirname, '../../plugins/template')] })
    const site = host.url.replace('127.0.0.1', 'localhost')
    const entered = await ask('POST', `${AUTH}/sessions`, { body: { token: host.signInLink?.split('#token=')[1] } })
    cookie =
      entered.headers
        .getSetCookie()
        .find((each) => each.startsWith('atrium_session='))
        ?.split(';')[0] ?? ''
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    await ask('PUT', `${AUTH}/password`, { headers: own, body: { email: 'ada@example.org', password: PASSWORD } })
    passkey = new SoftwarePasskey(site)
    const options = await (await ask('POST', `${AUTH}/passkeys/options`, { headers: own })).json()
    await ask('POST', `${AUTH}/passkeys`, {
      headers: own,
      body: { name: 'Key', response: passkey.make(options as never) },
    })
    const { id } = (await (await ask('GET', `${AUTH}/me`, { headers: own })).json()) as { id: string }
    const values = { name: 'Test', user_id: id, permissions: ['*'] }
    const made = await host.request('/api/v1/platform/tokens', { method: 'POST', json: values })
    token = ((await made.json()) as { secret: string }).secret
  })
  after(() => host.close())

  const ask = (method: string, to: string, { headers = {}, body }: { headers?: object; body?: unknown } = {}) =>
    fetch(host.url + to, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : JSON_TYPE), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  /** Each sends one mutation. None of them proves anything. */
  const kinds: Record<string, (random: Random) => Promise<[Response, string]>> = {
    token: async (random) => {
      const wrong = mutate(token, random)
      return [await ask('GET', `${AUTH}/me`, { headers: { authorization: `Bearer ${wrong}` } }), wrong]
    },
    cookie: async (random) => {
      const [name = '', value = ''] = cookie.split('=')
      const wrong = `${name}=${mutate(value, random)}`
      return [await ask('GET', `${AUTH}/me`, { headers: { cookie: wrong } }), wrong]
    },
    header: async (random) => {
      const name = pick(HEADERS, random)
      const value = noise(random)
      const to = pick(PATHS, random)
      return [await ask('GET', to, { headers: { [name]: value } }), `${to} ${name}: ${value}`]
    },
    password: async (random) => {
      const right = { email: 'ada@example.org', password: PASSWORD }
      const body = mutateBody({ ...right, password: mutate(PASSWORD, random) }, random)
      return [await ask('POST', `${AUTH}/sessions`, { body }), JSON.stringify(body)]
    },
    passkey: async (random) => {
      const options = await (await ask('POST', `${AUTH}/sign-in/passkey/options`)).json()
      if (!('challenge' in (options as object))) return [Response.json({}, { status: 429 }), 'no challenge']
      const answer = passkey.use(options as never) as unknown as Record<string, unknown>
      const body = {
        response: mutateBody({ ...answer, response: mutateMember(answer.response as object, random) }, random),
      }
      return [await ask('POST', `${AUTH}/sign-in/passkey`, { body }), JSON.stringify(body)]
    },
    step: async (random) => {
      const headers = { cookie: `atrium_sign_in=${noise(random)}; atrium_device=${noise(random)}` }
      const body = mutateBody({ code: String(Math.floor(random() * 1e6)), token: noise(random) }, random)
      const to = pick(
        ['sign-in/code', 'sign-in/totp/confirm', 'sign-in/passkeys', 'links/open', 'links/accept'],
        random,
      )
      return [await ask('POST', `${AUTH}/${to}`, { headers, body }), `${to} ${JSON.stringify(body)}`]
    },
    callback: async (random) => {
      const query = new URLSearchParams({ code: noise(random), state: noise(random), iss: noise(random) })
      return [
        await ask('GET', `${AUTH}/oidc/${pick(['company', 'x', '%00'], random)}/callback?${String(query)}`),
        String(query),
      ]
    },
  }

  it(`lets nobody in and breaks nothing, in ${COUNT} ways`, async () => {
    const wrong: Sent[] = []
    const statuses = new Map<string, number>()
    for (let at = 0; at < COUNT; at++) {
      const { next: random } = seeded_random(SEED + at)
      const [kind = '', send] = Object.entries(kinds)[at % Object.keys(kinds).length] ?? []
      const [response, what] = (await send?.(random)) ?? []
      if (!response) continue
      await response.arrayBuffer()
      const { status } = response
      const hasSession = response.headers.getSetCookie().some((each) => /atrium_session=[\w-]{43}/.test(each))
      statuses.set(`${kind} ${status}`, (statuses.get(`${kind} ${status}`) ?? 0) + 1)
      if (status < 400 || status >= 500 || hasSession)
        wrong.push({ what: `${SEED + at} ${kind} ${what}`, status, hasSession })
    }
    if (process.env.ATRIUM_MUTATIONS) console.log(Object.fromEntries([...statuses].sort()))
    expect(wrong).to.deep.equal([])
    const right = await ask('GET', `${AUTH}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(right.status, 'what was not changed').to.equal(200)
  }).timeout(Math.max(600_000, COUNT * 100))
})

const HEADERS = [
  ...['authorization', 'cookie', 'atrium-preview', 'idempotency-key', 'if-match', 'origin', 'sec-fetch-site', 'accept'],
  ...['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'content-type', 'range', 'accept-language', 'x-request-id'],
]
const PATHS = [
  `${AUTH}/me`,
  '/api/v1/template/items',
  '/api/v1/platform/users',
  '/api/v1/panels',
  '/api/v1/ui/dashboards/x',
]

const pick = <Value>(values: readonly Value[], random: Random): Value => values[Math.floor(random() * values.length)]!

/** Text that a header may carry. */
function noise(random: Random): string {
  const bits = [
    'Bearer ',
    'Basic ',
    'atr_',
    'role=',
    'person=',
    '*',
    '"',
    ';',
    ',',
    '=',
    '%00',
    '%',
    '../',
    '\u00ff',
    '{}',
    '[',
    '1',
  ]
  const length = 1 + Math.floor(random() * 12)
  const text = Array.from({ length }, () =>
    random() < 0.5 ? pick(bits, random) : random().toString(36).slice(2),
  ).join('')
  return text.trim() || 'x'
}

/** Changes, removes, doubles or adds something, so that the result differs in more than spaces around it. */
function mutate(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  const other = pick([...'abcXYZ019_-.~'], random)
  const changed = pick(
    [
      () => text.slice(0, at) + other + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + other + text.slice(at),
      () => text.slice(0, at),
      () => text + text,
      () => text.toUpperCase(),
      () => [...text].reverse().join(''),
    ],
    random,
  )()
  return changed.trim() === text || changed === '' ? `${text}${other}` : changed
}

/** Mutates one text within an object; the object that holds it is changed in any case. */
function mutateMember(values: object, random: Random): object {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '')
  const [name, value] = pick(texts, random) as [string, string]
  return { ...values, [name]: flip(value, { random, from: name === 'signature' ? LENGTHS : 0 }) }
}

/** Bytes at the start of a signature that only say how long it is. Another length there is still the same signature. */
const LENGTHS = 5

/** Flips one bit of bytes in base64url. */
function flip(value: string, { random, from }: { random: Random; from: number }): string {
  const bytes = Buffer.from(value, 'base64url')
  const at = from + Math.floor(random() * Math.min(bytes.length - from, 25))
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  return bytes.toString('base64url')
}

/** Sometimes changes the shape of a body, too: its members, their types, or the JSON itself. */
function mutateBody(body: object, random: Random): unknown {
  const [name = ''] = pick(Object.entries(body), random)
  const strange = pick<unknown>(
    [null, 0, -1, true, [], {}, '', 'x'.repeat(300), { $ne: null }, [['']], '\u0000'],
    random,
  )
  return pick<() => unknown>(
    [
      () => body,
      () => body,
      () => ({ ...body, [name]: strange }),
      () => ({ ...body, [pick(['__proto__', 'constructor', 'role', 'permissions'], random)]: strange }),
      () => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)),
      () => [body],
      () => JSON.stringify(body).slice(0, -1 - Math.floor(random() * 5)),
    ],
    random,
  )()
}
