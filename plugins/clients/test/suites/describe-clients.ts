import { expect } from 'chai'
import type { OpenPractice, Practice } from './practice.ts'

/** Clients over REST. */
export function describeClients(open: OpenPractice): void {
  describe('clients', () => {
    let practice: Practice
    before(async () => (practice = await open()))
    after(() => practice.host.close())

    it('get a display name and normalized contacts', async () => {
      const { status, body, headers } = await practice.ask('POST', '/clients', {
        json: {
          given_name: 'Grace',
          family_name: 'Hopper',
          birth_date: '1906-12-09',
          email: 'Grace@Navy.example',
          phone: '030 901820',
          contact_points: [{ kind: 'phone', value: '+1 202-456-1111', label: 'Desk' }],
          addresses: [{ street: 'Main Street 1', city: 'Arlington', country: 'US' }],
          tags: ['vip', ' navy '],
          language: 'en-GB',
          owner: 'ada',
        },
      })
      expect(status).to.equal(201)
      expect(headers.get('location')).to.equal(`/api/v1/clients/clients/${String(body.id)}`)
      expect(body).to.deep.include({
        kind: 'person',
        display_name: 'Grace Hopper',
        email: 'grace@navy.example',
        phone: '+4930901820',
        birth_date: '1906-12-09',
        contact_points: [{ kind: 'phone', value: '+12024561111', label: 'Desk' }],
        addresses: [{ street: 'Main Street 1', city: 'Arlington', country: 'US' }],
        tags: ['vip', 'navy'],
        archived: false,
      })
    })

    it('have surrounding spaces trimmed from one-line texts', async () => {
      const body = await practice.client({
        given_name: ' Ada ',
        family_name: '\tSpaced ',
        owner: ' ada',
        notes: ' as it is ',
      })
      expect(body).to.include({ display_name: 'Ada Spaced', given_name: 'Ada', owner: 'ada', notes: ' as it is ' })
    })

    it('can be companies', async () => {
      const { display_name } = await practice.client({
        kind: 'company',
        company_name: 'Acme GmbH',
        registration_no: 'HRB 1',
      })
      expect(display_name).to.equal('Acme GmbH')
    })

    it('lose the fields of the old kind when their kind changes', async () => {
      const { id } = await practice.client({ given_name: 'Max', family_name: 'Muster', birth_date: '1990-01-01' })
      const { status, body } = await practice.ask('PATCH', `/clients/${id}`, {
        json: { kind: 'company', company_name: 'Muster AG' },
      })
      expect(status).to.equal(200)
      expect(body).to.include({ display_name: 'Muster AG', kind: 'company' })
      expect(body).not.to.have.any.keys('given_name', 'family_name', 'birth_date')
    })

    const refused: [string, Record<string, unknown>, string][] = [
      ['a person without a family name', { family_name: undefined }, '/family_name'],
      ['a company without a name', { kind: 'company', given_name: undefined, family_name: undefined }, '/company_name'],
      ['an invalid phone number', { phone: '12' }, '/phone'],
      ['a phone number with an extension', { phone: '+49 30 901820 ext. 5' }, '/phone'],
      ['an invalid e-mail address', { email: 'ada' }, '/email'],
      [
        'an invalid additional phone number',
        { contact_points: [{ kind: 'phone', value: 'call me' }] },
        '/contact_points/0/value',
      ],
      [
        'an invalid additional e-mail address',
        { contact_points: [{ kind: 'email', value: 'a b@c' }] },
        '/contact_points/0/value',
      ],
      ['a registration number for a person', { registration_no: '1' }, '/registration_no'],
      ['a date of birth in the future', { birth_date: '2999-01-01' }, '/birth_date'],
      ['a date that does not exist', { birth_date: '2001-02-30' }, '/birth_date'],
      ['a name of spaces only', { family_name: '  ' }, '/family_name'],
      ['an empty address', { addresses: [{}] }, '/addresses/0'],
      ['an unknown field', { surname: 'Lovelace' }, '/surname'],
    ]
    for (const [what, values, pointer] of refused) {
      it(`are refused with ${what}, with a pointer to it`, async () => {
        const json = { given_name: 'Ada', family_name: 'Lovelace', ...values }
        const { status, body } = await practice.ask('POST', '/clients', { json })
        expect(status).to.equal(422)
        expect(body.code).to.equal('validation_failed')
        expect((body.details as { pointer: string }[]).map((each) => each.pointer)).to.include(pointer)
      })
    }

    it('have phone numbers of the country of their first address, or else of the settings', async () => {
      const phoneOf = async (phone: string, ...addresses: object[]) =>
        (await practice.client({ family_name: 'Country', phone, addresses })).phone
      expect(await phoneOf('631 555 0122', { country: 'US' }, { country: 'AT' })).to.equal('+16315550122')
      expect(await phoneOf('631 555 0122', { city: 'Trier' }, { country: 'US' })).to.equal('+496315550122')
      expect(await phoneOf('+49 30 901820', { country: 'US' })).to.equal('+4930901820')
      expect(await phoneOf('030 901820', { country: 'US' }), 'no number of the United States').to.equal('+4930901820')
      expect(await phoneOf('030 901820', { country: 'AQ' }), 'a country without numbers').to.equal('+4930901820')
      const { id } = await practice.client({ family_name: 'Moved', addresses: [{ country: 'AT' }] })
      const json = { phone: '0664 9876543', contact_points: [{ kind: 'phone', value: '01 5987654' }] }
      const { body } = await practice.ask('PATCH', `/clients/${id}`, { json })
      expect(body).to.deep.include({
        phone: '+436649876543',
        contact_points: [{ kind: 'phone', value: '+4315987654' }],
      })
      for (const q of ['0664 9876543', '+43 664 9876543', '0043 664 9876543'])
        expect(await practice.list(`/clients?q=${encodeURIComponent(q)}`), q).to.deep.equal([id])
    })

    it('are found by parts of names and e-mail addresses, and by phone numbers in any format', async () => {
      const { id } = await practice.client({
        given_name: 'Zoë',
        family_name: 'Quint',
        email: 'zq@x.example',
        phone: '+4989123456',
      })
      const numbers = ['089 123456', '(089) 123-456', '089 / 123456', '+49 (89) 123456', '(89) 123 456', '12345']
      for (const q of ['quin zo', 'ZQ@X', ...numbers])
        expect(await practice.list(`/clients?q=${encodeURIComponent(q)}`), q).to.deep.equal([id])
    })

    it('are filtered by e-mail address and phone number in any format', async () => {
      const { id } = await practice.client({ family_name: 'Reached', email: 'Reach@X.example', phone: '089 1234567' })
      for (const query of ['email=REACH@x.example', 'phone=089%201234567', 'phone=%2B49891234567'])
        expect(await practice.list(`/clients?${query}`), query).to.deep.equal([id])
      expect(await practice.list(`/clients?id=${id}&email_ne=REACH@x.example`)).to.deep.equal([])
      expect(await practice.list('/clients?phone=nobody')).to.deep.equal([])
    })

    it('are filtered by tag, kind and owner, and sorted by name; an unknown parameter is refused', async () => {
      await practice.client({ given_name: 'Bea', family_name: 'B', tags: ['list-test', 'x'], owner: 'o1' })
      await practice.client({ given_name: 'Al', family_name: 'A', tags: ['list-test'], owner: 'o2' })
      const names = (query: string) =>
        practice.list(`/clients?tags=list-test&_sort=display_name${query}`, 'display_name')
      expect(await names('')).to.deep.equal(['Al A', 'Bea B'])
      expect(await names('&owner=o1')).to.deep.equal(['Bea B'])
      expect(await names('&kind=company')).to.deep.equal([])
      expect(await names('&tags_like=ST-T')).to.deep.equal(['Al A', 'Bea B'])
      const { status, body } = await practice.ask('GET', '/clients?tag=vip')
      expect({ status, code: body.code }).to.deep.equal({ status: 400, code: 'query_unknown' })
    })

    it('are not created twice by an import whose lines write an e-mail address in another way than it is kept', async () => {
      await practice.client({ family_name: 'Known', email: 'known@twice.example' })
      const send = (...emails: string[]) =>
        practice.ask<Imported>('POST', '/clients/import', {
          json: { key: 'email', records: emails.map((email, at) => ({ family_name: `Twice ${at}`, email })) },
        })
      expect((await send('other@twice.example', 'Known@twice.example')).body).to.include({ created: 1, changed: 1 })
      const { body } = await send('new@twice.example', 'NEW@twice.example')
      expect(body).to.include({ saved: false, created: 1 })
      expect(body.failed.map(({ row, error }) => [row, error.errors])).to.deep.equal([
        [1, { email: 'This is kept as [new@twice.example], which another record or line has. Write it like that.' }],
      ])
      expect(await practice.list('/clients?email=new@twice.example')).to.deep.equal([])
    })

    it('are archived instead of deleted, hidden from lists, and restored', async () => {
      const { id } = await practice.client({ family_name: 'Archived', tags: ['arc'] })
      const { status, body } = await practice.ask('DELETE', `/clients/${id}`)
      expect(status).to.equal(200)
      expect(body).to.include({ id, archived: true }).and.to.have.property('archived_at')
      expect((await practice.ask('DELETE', `/clients/${id}`)).status).to.equal(200)
      expect(await practice.list('/clients?tags=arc')).to.deep.equal([])
      expect(await practice.list('/clients?tags=arc&archived=true')).to.deep.equal([id])
      expect(await practice.list('/clients?tags=arc&archived=true&archived=false')).to.deep.equal([id])
      expect(await practice.list(`/clients?id=${id}`)).to.deep.equal([id])
      for (const others of ['id_ne=0', `id_gte=${id}`, 'id_null=false'])
        expect(await practice.list(`/clients?tags=arc&${others}`), others).to.deep.equal([])
      const change = await practice.ask('PATCH', `/clients/${id}`, { json: { notes: 'x' } })
      expect({ status: change.status, code: change.body.code }).to.deep.equal({ status: 409, code: 'client_archived' })
      const restored = await practice.ask('POST', `/clients/${id}/restore`)
      expect(restored.body).to.include({ archived: false }).and.not.to.have.property('archived_at')
      expect(await practice.list('/clients?tags=arc')).to.deep.equal([id])
    })

    it('are changed only by callers who have read the latest version', async () => {
      const { id } = await practice.client({ family_name: 'Versioned' })
      const { headers } = await practice.ask('GET', `/clients/${id}`)
      const tag = { 'if-match': headers.get('etag') ?? '' }
      expect((await practice.ask('PATCH', `/clients/${id}`, { json: { notes: 'one' }, headers: tag })).status).to.equal(
        200,
      )
      for (const [method, path] of [
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/restore'],
        ['POST', '/merge'],
      ] as const) {
        if (path === '/restore') await practice.ask('DELETE', `/clients/${id}`)
        if (path === '/merge') await practice.ask('POST', `/clients/${id}/restore`)
        const json = path === '/merge' ? { other_id: (await practice.client({ family_name: 'Other' })).id } : undefined
        const body = method === 'PATCH' ? { notes: 'two' } : json
        const answer = await practice.ask(method, `/clients/${id}${path}`, {
          headers: tag,
          ...(body && { json: body }),
        })
        expect(answer.status, `${method} ${path}`).to.equal(412)
        expect(answer.body.current).to.include({ id })
      }
    })

    it('are replaced as a whole; read-only fields are ignored', async () => {
      const { id } = await practice.client({ family_name: 'Whole', notes: 'kept', tags: ['a'] })
      const { body } = await practice.ask('GET', `/clients/${id}`)
      const json = { ...body, family_name: 'Replaced', display_name: 'Somebody', archived: true, tags: [] }
      const replaced = await practice.ask('PUT', `/clients/${id}`, { json })
      expect(replaced.status).to.equal(200)
      expect(replaced.body).to.deep.include({ display_name: 'Ada Replaced', archived: false, tags: [], notes: 'kept' })
      const partial = await practice.ask('PUT', `/clients/${id}`, { json: { family_name: 'Alone' } })
      expect(partial.status).to.equal(422)
    })

    it('are created once per Idempotency-Key', async () => {
      const request = { json: { given_name: 'Once', family_name: 'Only' }, headers: { 'idempotency-key': 'a-client' } }
      const [one, other] = [
        await practice.ask('POST', '/clients', request),
        await practice.ask('POST', '/clients', request),
      ]
      expect(other.body).to.deep.equal(one.body)
      expect(other.headers.get('idempotency-replayed')).to.equal('true')
      expect(await practice.list('/clients?q=Once Only')).to.have.lengthOf(1)
    })

    it('that do not exist give 404', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/restore'],
        ['GET', '/duplicates'],
      ] as const) {
        const { status, body } = await practice.ask(method, `/clients/999999${path}`)
        expect({ status, code: body.code }, path).to.deep.equal({ status: 404, code: 'record_not_found' })
      }
    })

    it('are archived in bulk', async () => {
      const ids = [(await practice.client({ tags: ['many'] })).id, (await practice.client({ tags: ['many'] })).id]
      const { body } = await practice.ask('POST', '/clients/archive', { json: { ids: [...ids, 999_999] } })
      expect(body).to.deep.include({ done: ids })
      expect(await practice.list('/clients?tags=many')).to.deep.equal([])
    })
  })
}

interface Imported {
  readonly saved: boolean
  readonly failed: readonly { readonly row: number; readonly error: { readonly errors?: object } }[]
}
