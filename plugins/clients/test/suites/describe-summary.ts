import { expect } from 'chai'
import { fileForm, PNG } from './files.ts'
import type { OpenPractice, Practice } from './practice.ts'

interface Summary {
  from: string
  to: string
  new_clients: number
  archived_clients: number
  clients: number
  missing_documents: number
  previous: { from: string; to: string; new_clients: number; clients: number; missing_documents: number }
  interval: string
  series: { date: string; new_clients: number; archived_clients: number }[]
}

/** The summary of a practice in Berlin. The host also runs the fixture plugin `desk`. */
export function describeSummary(open: OpenPractice): void {
  describe('the summary', () => {
    let practice: Practice
    before(async () => {
      practice = await open()
      const passport = (
        await practice.ask<{ id: number }>('POST', '/document-types', {
          json: { title: 'Passport', required_for: 'person' },
        })
      ).body.id
      await desk('/past-types', { type_id: passport, created_at: '2026-01-01T00:00:00.000Z' })
      // In Berlin the clocks went forward on 2026-03-29: that day began at 23:00 UTC of the day before and was 23 hours long.
      const first = await clientOf('2026-03-28T22:59:59.999Z')
      await clientOf('2026-03-28T23:00:00.000Z')
      await clientOf('2026-03-29T21:59:59.999Z')
      await clientOf('2026-03-29T22:00:00.000Z')
      await practice.ask('DELETE', `/clients/${first}`)
      await desk('/past', { client_id: first, archived_at: '2026-03-29T12:00:00.000Z' })
      const company = await practice.client({ kind: 'company', company_name: 'Acme' })
      await desk('/past', { client_id: company.id, created_at: '2026-03-01T12:00:00.000Z' })
    })
    after(() => practice.host.close())

    const desk = (path: string, json: object) => practice.host.request(`/api/v1/desk${path}`, { method: 'POST', json })
    const clientOf = async (created_at: string) => {
      const { id } = await practice.client()
      await desk('/past', { client_id: id, created_at })
      return id
    }
    const ask = (query: string) => practice.ask<Summary>('GET', `/clients/summary${query}`)
    const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date())

    it('counts by days of the time zone, across a change to summer time', async () => {
      const { body } = await ask('?from=2026-03-28&to=2026-03-30')
      expect(body.series).to.deep.equal([
        { date: '2026-03-28', new_clients: 1, archived_clients: 0 },
        { date: '2026-03-29', new_clients: 2, archived_clients: 1 },
        { date: '2026-03-30', new_clients: 1, archived_clients: 0 },
      ])
      expect(body).to.include({
        new_clients: 4,
        archived_clients: 1,
        clients: 4,
        missing_documents: 3,
        interval: 'day',
      })
    })

    it('compares with the period of the same length before', async () => {
      const { body } = await ask('?from=2026-03-29&to=2026-03-29')
      expect(body).to.include({ new_clients: 2, archived_clients: 1, clients: 3, missing_documents: 2 })
      expect(body.previous).to.include({
        from: '2026-03-28',
        to: '2026-03-28',
        new_clients: 1,
        clients: 2,
        missing_documents: 1,
      })
    })

    it('counts by weeks from Monday on request and for long periods', async () => {
      const { body } = await ask('?from=2026-03-26&to=2026-04-07&interval=week')
      expect(body.series.map(({ date, new_clients }) => [date, new_clients])).to.deep.equal([
        ['2026-03-26', 3],
        ['2026-03-30', 1],
        ['2026-04-06', 0],
      ])
      expect((await ask('?from=2026-01-01&to=2026-12-31')).body).to.include({ interval: 'week', clients: 4 })
    })

    it('does not count clients as incomplete after they have handed in the missing document', async () => {
      const id = await clientOf('2026-05-02T12:00:00.000Z')
      const type_id = (await practice.list('/document-types'))[0] as number
      const from = today()
      await practice.host.request(`/api/v1/clients/clients/${id}/documents`, {
        method: 'POST',
        body: fileForm(PNG, { type_id }),
      })
      const { body } = await ask(`?from=${from}&to=${today()}`)
      expect(body).to.include({ missing_documents: 3, clients: 5 })
    })

    it('covers the last 30 days by default', async () => {
      const { body } = await ask('')
      expect(body.series).to.have.lengthOf(30)
      expect(body.series.at(-1)?.date).to.equal(body.to)
    })

    it('counts each day and week for a role of 50 conditions as it counts that day or week alone', async () => {
      const resource = 'clients_clients'
      const others = Array.from({ length: 49 }, (_, at) => ({
        resource,
        where: `owner_null=true&id_ne=${900_000 + at}`,
      }))
      const conditions = [...others, { resource, where: 'kind=person' }]
      const permissions = ['clients.clients.view']
      const headers = await practice.withRoles({ name: 'summary-of-some', permissions, conditions })
      const asked = async (query: string) => practice.ask<Summary>('GET', `/clients/summary${query}`, { headers })
      for (const interval of ['day', 'week']) {
        const { status, body } = await asked(`?from=2026-01-01&to=2026-12-31&interval=${interval}`)
        expect(status, JSON.stringify(body)).to.equal(200)
        expect(body.series).to.have.length(interval === 'day' ? 365 : 53)
        const filled = body.series.filter((part) => part.new_clients + part.archived_clients > 0)
        expect(filled).not.to.deep.equal([])
        for (const part of filled) {
          const next = body.series[body.series.indexOf(part) + 1]?.date ?? '2027-01-01'
          const to = new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10)
          const { new_clients, archived_clients } = (await asked(`?from=${part.date}&to=${to}`)).body
          expect(part).to.deep.equal({ date: part.date, new_clients, archived_clients })
        }
        const sum = (name: 'new_clients' | 'archived_clients') =>
          body.series.reduce((total, part) => total + part[name], 0)
        expect([sum('new_clients'), sum('archived_clients')]).to.deep.equal([body.new_clients, body.archived_clients])
      }
    })

    const refused: [string, string, number][] = [
      ['ends before it begins', '?from=2026-03-02&to=2026-03-01', 400],
      ['is longer than a year', '?from=2020-01-01&to=2026-01-01', 400],
      ['lies before 1900', '?from=0001-01-01&to=0001-01-02', 400],
      ['lies after 2999', '?from=9999-12-30&to=9999-12-31', 400],
      ['begins on a date that does not exist', '?from=2026-02-30', 400],
      ['begins with a time', '?from=2026-02-01T00:00:00Z', 400],
      ['is split into hours', '?interval=hour', 400],
      ['has an unknown parameter', '?form=2026-02-01', 400],
    ]
    for (const [what, query, status] of refused) {
      it(`is refused for a period that ${what}`, async () => expect((await ask(query)).status).to.equal(status))
    }
  })
}
