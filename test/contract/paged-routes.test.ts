import { expect } from 'chai'
import { connectAgent } from '../helpers/connect-agent.ts'
import { useFleetHost } from '../helpers/fleet-host.ts'

const VANS = `
import { array_store, parse_list_query, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer(), name: Type.String(), seats: Type.Integer() })
const rows = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, name: 'Van ' + (at + 1), seats: 2 + (at % 2) }))
const vans = array_store(rows, Van, { sort: ['name'], filter: ['seats'] })
export function register_routes(routes) {
  routes.get(
    '/drivers/{id}/vans',
    { permission: 'fleet.vans.view', summary: 'List the vans of a driver', list: vans, response: Type.Array(Van) },
    ({ query }) => vans.list(parse_list_query(query, vans.schema, vans.rules)),
  )
}
`
const PATH = '/api/v1/fleet/drivers/{id}/vans'
const TOOL = 'fleet_list_vans_of_driver'

interface Described {
  readonly parameters: readonly { readonly name: string }[]
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}

describe('A route that declares the list it answers', () => {
  const fleet = useFleetHost({ 'src/index.ts': VANS })
  const ask = async <Body>(path: string) => {
    const { url, token } = fleet.host
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
  }

  it('has the parameters and the headers of a list in OpenAPI', async () => {
    const { body } = await ask<{ paths: Record<string, { get: Described }> }>('/api/v1/openapi.json')
    const { parameters, responses } = body.paths[PATH]!.get
    const names = parameters.map(({ name }) => name)
    expect(names).to.include.members(['_start', '_end', '_page', '_limit', '_sort', '_order', 'seats', 'seats_gte'])
    expect(responses['200']?.headers).to.have.property('X-Total-Count')
    expect(responses).to.have.property('400')
  })

  it('lets an agent reach every record', async () => {
    const { url, token } = fleet.host
    await using agent = await connectAgent('auto', { url, token })
    const { structuredContent, isError } = await agent.call(TOOL, { id: '1', _page: 2, _limit: 25, seats: [2, 3] })
    const { items, total } = structuredContent as { items: { id: number }[]; total: number }
    expect([isError, items.map(({ id }) => id), total]).to.deep.equal([undefined, [26, 27, 28, 29, 30], 30])
  })

  it('names unknown arguments of a call together with a missing id', async () => {
    const { url, token } = fleet.host
    await using agent = await connectAgent('auto', { url, token })
    const { content } = await agent.call(TOOL, { seat: 2, _page: 2 })
    const [{ text }] = content as [{ text: string }]
    expect(text.split('\n')[0]).to.equal(
      'validation_failed (422): [id]: Required; [seat]: There is no such field; did you mean [seats]?',
    )
  })

  it('refuses what the list does not take', async () => {
    const { status, body } = await ask<{ code: string; detail: string }>(`${PATH.replace('{id}', '1')}?seat=2`)
    expect([status, body.code]).to.deep.equal([400, 'query_unknown'])
    expect(body.detail).to.contain('Did you mean [seats]?')
  })
})
