import { expect } from 'chai'
import path from 'node:path'
import { seedPeople, type SeededPerson, showPeople } from '../../host/cli/commands/seed-people.ts'
import { HostClient } from '../../host/cli/connection/host-client.ts'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'

const PLUGINS = ['clients', 'booking'].map((id) => path.resolve(import.meta.dirname, '../../plugins', id))
const BOOKINGS = '/api/v1/booking/bookings'

describe('The people of the example data', () => {
  let host: TestHost
  let client: HostClient
  let people: SeededPerson[]
  const seed = async () => [...(await seedPeople(client, ['clients', 'booking'])).values()].flat()

  before('start a host with example data', async () => {
    host = await startTestHost({ plugins: PLUGINS, development: true })
    client = new HostClient({ url: host.url, token: host.token })
    for (const id of ['clients', 'booking']) await client.post(`/api/v1/plugins/${id}/seed`, { scale: 0.03 })
    people = await seed()
  })
  after('close the host', () => host.close())

  /** Signs in with a link, and returns what a path answers then. */
  const asRole = async (role: string) => {
    const token = people.find((person) => person.role === role)?.sign_in_link?.split('#token=')[1]
    const entered = await fetch(`${host.url}/api/v1/auth/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: host.url },
      body: JSON.stringify({ token }),
    })
    expect(entered.status, role).to.equal(201)
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return (to: string) => fetch(host.url + to, { headers: { cookie } })
  }

  it('are one for each role that the plugins suggest, whose limits could be applied', async () => {
    expect(people.map(({ role }) => role)).to.include.members([
      ...['Receptionist', 'Specialist', 'Bookkeeper', 'Manager', 'Client assistant'],
    ])
    const { diagnostics } = await client.get<{ diagnostics: object[] }>('/api/v1/plugins/booking')
    expect(diagnostics).to.deep.equal([])
  })

  it('sign in with a link, and may do what their role says', async () => {
    const receptionist = await asRole('Receptionist')
    expect((await receptionist(BOOKINGS)).status).to.equal(200)
    expect((await receptionist('/api/v1/booking/mails')).status).to.equal(200)
    expect((await receptionist('/api/v1/platform/users')).status).to.equal(403)
  })

  it('include a specialist who sees only their own calendar', async () => {
    const specialist = await asRole('Specialist')
    const bookings = (await (await specialist(`${BOOKINGS}?_limit=200`)).json()) as { specialist_id: number }[]
    expect(new Set(bookings.map(({ specialist_id }) => specialist_id)).size).to.equal(1)
    const all = await client.get<{ specialist_id: number }[]>(`${BOOKINGS}?_limit=200`)
    expect(new Set(all.map(({ specialist_id }) => specialist_id)).size).to.be.greaterThan(1)
  })

  it('are made once, and get no second link', async () => {
    const again = await seed()
    expect(again.map(({ name }) => name)).to.deep.equal(people.map(({ name }) => name))
    expect(again.some(({ sign_in_link }) => sign_in_link !== undefined)).to.equal(false)
  })

  it('get no link to a host that ends with the command, but are told how to get one', async () => {
    const temporary = new HostClient({ url: host.url, token: host.token }, { isTemporary: true })
    const [known] = await client.get<{ id: string }[]>('/api/v1/platform/users?email=manager@booking.example')
    await client.delete(`/api/v1/platform/users/${known?.id}`)
    const made = [...(await seedPeople(temporary, ['booking'])).values()].flat()
    expect(made.every(({ sign_in_link }) => sign_in_link === undefined)).to.equal(true)
    expect(showPeople(made).join('\n')).to.include('atrium sign-in-link manager@booking.example')
  })
})
