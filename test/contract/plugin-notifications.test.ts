import { expect } from 'chai'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { signInPerson, type SignedInPerson } from '../helpers/sign-in-person.ts'
import { until } from '../helpers/until.ts'
import { type Init, read } from './template-host.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')
const PANELS = ['operations', 'agents', 'admin'].map((id) => ({ id, title: id }))
const CHAT = ['ai-agents.chat.send', 'ai-agents.conversations.*', 'ai-agents.approvals.*', 'template.items.*']

interface Shown {
  readonly title: string
  readonly body?: string
  readonly link?: string
  readonly level: string
}

type Json = Record<string, unknown>

describe('The shipped plugins notify', () => {
  let host: TestHost
  before('start a host', async () => {
    const plugins = ['template', 'clients', 'booking', 'ai-agents'].map((id) => path.join(PLUGINS, id))
    host = await startTestHost({ plugins, panels: PANELS })
  })
  after(() => host.close())

  const ask = async <Body = Json & { readonly id: number }>(
    method: string,
    to: string,
    json?: object,
    as?: SignedInPerson,
  ) => {
    const headers = as && { authorization: '', cookie: as.cookie, 'sec-fetch-site': 'same-origin' }
    const init: Init = { method, ...(json && { json }), ...(headers && { headers }) }
    const { status, body } = await read<Body>(await host.request(to, init))
    expect(status, JSON.stringify(body)).to.be.below(300)
    return body
  }
  const make = async (to: string, json: object) => (await ask('POST', to, json)).id
  const told = async (person: SignedInPerson) =>
    (await ask<Shown[]>('GET', '/api/v1/platform/notifications', undefined, person)).map(
      ({ title, body, link, level }) => ({ title, body, link, level }),
    )

  it('the specialist of a booking that somebody else makes, gives away or cancels', async () => {
    const BOOKING = '/api/v1/booking'
    const location_id = await make(`${BOOKING}/locations`, { name: 'Mitte', zone: 'Europe/Berlin' })
    const service_id = await make(`${BOOKING}/services`, { name: 'Massage', duration: 60, price: 6000 })
    const specialist = async (name: string) => {
      const id = await make(`${BOOKING}/specialists`, { name, zone: 'Europe/Berlin', location_id })
      await make(`${BOOKING}/offers`, { specialist_id: id, service_id })
      const always = { rrule: 'FREQ=DAILY', opens: '00:00', closes: '24:00', starts_on: '2026-01-01' }
      await make(`${BOOKING}/hours`, { ...always, specialist_id: id, rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU' })
      const person = await signInPerson(host, { name, permissions: ['booking.*', 'clients.clients.view'] })
      await ask('PATCH', `/api/v1/platform/users/${person.id}`, { attributes: { specialist_id: [String(id)] } })
      return { id, person }
    }
    const [ada, bob] = [await specialist('Ada'), await specialist('Bob')]
    const client_id = await make('/api/v1/clients/clients', { family_name: 'Hopper' })
    const starts_at = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 11, 9)).toISOString()
    const id = await make(`${BOOKING}/bookings`, { client_id, service_id, specialist_id: ada.id, starts_at })
    const link = `/operations/bookings/${id}`
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(starts_at))
    const body = `On ${day} at 10:00`
    expect(await told(ada.person)).to.deep.equal([{ title: 'New booking: Massage', body, link, level: 'info' }])

    await ask('PATCH', `${BOOKING}/bookings/${id}`, { specialist_id: bob.id })
    expect((await told(ada.person)).map(({ title }) => title)).to.deep.equal([
      'Booking given to somebody else: Massage',
    ])
    expect((await told(bob.person)).map(({ title }) => title)).to.deep.equal(['Booking moved: Massage'])
    await ask('PATCH', `${BOOKING}/bookings/${id}/cancel`, {}, bob.person)
    expect((await told(bob.person)).map(({ title }) => title)).to.deep.equal(['Booking moved: Massage'])
  })

  it('the people who may approve what an agent asks for, until somebody has decided', async () => {
    const AGENTS = '/api/v1/ai-agents'
    const credential_id = await make(`${AGENTS}/credentials`, { name: 'Offline', kind: 'offline' })
    const person = await signInPerson(host, { name: 'Person', permissions: CHAT })
    const approver = await signInPerson(host, {
      name: 'Approver',
      permissions: [...CHAT, 'ai-agents.approvals-of-others.decide'],
    })
    const asked = async (name: string, values: object) => {
      const agent_id = await make(`${AGENTS}/agents`, { name, credential_id, ...values })
      const { id } = await ask<{ id: string }>('POST', `${AGENTS}/conversations`, { agent_id }, person)
      const text = '/template_create_item {"name":"Washer","price":5}'
      await ask('POST', `${AGENTS}/conversations/${id}/messages`, { text }, person)
      const { id: approval } = await until('the approval', async () => {
        const all = await ask<{ id: string }[]>('GET', `${AGENTS}/approvals?conversation_id=${id}`)
        return all[0]
      })
      return approval
    }
    const own = await asked('Helper', {})
    const [first] = await until('their own approval', async () => {
      const all = await told(person)
      return all.length > 0 ? all : undefined
    })
    expect(first).to.include({ level: 'info', link: `/agents/approvals/${own}` })
    expect(first?.title).to.match(/^Helper asks for approval: /)
    expect(await told(approver)).to.deep.equal([])
    await ask('POST', `${AGENTS}/approvals/${own}/approve`, {}, person)
    expect(await told(person)).to.deep.equal([])

    const strict = await asked('Strict', { four_eyes: true })
    await until('the approval of somebody else', async () => (await told(approver)).length > 0)
    expect((await told(approver))[0]).to.include({ level: 'warning', body: 'For Person.' })
    expect(await told(person)).to.deep.equal([])
    await ask('POST', `${AGENTS}/approvals/${strict}/reject`, {}, approver)
    expect(await told(approver)).to.deep.equal([])
  })
})
