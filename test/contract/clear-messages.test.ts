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
    return isError === true ? text.split('\n').slice(0, 2) : (JSON.parse(text) as unknown)
  }
  const FIX = 'What to do: Correct the fields that `errors` names.'

  it('names the argument that is missing, unknown or wrong', async () => {
    expect(await told({})).to.deep.equal(['validation_failed (422): [body]: Required.', FIX])
    expect(await told({ vans: [] })).to.deep.equal(['validation_failed (422): [vans]: There is no such field.', FIX])
    expect(await told({ body: {} })).to.deep.equal(['validation_failed (422): [body]: Enter a list.', FIX])
    expect(await told({ body: [{ id: 1, name: 'Blue' }] })).to.deep.equal({
      items: [{ id: 1, name: 'Blue' }],
      total: 1,
    })
  })
})
