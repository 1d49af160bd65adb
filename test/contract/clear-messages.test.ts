import { expect } from 'chai'
import { connectAgent } from '../helpers/connect-agent.ts'
import { useFleetHost } from '../helpers/fleet-host.ts'
import { ITEMS, useTemplateHost } from './template-host.ts'
import type { Init } from './template-host.ts'

const sends = (json: unknown): Init => ({ method: 'POST', json })

describe('The message of a refused request', () => {
  const { ask } = useTemplateHost()

  const told: [what: string, path: string, init: Init, detail: string][] = [
    [
      'an unknown field that every object inherits',
      ITEMS,
      sends({ name: 'a', price: 1, constructor: 1 }),
      '[constructor]: There is no such field.',
    ],
    [
      'one that sounds like a method',
      ITEMS,
      sends({ name: 'a', price: 1, toString: 1 }),
      '[toString]: There is no such field.',
    ],
    [
      'a message of its own that ends in a period',
      '/api/v1/platform/webhooks',
      sends({ name: 'a', url: 'x', events: ['*'] }),
      '[url]: Enter a whole address, such as https://example.org/hooks.',
    ],
    [
      'a parameter with a single choice',
      `${ITEMS}/import?dry_run=true`,
      sends({ records: [{ name: 'a', price: 1 }] }),
      '[dry_run]: Must be 1.',
    ],
    [
      'null for a field that may be left out',
      ITEMS,
      sends({ name: 'a', price: 1, notes: null }),
      '[notes]: Leave this out instead of null; only PATCH removes a value with null.',
    ],
    ['a body of the wrong kind', ITEMS, sends([]), '[body]: Enter an object.'],
  ]
  for (const [what, path, init, detail] of told) {
    it(`names what is wrong in ${what}`, async () => {
      const { status, body } = await ask(path, init)
      expect([status, body.detail]).to.deep.equal([path.includes('?') ? 400 : 422, detail])
      expect(Object.keys(body.errors ?? {})).to.have.length(1)
    })
  }
})

describe('A time in the query of a list', () => {
  const { ask } = useTemplateHost()

  it('whose + has become a space is refused with the spelling that works', async () => {
    const { status, body } = await ask(`${ITEMS}?created_at_gte=2026-01-01T08:00:00+01:00`)
    expect([status, body.code]).to.deep.equal([400, 'query_malformed'])
    expect(body.detail).to.match(/the \+ of an offset has to be written as %2B\.$/)
    expect((await ask(`${ITEMS}?created_at_gte=2026-01-01T08:00:00%2B01:00`)).status).to.equal(200)
  })

  it('is described with its zone', async () => {
    const { body } = await ask<{
      paths: Record<string, { get: { parameters: { name: string; schema: { description?: string } }[] } }>
    }>('/api/v1/openapi.json')
    const { parameters = [] } = body.paths[ITEMS]?.get ?? {}
    const described = parameters.find(({ name }) => name === 'created_at_gte')?.schema.description
    expect(described).to.equal('A time, or a date for the whole day. Without an offset, in UTC.')
  })
})

const VANS = `
import { Type } from '@atrium/sdk'
const Change = Type.Object({ id: Type.Integer(), name: Type.String() })
export function register_routes(routes) {
  routes.patch('/vans', { body: Type.Array(Change), summary: 'Change vans' }, ({ body }) => body)
}
`

describe('The message of a tool call whose body is a list', () => {
  const fleet = useFleetHost({ 'src/index.ts': VANS })
  const told = async (given: Record<string, unknown>) => {
    const { url, token } = fleet.host
    await using agent = await connectAgent('auto', { url, token })
    const { isError, content } = await agent.call('fleet_update_vans', given)
    const [{ text }] = content as [{ text: string }]
    return isError === true ? text.split('\n').slice(0, 3) : (JSON.parse(text) as unknown)
  }
  const FIX = 'What to do: Correct the fields that `errors` names.'

  it('names the argument that is missing, unknown or wrong', async () => {
    const refused = (field: string, what: string) => [
      `validation_failed (422): [${field}]: ${what}.`,
      `errors: {"${field}":"${what}"}`,
      FIX,
    ]
    expect(await told({})).to.deep.equal(refused('body', 'Required'))
    expect(await told({ vans: [] })).to.deep.equal(refused('vans', 'There is no such field'))
    expect(await told({ body: {} })).to.deep.equal(refused('body', 'Enter a list'))
    expect(await told({ body: [{ id: 1, name: 'Blue' }] })).to.deep.equal({
      items: [{ id: 1, name: 'Blue' }],
      total: 1,
    })
  })
})
