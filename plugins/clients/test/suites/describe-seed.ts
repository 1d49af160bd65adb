import { expect } from 'chai'
import type { OpenPractice, Practice } from './practice.ts'

interface Client {
  readonly id: number
  readonly kind: string
  readonly display_name: string
  readonly email?: string
  readonly phone?: string
  readonly archived: boolean
  readonly created_at: string
}

const TODAY = '2026-11-20'
const ALL = '/clients?id_gte=1&archived=true&archived=false&_end=500&_sort=id'

/** The example data, at a twentieth of its normal size. */
export function describeSeed(open: OpenPractice): void {
  describe('the example data', () => {
    let practice: Practice
    let clients: Client[]
    before(async () => {
      practice = await open()
      const { outcome, rows } = await fill(practice)
      expect(outcome).to.equal('seeded')
      expect(rows).to.include({ clients_clients: 100, clients_document_types: 6, clients_documents: 0 })
      clients = (await practice.ask<Client[]>('GET', ALL)).body
    })
    after(() => practice.host.close())

    const fill = async ({ host }: Practice, number = 1) => {
      const json = { number, today: TODAY, scale: 0.05, in_production: true }
      const response = await host.request('/api/v1/plugins/clients/seed', { method: 'POST', json })
      return (await response.json()) as { outcome: string; rows: Record<string, number> }
    }

    it('consists of people and companies, created in order and before today', () => {
      expect(clients).to.have.lengthOf(100)
      expect(new Set(clients.map(({ kind }) => kind))).to.deep.equal(new Set(['person', 'company']))
      const times = clients.map(({ created_at }) => created_at)
      expect(times).to.deep.equal([...times].sort())
      expect(Date.parse(times.at(-1) ?? '')).to.be.lessThan(Date.parse(TODAY))
    })

    it('is the same for the same number, and different for another', async () => {
      const [same, other] = [await open(), await open()]
      try {
        await fill(same)
        expect((await same.ask('GET', ALL)).body).to.deep.equal(clients)
        await fill(other, 2)
        const { body } = await other.ask<Client[]>('GET', ALL)
        expect(body.map(({ display_name }) => display_name)).not.to.deep.equal(
          clients.map(({ display_name }) => display_name),
        )
      } finally {
        await Promise.all([same.host.close(), other.host.close()])
      }
    })

    it('is not added twice', async () => {
      expect(await fill(practice, 2)).to.deep.include({ outcome: 'kept' })
    })

    it('is found by name, e-mail address and phone number, and recognized as duplicates', async () => {
      const known = clients.find(({ email, phone, archived }) => email && phone && !archived) as Client
      for (const q of [known.display_name, known.email, known.phone])
        expect(await practice.list(`/clients?q=${encodeURIComponent(q ?? '')}`)).to.include(known.id)
      const { headers, body } = await practice.ask('POST', '/clients', {
        json: { family_name: 'Somebody', phone: known.phone },
      })
      expect(headers.get('x-possible-duplicates')?.split(',')).to.include(String(known.id))
      expect(body.id).to.be.greaterThan(100)
    })

    it('has valid phone numbers, each used once', () => {
      const phones = clients.flatMap(({ phone }) => phone ?? [])
      for (const phone of phones) expect(phone).to.match(/^\+(49|44|1|61)\d{8,12}$/)
      expect(new Set(phones)).to.have.property('size', phones.length)
    })

    it('has timelines and is counted in the summary', async () => {
      const gone = clients.find(({ archived }) => archived) as Client
      const { body } = await practice.ask<{ timeline: { kind: string }[] }>('GET', `/clients/${gone.id}/record`)
      expect(body.timeline.map(({ kind }) => kind)).to.deep.equal(['archived', 'created'])
      const { body: summary } = await practice.ask('GET', '/clients/summary?from=2026-10-21&to=2026-11-19')
      const present = clients.filter(({ archived }) => !archived)
      expect(JSON.stringify(summary)).to.include(`"clients":${present.length}`)
    })
  })
}
