import type { Dashboard, PanelDocument, SessionInfo } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { AGENTS, connectAgent } from '../../helpers/connect-agent.ts'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import type { PluginDirectory } from '../../helpers/plugin-directory.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { openSocket, refusal } from '../../helpers/test-socket.ts'
import { until } from '../../helpers/until.ts'
import { type Answer, type Init, read } from '../template-host.ts'
import { createDiaryPlugin } from './diary-plugin.ts'
import { openPeople, type TestPeople, type TestPerson } from './people.ts'

const ENTRIES = '/api/v1/diary/entries'
const ME = '/api/v1/auth/me'
const AUDIT = '/api/v1/platform/audit'
const LOOK = 'platform.preview.view'
const SHELL = 'platform.shell.view'

interface Entry {
  readonly id: number
  readonly title: string
  readonly secret?: string
}
interface AuditEntry {
  readonly action: string
  readonly person: string
  readonly origin: string
  readonly resource: string
  readonly record_id: string
}
interface Failure {
  readonly code?: string
  readonly detail?: string
}

const PLACES = {
  sqlite3: async () => ({ sqlite: 'sqlite3' as const }),
  postgres: async () => ({ databaseUrl: await createPlatformDatabase() }),
}

for (const [name, place] of Object.entries(PLACES)) {
  describe(`A preview, on ${name}`, () => {
    let host: TestHost
    let plugin: PluginDirectory
    let people: TestPeople
    /** A role that sees only the own entries and not the secret; one that sees all; and who may look. */
    let own: string
    let whole: string
    let ana: TestPerson
    let ben: TestPerson
    let manager: TestPerson
    /** Only ever shown. */
    let cleo: TestPerson

    const ask = async <Body = Failure>(path: string, init: Init = {}): Promise<Answer<Body>> =>
      read<Body>(await host.request(path, init))
    /** Asks in a preview; by default the administrator looks. */
    const look = <Body = Failure>(as: string, path: string, { headers, ...init }: Init = {}) =>
      ask<Body>(path, { ...init, headers: { 'atrium-preview': as, ...(headers as Record<string, string>) } })
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const titles = (entries: readonly Entry[]) => entries.map(({ title }) => title)
    const previews = async () =>
      (await ask<AuditEntry[]>(`${AUDIT}?operation=PREVIEW&_sort=id&_order=asc&_limit=500`)).body

    before('start a host with people', async () => {
      const { directory: dataDir } = await createTestDirectory()
      const given = await place()
      people = await openPeople({ dataDir, ...('databaseUrl' in given && { url: given.databaseUrl }) })
      const limits = { conditions: [{ resource: 'diary_entries', where: 'owner_id=me' }] }
      const hidden = { fields: [{ resource: 'diary_entries', hidden: ['secret'] }] }
      const all = [SHELL, 'diary.*']
      own = (await people.role({ name: 'own', label: 'Own entries', permissions: all, ...limits, ...hidden })).id
      whole = (await people.role({ name: 'whole', permissions: all })).id
      const looking = await people.role({ name: 'looking', permissions: [LOOK] })
      ana = await people.person('Ana', [own])
      ben = await people.person('Ben', [own, looking.id])
      cleo = await people.person('Cleo', [own])
      manager = await people.person('Mia', [whole, looking.id])
      if (name === 'sqlite3') await people.close()
      plugin = await createDiaryPlugin()
      host = await startTestHost({ plugins: [plugin.directory], dataDir, ...given })
      const { body: status } = await ask<{ diagnostics: unknown[] }>('/api/v1/plugins/diary')
      expect(status.diagnostics).to.deep.equal([])
      for (const [title, owner] of [
        ['Of Ana', ana.id],
        ['Of Ben', ben.id],
        ['Of nobody', 'nobody'],
      ]) {
        const json = { title, owner_id: owner, secret: `Secret ${title}` }
        expect((await ask(ENTRIES, { method: 'POST', json })).status).to.equal(201)
      }
    })
    after('close it', async () => {
      await host.close()
      if (name === 'postgres') await people.close()
      await plugin[Symbol.asyncDispose]()
    })

    it('as a person shows the records, fields and screens of that person', async () => {
      const { body } = await look<Entry[]>(`person=${ana.id}`, ENTRIES)
      expect(titles(body)).to.deep.equal(['Of Ana'])
      expect(body[0]).not.to.have.property('secret')
      const dashboard = await look<Dashboard>(`person=${ana.id}`, '/api/v1/ui/dashboards/diary-entries-list')
      const columns = dashboard.body.widgets.flatMap((widget) => ('columns' in widget ? widget.columns : []))
      expect(columns.map((column) => column.name)).to.deep.equal(['title'])
      expect((await look(`person=${ana.id}`, AUDIT)).status).to.equal(403)
    })

    it('as a role shows what the role would show to the caller who looks', async () => {
      const headers = bearer(ben.token)
      expect(titles((await look<Entry[]>(`role=${own}`, ENTRIES, { headers })).body)).to.deep.equal(['Of Ben'])
      const viewer = await look<Entry[]>('role=viewer', ENTRIES)
      expect(titles(viewer.body)).to.deep.equal(['Of Ana', 'Of Ben', 'Of nobody'])
      expect((await look('role=viewer', '/api/v1/platform/sessions')).status).to.equal(403)
    })

    it('says whom it shows, without their account', async () => {
      const { body } = await look<SessionInfo>(`person=${ana.id}`, ME)
      expect(body).to.deep.include({ id: ana.id, name: 'Ana' })
      expect(body.preview).to.deep.equal({ kind: 'person', id: ana.id, by: 'Admin token' })
      expect(body.permissions).to.have.members([SHELL, 'diary.*', 'auth.me.view'])
      for (const as of [`person=${ana.id}`, 'role=operator']) {
        const own = host.registries.operations.list('auth').filter(({ open, method }) => !open && method === 'GET')
        for (const { name, path } of own.filter((operation) => operation.path !== ME)) {
          const { status, body } = await look(as, path)
          expect([status, body.code], `${as} ${name}`).to.deep.equal([403, 'permission_denied'])
        }
      }
    })

    describe('only narrows:', () => {
      const refused = async (as: string, token: string) => {
        const { status, body } = await look(as, ENTRIES, { headers: bearer(token) })
        return [status, body.code, /\[([^\]]+)\] which you do not hold|holds \[([^\]]+)\]/.exec(body.detail ?? '')?.[2]]
      }

      it('who lacks the permission is told its name', async () => {
        const { status, body } = await look(`role=${own}`, ENTRIES, { headers: bearer(ana.token) })
        expect([status, body.code]).to.deep.equal([403, 'permission_denied'])
        expect(body.detail).to.contain(`[${LOOK}]`)
      })

      it('nobody looks as somebody who may do more', async () => {
        expect(await refused('role=operator', manager.token)).to.deep.equal([403, 'permission_denied', '*'])
        expect(await refused(`role=${whole}`, ben.token)).to.deep.equal([403, 'permission_denied', SHELL])
      })

      it('the same limit of two people is not the same records', async () => {
        expect((await refused(`person=${ana.id}`, ben.token)).slice(0, 2)).to.deep.equal([403, 'permission_denied'])
        const { body } = await look<Entry[]>(`person=${ana.id}`, ENTRIES, { headers: bearer(manager.token) })
        expect(titles(body)).to.deep.equal(['Of Ana'])
      })

      it('a role or person that is not there, and a header that names neither, are said so', async () => {
        for (const as of ['role=nothing', 'person=nobody']) {
          const { status, body } = await look(as, ENTRIES)
          expect([status, body.code], as).to.deep.equal([404, 'preview_unknown'])
        }
        for (const as of ['own', 'role=', 'role=a;b', 'token=1', 'role=own, person=1']) {
          const { status, body } = await look(as, ENTRIES)
          expect([status, body.code], as).to.deep.equal([400, 'header_malformed'])
        }
      })

      it('without credentials there is none', async () => {
        const { status } = await look('role=viewer', ENTRIES, { headers: { authorization: '' } })
        expect(status).to.equal(401)
      })
    })

    describe('writes nothing:', () => {
      let stored: Entry[]
      beforeEach(async () => {
        stored = (await ask<Entry[]>(ENTRIES)).body
      })
      afterEach(async () => {
        expect((await ask<Entry[]>(ENTRIES)).body).to.deep.equal(stored)
      })

      it('every operation of the host that changes something is refused', async () => {
        const changing = host.registries.operations.list().filter(({ reads }) => !reads)
        expect(changing.length).to.be.greaterThan(30)
        for (const { name, method, path } of changing) {
          const to = path.replaceAll(/\{\w+\}/g, '1')
          const { status, body } = await look('role=operator', to, { method, json: { ids: [1] } })
          const isAccount = path.startsWith('/api/v1/auth/') && body.code === 'permission_denied'
          if (!isAccount) expect([status, body.code], name).to.deep.equal([403, 'preview_read_only'])
        }
      })

      it('a dry run and a merge by another door are refused as well', async () => {
        const inits: Init[] = [
          { method: 'PATCH', json: { title: 'New' }, headers: { 'content-type': 'application/merge-patch+json' } },
          { method: 'DELETE', headers: { 'idempotency-key': 'once' } },
        ]
        for (const init of inits) {
          const { body } = await look('role=operator', `${ENTRIES}/1`, init)
          expect(body.code).to.equal('preview_read_only')
        }
        const { body } = await look('role=operator', `${ENTRIES}/delete?dry_run=1`, {
          method: 'POST',
          json: { ids: [1] },
        })
        expect(body.code).to.equal('preview_read_only')
      })

      it('a handler that reads cannot call one that changes', async () => {
        expect((await look('role=operator', '/api/v1/diary/sly')).body.code).to.equal('preview_read_only')
      })

      it('a GET cannot write, although it could otherwise: by answering itself, or in a transaction of its own', async () => {
        for (const path of ['/api/v1/diary/raw', '/api/v1/diary/transaction'])
          expect((await look('role=operator', path)).body.code, path).to.equal('preview_read_only')
      })

      it('a POST that is declared to only read is answered, and cannot write either', async () => {
        const { status, body } = await look(`person=${ana.id}`, '/api/v1/diary/quote', { method: 'POST' })
        expect([status, body]).to.deep.equal([200, { entries: 1 }])
        const lied = await look('role=operator', '/api/v1/diary/liar', { method: 'POST' })
        expect(lied.body.code).to.equal('preview_read_only')
        expect((await ask('/api/v1/diary/liar', { method: 'POST' })).body.code).to.equal('written_while_reading')
      })

      it('a WebSocket accepts messages that are declared to only read', async () => {
        const address = `${host.url.replace('http', 'ws')}/api/v1/ws`
        const headers = bearer(host.token)
        for (const [query, own] of [
          [`?preview=${encodeURIComponent(`person=${ana.id}`)}`, {}],
          ['', { 'atrium-preview': `person=${ana.id}` }],
        ] as const) {
          const client = await openSocket(address + query, { headers: { ...headers, ...own } })
          const send = async (type: string) =>
            (await client.ask({ namespace: 'diary', type, payload: {} })).payload as unknown as Failure
          expect(titles((await send('diary.list')) as Entry[])).to.deep.equal(['Of Ana'])
          for (const type of ['diary.write', 'diary.sly'])
            expect((await send(type)).code, type).to.equal('preview_read_only')
          const { type } = await client.ask({ namespace: 'shell', type: 'subscribe', payload: {} })
          expect(type).to.equal('subscribed')
          client.socket.terminate()
        }
        const none = await refusal(`${address}?preview=role%3Dnothing`, { headers })
        expect([none.status, none.body.code]).to.deep.equal([404, 'preview_unknown'])
        const more = await refusal(`${address}?preview=role%3Doperator`, { headers: bearer(manager.token) })
        expect(more.status).to.equal(403)
      })

      for (const kind of AGENTS) {
        it(`an agent sees and calls the tools that read, with the client [${kind}]`, async () => {
          const { url, token } = host
          const agent = await connectAgent(kind, { url, token, headers: { 'atrium-preview': `person=${ana.id}` } })
          const listed = await agent.call('diary_list_entries')
          expect(titles((listed.structuredContent as { items: Entry[] }).items)).to.deep.equal(['Of Ana'])
          const made = await agent.call('diary_create_entry', { title: 'New', owner_id: ana.id })
          expect(made.isError).to.equal(true)
          expect(JSON.stringify(made.content)).to.contain('preview_read_only')
          await agent[Symbol.asyncDispose]()
        })
      }

      it('the person who is shown has done nothing, and their token was not used', async () => {
        for (const path of [ME, ENTRIES, '/api/v1/panels'])
          expect((await look(`person=${cleo.id}`, path)).status).to.equal(200)
        expect((await ask(`${AUDIT}?caller_id=${cleo.id}`)).body).to.deep.equal([])
        if (name === 'sqlite3') return
        const tokens = people.database.knex('platform_tokens').where({ user_id: cleo.id })
        expect(await tokens.pluck('last_used_at')).to.deep.equal([null])
      })
    })

    describe('does not mix with what the caller sees:', () => {
      const documents = async () => {
        const { body } = await ask<PanelDocument>('/api/v1/panels/operations')
        const ids = body.screens.map(({ dashboard_id }) => `/api/v1/ui/dashboards/${dashboard_id}`)
        return [ME, '/api/v1/panels', '/api/v1/panels/operations', '/api/v1/panels/admin', ...ids, `${ENTRIES}/1`]
      }

      it('answers name the header in Vary, and those of a preview are not stored', async () => {
        for (const path of [...(await documents()), ENTRIES, '/api/v1/nothing', '/api/v1/diary/raw']) {
          const kept = await ask(path)
          const shown = await look('role=viewer', path)
          for (const { headers } of [kept, shown]) expect(headers.get('vary'), path).to.contain('Atrium-Preview')
          if (shown.status < 400) expect(shown.headers.get('cache-control'), path).to.equal('no-store')
          if (kept.status < 400) expect(kept.headers.get('cache-control'), path).not.to.equal('no-store')
        }
      })

      it('an ETag of what the caller sees makes no 304 of a preview, which has none', async () => {
        for (const path of await documents()) {
          const kept = await ask(path)
          const etag = kept.headers.get('etag')
          if (etag === null) continue
          const shown = await look<object>(`person=${ana.id}`, path, { headers: { 'if-none-match': etag } })
          expect(shown.status, path).not.to.equal(304)
          expect(shown.headers.get('etag'), path).to.equal(null)
        }
      })
    })

    describe('is in the audit log', () => {
      it('once, however many requests it takes, with who looked as whom and through which door', async () => {
        const before = (await previews()).length
        const role = `role=${own}`
        for (let count = 0; count < 3; count += 1) await look(role, ME, { headers: bearer(manager.token) })
        const [entry, ...more] = (await previews()).slice(before)
        expect(more).to.deep.equal([])
        expect(entry).to.deep.include({
          action: 'View as this',
          origin: 'token',
          resource: '/api/v1/platform/roles',
          record_id: own,
        })
        expect(entry?.person).to.match(/^Mia/)
      })

      it('anew for another role, person or caller, and not if it was refused', async () => {
        const before = (await previews()).length
        await look('role=viewer', ME, { headers: bearer(manager.token) })
        await look('role=operator', ME, { headers: bearer(manager.token) })
        await look(`person=${ben.id}`, ME)
        const begun = (await previews()).slice(before)
        expect(begun.map(({ record_id }) => record_id)).to.deep.equal([ben.id])
      })
    })

    if (name === 'postgres') {
      it('ends when the caller may no longer look, or holds less, or the person is disabled', async () => {
        const looking = await people.role({ name: 'brief', permissions: [SHELL, 'diary.*', LOOK] })
        const shown = await people.role({ name: 'shown', permissions: [SHELL, 'diary.*'] })
        const eve = await people.person('Eve', [shown.id])
        const max = await people.person('Max', [looking.id])
        const query = `?preview=${encodeURIComponent(`person=${eve.id}`)}`
        const address = `${host.url.replace('http', 'ws')}/api/v1/ws${query}`
        const open = () => openSocket(address, { headers: bearer(max.token) })
        const first = await open()
        await people.change(looking.id, [SHELL, 'diary.*'])
        expect(await first.closed).to.equal(4401)
        const { status } = await look(`person=${eve.id}`, ENTRIES, { headers: bearer(max.token) })
        expect(status).to.equal(403)
        await people.change(looking.id, [SHELL, 'diary.*', LOOK])
        await until('the right to look again', async () => {
          const { status } = await look(`person=${eve.id}`, ENTRIES, { headers: bearer(max.token) })
          return status === 200
        })
        const second = await open()
        await people.disable(eve.id)
        expect(await second.closed).to.equal(4401)
        expect((await look(`person=${eve.id}`, ENTRIES)).body.code).to.equal('preview_unknown')
      })
    }
  })
}
