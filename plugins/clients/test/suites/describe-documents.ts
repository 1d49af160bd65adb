import { expect } from 'chai'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileForm, PDF, PNG, PROGRAM } from './files.ts'
import type { OpenPractice, Practice } from './practice.ts'

interface Uploaded {
  id: number
  revision: number
  is_current: boolean
  expires_on?: string
  code?: string
  details?: { pointer: string }[]
}

/** Document types, and the documents of clients with their files. */
export function describeDocuments(open: OpenPractice): void {
  describe('documents', () => {
    let practice: Practice
    let client_id: number
    let passport: number
    before(async () => {
      practice = await open()
      client_id = (await practice.client()).id
      passport = await makeType({ title: 'Passport', required_for: 'person', validity_months: 120 })
    })
    after(() => practice.host.close())

    const makeType = async (json: object) =>
      (await practice.ask<{ id: number }>('POST', '/document-types', { json })).body.id
    const send = async (
      content: Buffer | string,
      about: Record<string, string | number | undefined> = {},
      to = client_id,
    ) => {
      const body = fileForm(content, { type_id: passport, ...about })
      const response = await practice.host.request(`/api/v1/clients/clients/${to}/documents`, { method: 'POST', body })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Uploaded }
    }
    const kept = async () => {
      const entries = await readdir(join(practice.host.dataDir, 'files/clients'), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).length
    }
    /** Files are deleted after the response. */
    const untilKept = async (count: number) => {
      while ((await kept()) !== count) await pause(5)
    }

    it('have types with defaults; media types that cannot be detected from content are refused', async () => {
      const { body } = await practice.ask('POST', '/document-types', { json: { title: 'Consent' } })
      expect(body).to.deep.include({
        required_for: 'none',
        media_types: ['application/pdf', 'image/jpeg', 'image/png'],
      })
      const wrong = await practice.ask('POST', '/document-types', {
        json: { title: 'Script', media_types: ['text/html'] },
      })
      expect(wrong.status).to.equal(422)
      const twice = await practice.ask('POST', '/document-types', { json: { title: ' Consent ' } })
      expect(twice.status).to.equal(409)
      const blank = await practice.ask('POST', '/document-types', { json: { title: '  ' } })
      expect(blank.body.errors).to.have.property('title')
    })

    it('are stored, get an expiry date, and are downloaded unchanged under their own name', async () => {
      const { status, body, headers } = await send(PNG, { name: 'Pass "é".png', issued_on: '2024-02-29' })
      expect(status).to.equal(201)
      expect(body).to.include({
        client_id,
        revision: 1,
        is_current: true,
        media_type: 'image/png',
        size: PNG.length,
        expires_on: '2034-02-28',
      })
      expect(body).not.to.have.property('file_key')
      expect(headers.get('location')).to.equal(`/api/v1/clients/documents/${body.id}`)
      const download = await practice.host.request(`/api/v1/clients/documents/${body.id}/content`)
      expect(Buffer.from(await download.arrayBuffer()).equals(PNG)).to.equal(true)
      expect(download.headers.get('content-type')).to.equal('image/png')
      expect(download.headers.get('x-content-type-options')).to.equal('nosniff')
      expect(download.headers.get('content-disposition')).to.equal(
        `attachment; filename="Pass ___.png"; filename*=UTF-8''Pass%20%22%C3%A9%22.png`,
      )
    })

    it('tell nothing that a role hides: by order, filters, the name of the file or the client of a document out of reach', async () => {
      const { id } = (await send(PNG, { name: 'Diagnosis.png' })).body
      const permissions = ['clients.*.view']
      const resource = 'clients_documents'
      const fields = [{ resource, hidden: ['name', 'expires_on'] }]
      const blind = await practice.withRoles({ name: 'blind', permissions, fields })
      for (const query of ['_sort=name', 'expires_on_gte=2020-01-01', 'q=Diagnosis']) {
        const { status } = await practice.ask('GET', `/clients/${client_id}/documents?${query}`, { headers: blind })
        expect(status, query).to.equal(400)
      }
      const download = await practice.host.request(`/api/v1/clients/documents/${id}/content`, { headers: blind })
      expect(download.headers.get('content-disposition')).to.include(`document-${id}`).and.not.include('Diagnosis')
      const conditions = [{ resource: 'clients_clients', where: 'kind=company' }]
      const apart = await practice.withRoles({ name: 'apart', permissions, conditions })
      for (const path of ['', '/content']) {
        const { status, body } = await practice.ask('GET', `/documents/${id}${path}`, { headers: apart })
        expect([status, body.detail], path).to.deep.equal([404, `There is no record [${id}].`])
      }
    })

    it('have revisions: the latest is current, and after its removal the previous one', async () => {
      const { id } = await practice.client({ family_name: 'Revised' })
      const first = await send(PNG, {}, id)
      const second = await send(PDF, { name: 'scan.pdf' }, id)
      expect(second.body).to.include({ revision: 2, is_current: true, media_type: 'application/pdf' })
      const current = () => practice.list(`/clients/${id}/documents?is_current=true`)
      expect(await current()).to.deep.equal([second.body.id])
      const files = await kept()
      expect((await practice.ask('DELETE', `/documents/${second.body.id}`)).status).to.equal(200)
      expect(await current()).to.deep.equal([first.body.id])
      await untilKept(files - 1)
      expect((await practice.ask('GET', `/documents/${second.body.id}`)).status).to.equal(404)
    })

    it('honour If-Match when removed and If-None-Match when read', async () => {
      const { body, headers } = await send(PNG)
      const etag = headers.get('etag') ?? ''
      const path = `/documents/${body.id}`
      expect(
        (await practice.host.request(`/api/v1/clients${path}`, { headers: { 'if-none-match': etag } })).status,
      ).to.equal(304)
      const stale = await practice.ask('DELETE', path, { headers: { 'if-match': '"0.0"' } })
      expect({ status: stale.status, code: stale.body.code }).to.deep.equal({ status: 412, code: 'version_mismatch' })
      expect(stale.body.current).not.to.have.property('file_key')
      const files = await kept()
      expect((await practice.ask('DELETE', path, { headers: { 'if-match': etag } })).status).to.equal(200)
      await untilKept(files - 1)
    })

    const refused: [string, Buffer | string, Record<string, string | number | undefined>, number, string][] = [
      [
        'a program named like an image',
        PROGRAM,
        { name: 'pass.png', type: 'image/png' },
        415,
        'media_type_unsupported',
      ],
      [
        'an HTML page named like a PDF',
        '<html><script>alert(1)</script>',
        { name: 'a.pdf', type: 'application/pdf' },
        415,
        'media_type_unsupported',
      ],
      ['an image declared as a PDF', PNG, { name: 'a.pdf', type: 'application/pdf' }, 422, 'validation_failed'],
      ['an empty file', '', {}, 422, 'validation_failed'],
      ['an unknown document type', PNG, { type_id: 999_999 }, 422, 'validation_failed'],
      ['a misspelt field', PNG, { issued: '2026-01-01' }, 422, 'validation_failed'],
      ['no document type', PNG, { type_id: '' }, 422, 'validation_failed'],
      ['a date that does not exist', PNG, { issued_on: '2026-02-30' }, 422, 'validation_failed'],
      ['a date in the future', PNG, { issued_on: '2999-01-01' }, 422, 'validation_failed'],
    ]
    for (const [what, content, about, status, code] of refused) {
      it(`are refused with ${what}, and no file stays stored`, async () => {
        const before = await kept()
        const answer = await send(content, about)
        expect({ status: answer.status, code: answer.body.code }).to.deep.equal({ status, code })
        await untilKept(before)
      })
    }

    it('are refused if they are too large, and no file stays stored', async () => {
      const before = await kept()
      const answer = await send(Buffer.concat([PNG, Buffer.alloc(1_000_001)]))
      expect({ status: answer.status, code: answer.body.code }).to.deep.equal({ status: 413, code: 'body_too_large' })
      await untilKept(before)
    })

    it('must be sent as multipart/form-data', async () => {
      const path = `/api/v1/clients/clients/${client_id}/documents`
      const json = await practice.host.request(path, { method: 'POST', json: {} })
      expect(json.status).to.equal(415)
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const broken = await practice.host.request(path, { method: 'POST', headers, body: '--x\r\nnonsense' })
      expect(broken.status).to.equal(400)
    })

    it('are added once per Idempotency-Key, however often they are sent', async () => {
      const { id } = await practice.client({ family_name: 'Keyed' })
      const path = `/api/v1/clients/clients/${id}/documents`
      const keyed = async (content: Buffer) => {
        const body = fileForm(content, { type_id: passport })
        const headers = { 'idempotency-key': 'a-passport' }
        const response = await practice.host.request(path, { method: 'POST', headers, body })
        return { status: response.status, body: (await response.json()) as Uploaded, headers: response.headers }
      }
      const before = await kept()
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => keyed(PNG)))
      const again = await keyed(PNG)
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect(again.headers.get('location')).to.equal(`/api/v1/clients/documents/${again.body.id}`)
      for (const { status, body } of answers)
        expect(status === 201 ? body.id : body.code).to.be.oneOf([again.body.id, 'idempotency_in_progress'])
      const other = await keyed(PDF)
      expect({ status: other.status, code: other.body.code }).to.deep.equal({
        status: 422,
        code: 'idempotency_key_reused',
      })
      expect(await practice.list(`/clients/${id}/documents`)).to.deep.equal([again.body.id])
      expect(await kept()).to.equal(before + 1)
    })

    it('are refused for an archived client', async () => {
      const { id } = await practice.client({ family_name: 'Archived' })
      await practice.ask('DELETE', `/clients/${id}`)
      const before = await kept()
      const answer = await send(PNG, {}, id)
      expect({ status: answer.status, code: answer.body.code }).to.deep.equal({ status: 409, code: 'client_archived' })
      await untilKept(before)
    })

    it('prevent the deletion of their type; the error says how many there are', async () => {
      const type_id = await makeType({ title: 'Licence' })
      const { body } = await send(PNG, { type_id })
      const used = await practice.ask('DELETE', `/document-types/${type_id}`)
      expect({ status: used.status, code: used.body.code }).to.deep.equal({ status: 409, code: 'document_type_in_use' })
      expect(used.body.detail).to.contain('[1] document is')
      await practice.ask('DELETE', `/documents/${body.id}`)
      expect((await practice.ask('DELETE', `/document-types/${type_id}`)).status).to.equal(200)
    })

    it('move with a merged client, with revisions in the order of creation', async () => {
      const [kept, other] = [
        await practice.client({ family_name: 'Joined' }),
        await practice.client({ family_name: 'Joined' }),
      ]
      const ids = [
        (await send(PNG, {}, other.id)).body.id,
        (await send(PNG, {}, kept.id)).body.id,
        (await send(PNG, {}, other.id)).body.id,
      ]
      await practice.ask('POST', `/clients/${kept.id}/merge`, { json: { other_id: other.id } })
      const { body } = await practice.ask<Uploaded[]>('GET', `/clients/${kept.id}/documents?_sort=id`)
      expect(body.map(({ id, revision, is_current }) => [id, revision, is_current])).to.deep.equal([
        [ids[0], 1, false],
        [ids[1], 2, false],
        [ids[2], 3, true],
      ])
      expect(await practice.list(`/clients/${other.id}/documents`)).to.deep.equal([])
    })

    it('sent at the same time get consecutive revisions', async () => {
      const { id } = await practice.client({ family_name: 'Hurried' })
      await Promise.all([1, 2, 3, 4].map(() => send(PNG, {}, id)))
      expect(await practice.list(`/clients/${id}/documents?_sort=id`, 'revision')).to.have.members([1, 2, 3, 4])
      expect(await practice.list(`/clients/${id}/documents?is_current=true`)).to.have.lengthOf(1)
    })

    it('of a client that does not exist give 404', async () => {
      expect((await send(PNG, {}, 999_999)).status).to.equal(404)
      expect((await practice.ask('GET', '/clients/999999/documents')).status).to.equal(404)
      expect((await practice.ask('GET', '/documents/999999')).status).to.equal(404)
    })
  })
}
