import { expect } from 'chai'
import { fileForm, PNG } from './files.ts'
import type { OpenPractice, Practice } from './practice.ts'

interface ClientRecord {
  client: { id: number }
  documents: { id: number }[]
  required_documents: { title: string; status: string; expires_on?: string }[]
  timeline: { kind: string; caller_name?: string; details: Record<string, unknown> }[]
  sections: unknown[]
  failed_sections: unknown[]
}

/** The record of one client. The host also runs the fixture plugin `desk`. */
export function describeRecord(open: OpenPractice): void {
  describe('the record of a client', () => {
    let practice: Practice
    before(async () => (practice = await open()))
    after(() => practice.host.close())

    const read = async (id: number) => (await practice.ask<ClientRecord>('GET', `/clients/${id}/record`)).body
    const type = async (json: object) =>
      (await practice.ask<{ id: number }>('POST', '/document-types', { json })).body.id
    const upload = (id: number, about: Record<string, string | number>) =>
      practice.host.request(`/api/v1/clients/clients/${id}/documents`, { method: 'POST', body: fileForm(PNG, about) })

    it('shows which documents are valid, missing and expired', async () => {
      const passport = await type({ title: 'A passport', required_for: 'person', validity_months: 12 })
      const consent = await type({ title: 'B consent', required_for: 'both' })
      await type({ title: 'C register', required_for: 'company' })
      await type({ title: 'D photo', required_for: 'none' })
      const { id } = await practice.client()
      const status = async () => (await read(id)).required_documents.map((each) => [each.title, each.status])
      expect(await status()).to.deep.equal([
        ['A passport', 'missing'],
        ['B consent', 'missing'],
      ])
      await upload(id, { type_id: passport, issued_on: '2020-01-31' })
      await upload(id, { type_id: consent })
      expect(await status()).to.deep.equal([
        ['A passport', 'expired'],
        ['B consent', 'valid'],
      ])
      await upload(id, { type_id: passport })
      expect(await status()).to.deep.equal([
        ['A passport', 'valid'],
        ['B consent', 'valid'],
      ])
      expect((await read(id)).documents).to.have.lengthOf(2)
    })

    it('shows who did what, latest first, but never the values of fields', async () => {
      const { id } = await practice.client({ family_name: 'Told' })
      const other = await practice.client({ family_name: 'Told' })
      await practice.ask('PATCH', `/clients/${id}`, { json: { notes: 'secret', tags: ['x'] } })
      await practice.ask('DELETE', `/clients/${id}`)
      await practice.ask('POST', `/clients/${id}/restore`)
      await practice.ask('POST', `/clients/${id}/merge`, { json: { other_id: other.id } })
      const { timeline } = await read(id)
      expect(timeline.map(({ kind }) => kind)).to.deep.equal([
        'merged',
        'merged',
        'restored',
        'archived',
        'changed',
        'created',
        'created',
      ])
      expect(timeline[0]?.details).to.deep.equal({ from: other.id })
      expect(timeline[4]?.details).to.deep.equal({ fields: ['tags', 'notes'] })
      expect(timeline[5]).to.have.property('caller_name').that.is.a('string')
      expect(JSON.stringify(timeline)).not.to.contain('secret')
    })

    it('tells nothing of fields and records that a role hides', async () => {
      const near = await type({ title: 'E near', required_for: 'person', validity_months: 1 })
      const far = await type({ title: 'F far', required_for: 'person' })
      const { id } = await practice.client({ family_name: 'Hidden' })
      await upload(id, { type_id: near, issued_on: '2020-01-31' })
      await practice.ask('PATCH', `/clients/${id}`, { json: { notes: 'secret', tags: ['x'] } })
      const headers = await practice.withRoles({
        name: 'part-of-a-record',
        permissions: ['clients.*'],
        conditions: [{ resource: 'clients_document_types', where: `id_ne=${far}` }],
        fields: [
          { resource: 'clients_clients', hidden: ['notes'] },
          { resource: 'clients_documents', hidden: ['expires_on'] },
        ],
      })
      const { status, body } = await practice.ask<ClientRecord>('GET', `/clients/${id}/record`, { headers })
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(JSON.stringify(body)).not.to.match(/F far|notes|expires_on|expired/)
      expect(body.required_documents.find(({ title }) => title === 'E near')).to.include({ status: 'valid' })
      expect(body.timeline.find(({ kind }) => kind === 'changed')?.details).to.deep.equal({ fields: ['tags'] })
    })

    it('counts in the summary only documents and types that a role shows', async () => {
      const missing = async (headers?: Record<string, string>) =>
        (await practice.ask<{ missing_documents: number }>('GET', '/clients/summary', { ...(headers && { headers }) }))
          .body.missing_documents
      await type({ title: 'E passport', required_for: 'person' })
      await practice.client({ family_name: 'Lacking' })
      expect(await missing()).to.be.greaterThan(0)
      const conditions = [{ resource: 'clients_document_types', where: 'required_for=none' }]
      const headers = await practice.withRoles({ name: 'no-required', permissions: ['clients.*'], conditions })
      expect(await missing(headers)).to.equal(0)
    })

    it('shows what other plugins know, and lists those that fail', async () => {
      const { id } = await practice.client({ family_name: 'Known' })
      const { sections, failed_sections, client } = await read(id)
      expect(client.id).to.equal(id)
      expect(sections).to.deep.equal([
        { plugin: 'desk', title: 'Front desk', value: { title: 'Visits', client_id: id } },
      ])
      expect(failed_sections).to.deep.equal([
        { plugin: 'desk', title: 'Front desk', code: 'desk_closed', detail: 'The desk is closed.' },
      ])
    })

    it('gives 404 for a client that does not exist', async () => {
      expect((await practice.ask('GET', '/clients/999999/record')).status).to.equal(404)
    })
  })
}
