import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import type { OpenPractice, Practice } from './practice.ts'

/** Possible duplicates, and merging them. */
export function describeDuplicates(open: OpenPractice): void {
  describe('duplicates', () => {
    let practice: Practice
    before(async () => (practice = await open()))
    after(() => practice.host.close())

    const reasons = async (id: number) => {
      const { body } = await practice.ask<{ id: number; reasons: string[] }[]>('GET', `/clients/${id}/duplicates`)
      return body.map((each) => [each.id, ...each.reasons])
    }

    it('are reported when a client is created: same e-mail address, same phone number, similar name', async () => {
      const first = await practice.client({
        given_name: 'Anna',
        family_name: 'Meyer',
        email: 'anna@x.example',
        phone: '030 901820',
      })
      const { body, headers } = await practice.ask<{ id: number }>('POST', '/clients', {
        json: {
          given_name: 'Anna',
          family_name: 'Maier',
          email: 'ANNA@x.example',
          contact_points: [{ kind: 'phone', value: '+49 30 901820' }],
        },
      })
      expect(headers.get('x-possible-duplicates')).to.equal(String(first.id))
      expect(await reasons(body.id)).to.deep.equal([[first.id, 'same_email', 'same_phone', 'alike_name']])
    })

    it('include names with another spelling, another order or a typing error, but not names that share only one word', async () => {
      const { id } = await practice.client({ given_name: 'Jürgen', family_name: 'Schröder' })
      for (const [given_name, family_name, alike] of [
        ['Juergen', 'Schroeder', true],
        ['Schroder', 'Jurgen', true],
        ['Jürgen', 'Schröter', true],
        ['Jürgen', 'Klopp', false],
        ['Petra', 'Schröder', false],
      ] as const) {
        const { body } = await practice.ask<{ id: number }>('POST', '/clients', { json: { given_name, family_name } })
        const found = (await reasons(body.id)).some(([other]) => other === id)
        expect(found, `${given_name} ${family_name}`).to.equal(alike)
        await practice.ask('DELETE', `/clients/${body.id}`)
      }
    })

    it('do not include archived clients', async () => {
      const { id } = await practice.client({ given_name: 'Gone', family_name: 'Away', email: 'gone@x.example' })
      await practice.ask('DELETE', `/clients/${id}`)
      const other = await practice.client({ given_name: 'Gone', family_name: 'Away', email: 'gone@x.example' })
      expect(await reasons(other.id)).to.deep.equal([])
      await practice.ask('POST', `/clients/${id}/restore`)
      expect(await reasons(other.id)).to.deep.equal([[id, 'same_email', 'alike_name']])
    })

    it('are named while a client is being entered, by what is entered so far', async () => {
      const { id } = await practice.client({ given_name: 'Enno', family_name: 'Tering', phone: '030 901871' })
      const similar = async (query: Record<string, string>) =>
        (await practice.ask('GET', `/clients/similar?${String(new URLSearchParams(query))}`)).body
      const name = { given_name: 'Eno', family_name: 'Tering' }
      const found = (...reasons: string[]) => [{ id, title: 'Enno Tering', reasons }]
      expect(await similar(name)).to.deep.equal(found('similar name'))
      expect(await similar({ ...name, phone: '030/901871' })).to.deep.equal(found('same phone number', 'similar name'))
      expect(await similar({ phone: 'none yet' })).to.deep.equal([])
      expect(await similar({ ...name, kind: 'company' })).to.deep.equal([])
      expect(await similar({})).to.deep.equal([])
    })

    it('are recognized by a phone number whose country code was left out', async () => {
      const far = await practice.client({ given_name: 'Lou', family_name: 'Island', phone: '+16315550122' })
      const entered = async (phone: string) =>
        (await practice.ask('GET', `/clients/similar?phone=${encodeURIComponent(phone)}`)).body
      const found = [{ id: far.id, title: 'Lou Island', reasons: ['same phone number'] }]
      for (const phone of ['(631) 555-0122', '631 555 0122', '+1 631 555 0122', '0631 5550122'])
        expect(await entered(phone), phone).to.deep.equal(found)
      for (const phone of ['555 0122', '(631) 555-0123', '5550122 631']) expect(await entered(phone)).to.deep.equal([])
      const notGerman = await practice.client({ given_name: 'Not', family_name: 'Valid', phone: '+1 212 555 0122' })
      expect(await entered('(212) 555-0122')).to.have.nested.property('[0].id', notGerman.id)
      const made = await practice.client({
        family_name: 'Here',
        contact_points: [{ kind: 'phone', value: '631 5550122' }],
      })
      expect(await reasons(made.id)).to.deep.equal([[far.id, 'same_phone']])
      const near = await practice.client({ family_name: 'Berlin', phone: '030 123456' })
      await practice.client({ family_name: 'Vienna', phone: '+43 1 30123456' })
      expect(await reasons(near.id)).to.deep.equal([])
    })

    it('are not recognized by what the caller does not see', async () => {
      const known = await practice.client({ given_name: 'Hidde', family_name: 'Numbers', phone: '030 901855' })
      const headers = await practice.withoutFields('phone')
      const guess = { family_name: 'Guess', contact_points: [{ kind: 'phone', value: '+49 30 901855' }] }
      const made = await practice.ask<{ id: number }>('POST', '/clients', { json: guess, headers })
      expect(made.status).to.equal(201)
      expect(made.headers.get('x-possible-duplicates')).to.equal(null)
      const path = `/clients/${made.body.id}/duplicates`
      expect((await practice.ask('GET', path, { headers })).body).to.deep.equal([])
      expect(await reasons(made.body.id)).to.deep.equal([[known.id, 'same_phone']])
      const entered = '/clients/similar?phone=030%20901855'
      const found = async (as = {}) =>
        (await practice.ask<{ id: number }[]>('GET', entered, { headers: as })).body.map(({ id }) => id)
      expect(await found(headers)).to.deep.equal([made.body.id])
      expect(await found()).to.deep.equal([known.id, made.body.id])
      const nameless = await practice.withoutFields('display_name')
      const other = await practice.client({ given_name: 'Hidde', family_name: 'Numbers' })
      const alike = await practice.ask('GET', `/clients/${other.id}/duplicates`, { headers: nameless })
      expect({ status: alike.status, body: alike.body }).to.deep.equal({ status: 200, body: [] })
    })

    it('are not merged by somebody who does not see all of their data, because the merged client could show it', async () => {
      const kept = await practice.client({ family_name: 'Secret', phone: '030 901861' })
      const other = await practice.client({ family_name: 'Secret', phone: '030 901862' })
      const headers = await practice.withoutFields('phone', 'notes')
      const merge = (from: number, into: number) =>
        practice.ask('POST', `/clients/${into}/merge`, { json: { other_id: from }, headers })
      const refused = await merge(other.id, kept.id)
      expect({ status: refused.status, code: refused.body.code }).to.deep.equal({
        status: 403,
        code: 'permission_denied',
      })
      expect(refused.body.detail).to.contain('[phone]')
      expect((await practice.ask('GET', `/clients/${other.id}`)).body).to.include({ archived: false })
      const plain = [await practice.client({ family_name: 'Plain' }), await practice.client({ family_name: 'Plain' })]
      const valueless = await merge(plain[0]?.id ?? 0, plain[1]?.id ?? 0)
      expect(valueless.status, 'the refusal must not tell whether there is a value').to.equal(403)
      expect(valueless.body.detail).to.contain('[phone]')
    })

    it('are not said to be archived, or of another kind, by refusing to merge them', async () => {
      const kept = await practice.client({ family_name: 'Kept' })
      const other = await practice.client({ kind: 'company', company_name: 'Archived' })
      await practice.ask('DELETE', `/clients/${other.id}`)
      const headers = await practice.withoutFields('archived', 'kind')
      const { status, body } = await practice.ask('POST', `/clients/${kept.id}/merge`, {
        json: { other_id: other.id },
        headers,
      })
      expect({ status, code: body.code }).to.deep.equal({ status: 403, code: 'permission_denied' })
    })

    it('are merged into one client with the data of both', async () => {
      const kept = await practice.client({
        given_name: 'Mia',
        family_name: 'Merge',
        email: 'mia@x.example',
        tags: ['a'],
        notes: 'First.',
      })
      const other = await practice.client({
        given_name: 'Mia',
        family_name: 'Merge',
        email: 'mia@home.example',
        phone: '030 901821',
        tags: ['b', 'a'],
        notes: 'Second.',
        addresses: [{ city: 'Berlin' }],
      })
      const { status, body } = await practice.ask('POST', `/clients/${kept.id}/merge`, { json: { other_id: other.id } })
      expect(status).to.equal(200)
      expect(body).to.deep.include({
        id: kept.id,
        email: 'mia@x.example',
        phone: '+4930901821',
        contact_points: [{ kind: 'email', value: 'mia@home.example' }],
        tags: ['a', 'b'],
        notes: 'First.\n\nSecond.',
        addresses: [{ city: 'Berlin' }],
      })
      const gone = await practice.ask('GET', `/clients/${other.id}`)
      expect(gone.body).to.include({ archived: true, archive_reason: 'merged', merged_into: kept.id })
      const restore = await practice.ask('POST', `/clients/${other.id}/restore`)
      expect({ status: restore.status, code: restore.body.code }).to.deep.equal({ status: 409, code: 'client_merged' })
      const change = await practice.ask('PATCH', `/clients/${other.id}`, { json: { notes: 'x' } })
      expect({ status: change.status, code: change.body.code, allowed: change.body.allowed }).to.deep.equal({
        status: 409,
        code: 'client_merged',
        allowed: [],
      })
      expect(change.body.title).to.equal('Merged')
    })

    it('have the merge in the histories of both, also if the one that stays has nothing new', async () => {
      type Entry = { action: string; changes: { field: string; to?: unknown }[] }
      const latest = async (id: number) => (await practice.ask<Entry[]>('GET', `/clients/${id}/history`)).body[0]
      for (const values of [{ notes: 'Called.' }, {}]) {
        const kept = await practice.client({ family_name: 'Told' })
        const other = await practice.client({ family_name: 'Told', ...values })
        await practice.ask('POST', `/clients/${kept.id}/merge`, { json: { other_id: other.id } })
        const entry = await latest(other.id)
        expect(entry?.action).to.equal('Merge two clients')
        expect(entry?.changes).to.deep.include({ field: 'merged_into', to: kept.id })
        expect((await latest(kept.id))?.changes.map(({ field }) => field)).not.to.include('merged_into')
      }
    })

    it('are announced to other plugins by events that contain only ids', async () => {
      const kept = await practice.client({ family_name: 'Heard' })
      const other = await practice.client({ family_name: 'Heard' })
      await practice.ask('POST', `/clients/${kept.id}/merge`, { json: { other_id: other.id } })
      const ofThese = async () => {
        const response = await practice.host.request('/api/v1/desk/heard')
        const heard = (await response.json()) as { name: string; payload: { id: number } }[]
        return heard.filter(({ payload }) => payload.id === kept.id || payload.id === other.id)
      }
      while (!(await ofThese()).some(({ name }) => name === 'clients.merged')) await pause(10)
      expect((await ofThese()).map(({ name, payload }) => [name, payload])).to.have.deep.members([
        ['clients.created', { id: kept.id }],
        ['clients.created', { id: other.id }],
        ['clients.archived', { id: other.id }],
        ['clients.merged', { id: kept.id, other_id: other.id }],
      ])
    })

    it('are not merged if that is impossible', async () => {
      const { id } = await practice.client()
      const company = await practice.client({ kind: 'company', company_name: 'Other AG' })
      const archived = await practice.client({ family_name: 'Archived' })
      await practice.ask('DELETE', `/clients/${archived.id}`)
      for (const other_id of [company.id, archived.id]) {
        const { status, body } = await practice.ask('POST', `/clients/${id}/merge`, { json: { other_id } })
        expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'merge_impossible' })
      }
      const unknown = await practice.ask('POST', `/clients/${id}/merge`, { json: { other_id: 999_999 } })
      expect(unknown.status).to.equal(422)
      expect(unknown.body).to.have.nested.property('errors.other_id')
    })

    it('are not merged with themselves', async () => {
      const { id } = await practice.client()
      const { status, body } = await practice.ask('POST', `/clients/${id}/merge`, { json: { other_id: id } })
      expect(status).to.equal(422)
      expect(body).to.have.nested.property('errors.other_id')
      const read = await practice.ask('GET', `/clients/${id}`)
      expect(read.body).to.include({ archived: false })
    })

    it('keep the values of the other client that are chosen, and no address or number is lost', async () => {
      const kept = await practice.client({ family_name: 'Old', email: 'old@take.example', language: 'de' })
      const other = await practice.client({ family_name: 'New', email: 'new@take.example', language: 'en' })
      const json = { other_id: other.id, take: ['family_name', 'email'] }
      const { status, body } = await practice.ask('POST', `/clients/${kept.id}/merge`, { json })
      expect(status).to.equal(200)
      expect(body).to.deep.include({
        ...{ family_name: 'New', email: 'new@take.example', language: 'de' },
        contact_points: [{ kind: 'email', value: 'old@take.example' }],
      })
    })

    it('are merged only once by opposite requests at the same time', async () => {
      const [one, other] = [
        await practice.client({ family_name: 'Twin' }),
        await practice.client({ family_name: 'Twin' }),
      ]
      const answers = await Promise.all([
        practice.ask('POST', `/clients/${one.id}/merge`, { json: { other_id: other.id } }),
        practice.ask('POST', `/clients/${other.id}/merge`, { json: { other_id: one.id } }),
      ])
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    })
  })
}
