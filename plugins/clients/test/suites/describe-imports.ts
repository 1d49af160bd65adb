import { expect } from 'chai'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileForm, PNG } from './files.ts'
import type { OpenPractice, Practice } from './practice.ts'

interface Import {
  id: number
  status: string
  rows_total?: number
  rows_done: number
  rows_created: number
  rows_failed: number
  errors: { line: number; column?: string; message: string }[]
  problem?: string
  code?: string
  mapping?: Record<string, string>
  separator?: string
}

/** Imports of clients from CSV files. */
export function describeImports(open: OpenPractice): void {
  describe('an import', () => {
    let practice: Practice
    before(async () => (practice = await open()))
    after(() => practice.host.close())

    const send = async (csv: string | Buffer, about: Record<string, string> = {}, headers = {}) => {
      const body = fileForm(csv, { name: 'list.csv', type: 'text/csv', ...about })
      const response = await practice.host.request('/api/v1/clients/imports', { method: 'POST', body, headers })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Import }
    }
    const through = async (csv: string | Buffer, about: Record<string, string> = {}) => {
      const { status, body, headers } = await send(csv, about)
      if (status !== 201) throw new Error(JSON.stringify(body))
      for (;;) {
        const response = await practice.host.request(headers.get('location') ?? '')
        const read = (await response.json()) as Import
        if (read.status === 'done' || read.status === 'failed') return read
        await pause(20)
      }
    }
    const kept = async () => {
      const entries = await readdir(join(practice.host.dataDir, 'files/clients'), {
        recursive: true,
        withFileTypes: true,
      })
      return entries.filter((entry) => entry.isFile()).length
    }
    /** Files are deleted after the response. */
    const untilKept = async (count: number) => {
      while ((await kept()) !== count) await pause(5)
    }

    it('creates a client from each row, matches columns by name, and deletes the file', async () => {
      const csv =
        'Given name;Family name;E-mail;Phone;Tags;City;Postal code\r\n' +
        'Ada;Import;ADA@import.example;030 901820;vip, new;Berlin;10115\r\n' +
        '"Grace ""G.""";"Im;port";;\'+49 30 901821;;;\r\n'
      const done = await through(Buffer.from(`\uFEFF${csv}`))
      expect(done).to.include({ status: 'done', rows_done: 2, rows_created: 2, rows_failed: 0, separator: ';' })
      const { body } = await practice.ask<Record<string, unknown>[]>('GET', '/clients?_sort=id')
      expect(body[0]).to.deep.include({
        display_name: 'Ada Import',
        email: 'ada@import.example',
        tags: ['vip', 'new'],
        addresses: [{ city: 'Berlin', postal_code: '10115' }],
      })
      expect(body[1]).to.deep.include({ display_name: 'Grace "G." Im;port', phone: '+4930901821' })
      await untilKept(0)
    })

    it('takes a phone number without a country code as one of the country of its line', async () => {
      await through(Buffer.from('family_name,phone,country\nFar,631 555 0122,US\nNear,0631 5550122,\n'))
      const phoneOf = async (name: string) => practice.list(`/clients?q=${name}&_sort=id`, 'phone')
      expect(await phoneOf('Far')).to.deep.equal(['+16315550122'])
      expect(await phoneOf('Near')).to.deep.equal(['+496315550122'])
      await untilKept(0)
    })

    it('knows what lists from elsewhere call its fields, and takes a column of that name only if no other has the field', async () => {
      const csv = 'First name,Surname,Mail,E-mail,ZIP\nAda,Elsewhere,other@x.example,ada@elsewhere.example,10115\n'
      expect(await through(csv)).to.include({ status: 'done', rows_created: 1 })
      const { body } = await practice.ask<Record<string, unknown>[]>('GET', '/clients?q=Elsewhere')
      expect(body[0]).to.deep.include({
        display_name: 'Ada Elsewhere',
        email: 'ada@elsewhere.example',
        addresses: [{ postal_code: '10115' }],
      })
    })

    it('leaves the same timeline, audit row, event and duplicate keys as creating each client alone', async () => {
      const csv = `family_name,email\n${Array.from({ length: 250 }, (_, at) => `Traced,traced${at}@x.example`).join('\n')}\n`
      const { id } = await through(csv)
      const read = await practice.ask<Import>('GET', `/imports/${id}`)
      expect(read.body).to.include({ rows_total: 250, rows_done: 250, rows_created: 250 })
      const again = { headers: { 'if-none-match': read.headers.get('etag') ?? '' } }
      expect((await practice.host.request(`/api/v1/clients/imports/${id}`, again)).status).to.equal(304)
      const ids = (await practice.list('/clients?email_like=traced&_limit=500&_sort=id')) as number[]
      expect(await practice.list('/clients?email_like=traced&_limit=500&_sort=id', 'email')).to.deep.equal(
        Array.from({ length: 250 }, (_, at) => `traced${at}@x.example`),
      )
      const last = ids.at(-1) ?? 0
      const { body } = await practice.ask<{ timeline: { kind: string }[] }>('GET', `/clients/${last}/record`)
      expect(body.timeline.map(({ kind }) => kind)).to.deep.equal(['created'])
      const rows = (await (await practice.host.request('/api/v1/desk/audited')).json()) as object[]
      const own = { operation: 'POST /api/v1/clients/clients', status: 201 }
      expect(rows).to.deep.include.members(ids.map((id) => ({ ...own, record_id: String(id) })))
      const heard = async () => {
        const events = (await (await practice.host.request('/api/v1/desk/heard')).json()) as {
          payload: { id: number }
        }[]
        return events.filter(({ payload }) => ids.includes(payload.id)).length
      }
      while ((await heard()) < ids.length) await pause(20)
      const same = await practice.client({ family_name: 'Same', email: 'traced249@x.example' })
      const { body: alike } = await practice.ask<{ id: number }[]>('GET', `/clients/${same.id}/duplicates`)
      expect(alike.map(({ id }) => id)).to.include(last)
    })

    it('reports lines and columns across batches, and refuses NUL characters', async () => {
      const notes = 'x'.repeat(400)
      const row = (at: number) => (at % 100 === 99 ? `Bad${at},no,` : `Over,o${at}@over.example,${notes}`)
      const rows = Array.from({ length: 230 }, (_, at) => row(at)).join('\n')
      const done = await through(`family_name,email,notes\n${rows}\nNul\0,nul@over.example,\n`)
      expect(done).to.include({ rows_done: 231, rows_created: 228, rows_failed: 3 })
      expect(done.errors.map(({ line, column }) => [line, column])).to.deep.equal([
        [101, 'email'],
        [201, 'email'],
        [232, 'family_name'],
      ])
    })

    it('reports the errors of a row by line and column, and imports the others', async () => {
      const csv = [
        'Surname,Mail,Tel,Company',
        'Good,,,',
        'Bad,nobody,,',
        'Worse,,12,',
        ',,,',
        ',,,Acme Ltd',
        'Too,many,cells,in,here',
        '"Two\nlines",,,',
        '',
      ].join('\n')
      const mapping = JSON.stringify({ Surname: 'family_name', Mail: 'email', Tel: 'phone', Company: 'company_name' })
      const done = await through(csv, { mapping })
      expect(done).to.include({ status: 'done', rows_done: 7, rows_created: 3, rows_failed: 4 })
      expect(done.errors.map(({ line, column }) => [line, column])).to.deep.equal([
        [3, 'Mail'],
        [4, 'Tel'],
        [5, 'Surname'],
        [7, undefined],
      ])
      expect(await practice.list('/clients?q=Acme Ltd', 'kind')).to.deep.equal(['company'])
    })

    it('says in words what it came to, and lists what failed, also as CSV', async () => {
      const { id } = await through('family_name,email\nOutcome,no\nOutcome,\n')
      const read = await practice.ask<Import & { outcome: string }>('GET', `/imports/${id}`)
      expect(read.body.outcome).to.equal('1 client imported, 1 line failed')
      const { body } = await practice.ask<Import['errors']>('GET', `/imports/${id}/errors`)
      expect(body.map(({ line, column }) => [line, column])).to.deep.equal([[2, 'email']])
      const headers = { accept: 'text/csv' }
      const file = await practice.host.request(`/api/v1/clients/imports/${id}/errors`, { headers })
      expect(await file.text()).to.match(/line.*\r?\n.*2,email,/)
    })

    it('hides what failed from those whose roles hide it, and is neither read nor stopped beyond their conditions', async () => {
      const { id } = await through('family_name,email\nUnseen,no\n')
      const permissions = ['clients.imports.*']
      const limited = async (name: string, limits: object) => {
        const headers = await practice.withRoles({ name, permissions, ...limits })
        return async (method: string, path: string) => practice.ask(method, `/imports/${id}${path}`, { headers })
      }
      const blind = await limited('errorless', { fields: [{ resource: 'clients_imports', hidden: ['errors'] }] })
      expect((await blind('GET', '')).body).to.not.have.property('errors')
      expect((await blind('GET', '/errors')).body).to.include({ code: 'permission_denied' })
      const conditions = [{ resource: 'clients_imports', where: 'status=waiting' }]
      const apart = await limited('waiting', { conditions })
      expect((await apart('GET', '/errors')).status).to.equal(404)
      expect((await apart('POST', '/cancel')).status).to.equal(404)
    })

    it('is stopped once, keeps the clients created so far, and deletes the file', async () => {
      const rows = Array.from({ length: 5_000 }, (_, at) => `Stopped,s${at}@stopped.example`).join('\n')
      const { body: begun } = await send(`family_name,email\n${rows}\n`)
      const stopped = await practice.ask<Import & { outcome: string }>('POST', `/imports/${begun.id}/cancel`)
      expect(stopped.status).to.equal(200)
      expect(stopped.body.status).to.equal('cancelled')
      expect(stopped.body.outcome).to.match(/^Import stopped: /)
      const again = await practice.ask<Import>('POST', `/imports/${begun.id}/cancel`)
      expect({ status: again.status, code: again.body.code }).to.deep.equal({ status: 409, code: 'conflict' })
      await untilKept(0)
      const { total } = await practice
        .ask<Import>('GET', `/imports/${begun.id}`)
        .then(({ body }) => ({ total: body.rows_created }))
      const { headers } = await practice.ask('GET', '/clients?email_like=stopped.example&_limit=1')
      expect(Number(headers.get('x-total-count'))).to.equal(total)
    })

    it('saves nothing in a dry run, but reports the same', async () => {
      const csv = 'family_name,phone\nDry,\nDry,1\n'
      const done = await through(csv, { dry_run: 'true' })
      expect(done).to.include({ status: 'done', dry_run: true, rows_created: 1, rows_failed: 1 })
      expect(await practice.list('/clients?q=Dry')).to.deep.equal([])
    })

    it('is started once per Idempotency-Key', async () => {
      const keyed = async (csv: string) => {
        const body = fileForm(csv, { name: 'list.csv' })
        const headers = { 'idempotency-key': 'an-import' }
        const response = await practice.host.request('/api/v1/clients/imports', { method: 'POST', headers, body })
        return { status: response.status, headers: response.headers, body: (await response.json()) as Import }
      }
      const [one, other] = [await keyed('family_name\nOnce\n'), await keyed('family_name\nOnce\n')]
      expect(other.body).to.deep.equal(one.body)
      expect(other.headers.get('idempotency-replayed')).to.equal('true')
      const third = await keyed('family_name\nTwice\n')
      expect({ status: third.status, code: third.body.code }).to.deep.equal({
        status: 422,
        code: 'idempotency_key_reused',
      })
      await untilKept(0)
      expect(await practice.list('/clients?q=Once')).to.have.lengthOf(1)
    })

    it('restores what an export has written, without the protection against formulas', async () => {
      const client = {
        given_name: '=SUM(1)',
        family_name: 'Export',
        birth_date: '1980-02-29',
        phone: '030 901825',
        email: 'export@x.example',
        language: 'de',
        owner: '@ada',
        tags: ['=1', 'b;c', 'ü'],
        notes: 'Two\r\nlines, "quoted"',
      }
      const signs = ['=1', '+1+2', '-A1', '@a', '\t1', '＝1', '＋1', '－1', '＠1', '\r1', '\n1']
      const numbers = ['+1', '-1']
      await practice.client(client)
      for (const notes of [...signs, ...numbers]) await practice.client({ family_name: 'Export', notes })
      const list = '/api/v1/clients/clients?q=Export&_sort=id&_limit=100'
      const csv = await (await practice.host.request(list, { headers: { accept: 'text/csv' } })).text()
      for (const sign of signs) expect(csv).to.contain(`'${sign}`)
      for (const number of numbers) expect(csv).to.contain(`,${number},`).and.not.contain(`'${number},`)
      const before = (await practice.ask<Record<string, unknown>[]>('GET', '/clients?q=Export&_sort=id')).body
      for (const { id } of before) await practice.ask('DELETE', `/clients/${String(id)}`)
      expect(await through(csv)).to.include({ rows_created: signs.length + numbers.length + 1, rows_failed: 0 })
      const after = (await practice.ask<Record<string, unknown>[]>('GET', '/clients?q=Export&_sort=id')).body
      const plain = ({ id, created_at, updated_at, ...rest }: Record<string, unknown>) => rest
      expect(after.map(plain)).to.deep.equal(before.map(plain))
    })

    it('is refused to callers whose role to create clients is limited, even if another role lets them import', async () => {
      const importing = { name: 'importing', permissions: ['clients.imports.*'] }
      const creating = { name: 'creating', permissions: ['clients.clients.create'] }
      const conditions = [{ resource: 'clients_clients', where: 'kind=company' }]
      const fields = [{ resource: 'clients_clients', hidden: ['phone'] }]
      for (const [name, limits] of Object.entries({ conditions: { conditions }, fields: { fields } })) {
        const headers = await practice.withRoles(
          { ...importing, name: `importing-${name}` },
          { ...creating, name: `creating-${name}`, ...limits },
        )
        const { status, body } = await send('family_name\nLimited\n', {}, headers)
        expect([status, body.code], name).to.deep.equal([403, 'permission_denied'])
      }
      const free = await practice.withRoles(importing, creating)
      expect((await send('family_name\nFree\n', { dry_run: 'true' }, free)).status).to.equal(201)
      await untilKept(0)
    })

    const broken: [string, string | Buffer, string][] = [
      ['with a quote that is not closed', 'family_name\nFirst\n"Second\n', 'a quote is not closed.'],
      ['that is one very long row', `family_name\n"${'x'.repeat(300_000)}`, 'longer than 100000 characters'],
      [
        'that is not UTF-8 after its beginning',
        Buffer.concat([
          Buffer.from(`family_name,notes\n${`Long,${'x'.repeat(9000)}\n`.repeat(20)}`),
          Buffer.from([0xff, 0x0a]),
        ]),
        'not in UTF-8',
      ],
    ]
    for (const [what, csv, problem] of broken) {
      it(`fails with a file ${what}, says why, and creates no client`, async () => {
        const done = await through(csv)
        expect(done).to.include({ status: 'failed', rows_created: 0 })
        expect(done.problem).to.contain(problem)
        await untilKept(0)
      })
    }

    it('stops before its next lines when whoever started it is disabled or loses a role', async () => {
      const platform = async (method: string, path: string, json?: object) => {
        const init = { method, ...(json && { json }) }
        const response = await practice.host.request(`/api/v1/platform/${path}`, init)
        return (await response.json()) as { id: string; secret: string }
      }
      const permissions = ['clients.imports.*', 'clients.clients.*']
      const csv = `family_name\n${'Gone\n'.repeat(20_000)}`
      for (const loses of [
        async (id: string) => platform('POST', `users/${id}/disable`),
        async (id: string) => platform('PATCH', `users/${id}`, { permissions: ['clients.imports.*'] }),
      ]) {
        const { id } = await platform('POST', 'users', { name: 'Leaver', kind: 'service', permissions })
        const { secret } = await platform('POST', 'tokens', { name: 'Leaver', user_id: id, permissions })
        const { status, body } = await send(csv, { dry_run: 'true' }, { authorization: `Bearer ${secret}` })
        expect(status, JSON.stringify(body)).to.equal(201)
        await loses(id)
        for (;;) {
          const read = (await practice.ask<Import>('GET', `/imports/${body.id}`)).body
          if (read.status !== 'failed' && read.status !== 'done') continue
          expect(read).to.include({ status: 'failed' })
          expect(read.problem).to.equal(
            'Whoever started this import may not import clients any more. The clients created so far were kept.',
          )
          break
        }
      }
    })

    const refused: [string, string | Buffer, Record<string, string>, number, string | undefined][] = [
      ['an image', PNG, {}, 415, undefined],
      ['an empty file', '', {}, 422, '/file'],
      ['Latin-1', Buffer.from('name;stra\xdfe\n', 'latin1'), {}, 422, '/file'],
      ['too many columns', `${'a,'.repeat(300)}\n`, {}, 422, '/file'],
      ['columns that match no field', 'Alpha,Beta\n1,2\n', {}, 422, '/mapping'],
      ['a mapping that is not JSON', 'a\n1\n', { mapping: '{' }, 422, '/mapping'],
      ['a mapping of an unknown column', 'a\n1\n', { mapping: '{"b":"email"}' }, 422, '/mapping/b'],
      ['a mapping to an unknown field', 'a\n1\n', { mapping: '{"a":"emial"}' }, 422, '/mapping/a'],
      ['a dry_run that is neither true nor false', 'family_name\nA\n', { dry_run: 'yes' }, 422, '/dry_run'],
      ['a misspelt field beside the file', 'family_name\nA\n', { dryrun: 'true' }, 422, '/dryrun'],
      ['two columns with the same name', 'email,email\n1,2\n', {}, 422, '/mapping/email'],
      [
        'two columns mapped to the same field',
        'a,b\n1,2\n',
        { mapping: '{"a":"email","b":"email"}' },
        422,
        '/mapping/b',
      ],
    ]
    for (const [what, csv, about, status, pointer] of refused) {
      it(`is refused with ${what}, and no file stays stored`, async () => {
        const answer = await send(csv, about)
        const { details } = answer.body as { details?: { pointer: string }[] }
        expect({ status: answer.status, pointer: details?.[0]?.pointer }).to.deep.equal({ status, pointer })
        await untilKept(0)
      })
    }
  })
}
