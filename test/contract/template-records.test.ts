import { expect } from 'chai'
import { eachTemplateHost, ITEMS } from './template-host.ts'
import type { Init, Item } from './template-host.ts'

const post = (json: unknown): Init => ({ method: 'POST', json })
const patch = (json: unknown, ifMatch?: string): Init => change('PATCH', json, ifMatch)
const put = (json: unknown, ifMatch?: string): Init => change('PUT', json, ifMatch)
const change = (method: string, json: unknown, ifMatch?: string): Init => ({
  method,
  json,
  headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
})

interface BulkAnswer {
  readonly done: number[]
  readonly failed: { id: number; error: { code: string } }[]
}

describe('The records of the template', () => {
  eachTemplateHost(({ ask, create, items, removeAll }) => {
    const at = (id: number | string) => `${ITEMS}/${id}`
    const tagOf = async (id: number) => (await ask(at(id))).headers.get('etag') ?? ''
    afterEach(removeAll)

    it('have a plugin that describes itself', async () => {
      const { status, body } = await ask<object>('/api/v1/template/info')
      expect(status).to.equal(200)
      expect(body).to.include({ id: 'template', name: '@atrium/plugin-template', title: 'Template', version: '1.0.0' })
    })

    it('are created with defaults, 201 and Location', async () => {
      const { status, headers, body } = await ask<Item>(ITEMS, post({ name: 'Bolt', price: 1250 }))
      expect(status).to.equal(201)
      expect(headers.get('location')).to.equal(at(body.id))
      expect(headers.get('etag')).to.equal(`"${body.id}.1"`)
      const { created_at, ...values } = body
      expect(values).to.deep.equal({ id: body.id, name: 'Bolt', status: 'draft', price: 1250 })
      expect(new Date(created_at).toISOString()).to.equal(created_at)
      expect((await ask<Item>(headers.get('location') ?? '')).body).to.deep.equal(body)
    })

    it('ignore read-only fields', async () => {
      const item = await create({ id: 4711, created_at: '1999-01-01T00:00:00.000Z' })
      expect(item.id).not.to.equal(4711)
      expect(item.created_at).to.satisfy((time: string) => time > '2020')
    })

    it('keep text as it is written', async () => {
      const name = 'Ünïcode 🔩 "quoted" \\ \' -- ; $1 ?'
      const { id } = await create({ name, notes: 'line\nline\ttab', status: 'active' })
      expect((await ask<Item>(at(id))).body).to.include({ name, notes: 'line\nline\ttab' })
    })

    const invalid: [body: unknown, field: string, says: string][] = [
      [{ price: 1 }, 'name', 'Required'],
      [{ name: 'Bolt' }, 'price', 'Required'],
      [{ name: '', price: 1 }, 'name', 'Required'],
      [{ name: 'x'.repeat(81), price: 1 }, 'name', '80'],
      [{ name: 'Bolt', price: '1' }, 'price', 'number'],
      [{ name: 'Bolt', price: 1.5 }, 'price', 'whole'],
      [{ name: 'Bolt', price: -1 }, 'price', '0'],
      [{ name: 'Bolt', price: 1, status: 'gone' }, 'status', 'draft'],
      [{ name: 'Bolt', price: 1, colour: 'red' }, 'colour', 'no such field'],
      [{ name: null, price: 1 }, 'name', 'text'],
      [{ name: 'a\0b', price: 1 }, 'name', 'cannot be stored'],
      [{ name: 'a\ud800', price: 1 }, 'name', 'cannot be stored'],
    ]
    for (const [body, field, says] of invalid) {
      it(`refuse ${JSON.stringify(body).slice(0, 60)} and name the field`, async () => {
        const { status, body: problem } = await ask(ITEMS, post(body))
        expect([status, problem.code], problem.detail).to.deep.equal([422, 'validation_failed'])
        expect(problem.errors?.[field]?.toLowerCase(), JSON.stringify(problem.errors)).to.contain(says.toLowerCase())
        expect(problem.details?.[0]?.pointer).to.equal(`/${field}`)
        expect(await items()).to.deep.equal([])
      })
    }

    it('refuse a body that is not an object', async () => {
      for (const body of [null, [], 'Bolt', 7]) {
        expect((await ask(ITEMS, post(body))).status, JSON.stringify(body)).to.equal(422)
      }
    })

    it('are changed in part by PATCH, where null removes an optional field', async () => {
      const item = await create({ notes: 'old', status: 'active' })
      const { status, headers, body } = await ask<Item>(at(item.id), patch({ price: 7, notes: null }))
      const { notes: _, ...rest } = item
      expect([status, body]).to.deep.equal([200, { ...rest, price: 7 }])
      expect(headers.get('etag')).to.equal(`"${item.id}.2"`)
      const refused = await ask(at(item.id), patch({ name: null }))
      expect([refused.status, refused.body.code]).to.deep.equal([422, 'validation_failed'])
    })

    it('are unchanged after a PATCH that changes nothing, including the ETag', async () => {
      const item = await create()
      const { headers, body } = await ask<Item>(at(item.id), patch({}))
      expect([body, headers.get('etag')]).to.deep.equal([item, `"${item.id}.1"`])
    })

    it('are replaced by PUT: read-only fields ignored, absent optional fields unchanged, required fields required', async () => {
      const item = await create({ notes: 'kept', status: 'active' })
      const { body } = await ask<Item>(
        at(item.id),
        put({ id: 99, name: 'Nut', price: 3, status: 'retired', created_at: 'never' }),
      )
      expect(body).to.deep.equal({ ...item, name: 'Nut', price: 3, status: 'retired' })
      const refused = await ask(at(item.id), put({ name: 'Nut' }))
      expect([refused.status, Object.keys(refused.body.errors ?? {}).sort()]).to.deep.equal([422, ['price', 'status']])
    })

    it('can be sent back by PUT as they were read', async () => {
      const item = await create({ notes: 'n', status: 'active' })
      expect((await ask<Item>(at(item.id), put(item, await tagOf(item.id)))).body).to.deep.equal(item)
    })

    it('are answered by DELETE, and then gone', async () => {
      const item = await create()
      const { status, body } = await ask<Item>(at(item.id), { method: 'DELETE' })
      expect([status, body]).to.deep.equal([200, item])
      const gone = await ask(at(item.id))
      expect([gone.status, gone.body.code]).to.deep.equal([404, 'record_not_found'])
      for (const init of [patch({ price: 1 }), put(item), { method: 'DELETE' }]) {
        expect((await ask(at(item.id), init)).status, init.method).to.equal(404)
      }
    })

    it('are retired by their own verb', async () => {
      const item = await create({ status: 'active' })
      const { status, body } = await ask<Item>(`${at(item.id)}/retire`, { method: 'POST' })
      expect([status, body]).to.deep.equal([200, { ...item, status: 'retired' }])
    })

    for (const id of ['seven', '1e0', '0x1', '1.0', '-', '%20', '99999999999999999999', '1%2f1', "1'--", '٣']) {
      it(`are not found under the id ${id}`, async () => {
        await create()
        for (const init of [{}, patch({ price: 1 }), { method: 'DELETE' }]) {
          const { status, body } = await ask(at(id), init)
          expect([status, body.code], init.method).to.deep.equal([404, 'record_not_found'])
        }
        expect(await items()).to.have.length(1)
      })
    }

    it('are 304 for a current ETag', async () => {
      const { id } = await create()
      const headers = { 'if-none-match': await tagOf(id) }
      expect((await ask(at(id), { headers })).status).to.equal(304)
      await ask(at(id), patch({ price: 9 }))
      expect((await ask(at(id), { headers })).status).to.equal(200)
    })

    describe('with If-Match', () => {
      it('are changed if it names the current version, or any', async () => {
        const { id } = await create()
        expect((await ask(at(id), patch({ price: 1 }, await tagOf(id)))).status).to.equal(200)
        expect((await ask(at(id), patch({ price: 2 }, `"other", ${await tagOf(id)}`))).status).to.equal(200)
        expect((await ask(at(id), patch({ price: 3 }, '*'))).status).to.equal(200)
        expect((await ask(at(id), change('DELETE', undefined, await tagOf(id)))).status).to.equal(200)
      })

      it('are unchanged if it is stale, and the answer has the current record', async () => {
        const item = await create()
        const stale = await tagOf(item.id)
        const { body: current } = await ask<Item>(at(item.id), patch({ price: 5 }))
        for (const init of [patch({ price: 1 }, stale), put(item, stale), change('DELETE', undefined, stale)]) {
          const { status, headers, body } = await ask(at(item.id), init)
          expect([status, body.code], init.method).to.deep.equal([412, 'version_mismatch'])
          expect(body.current, init.method).to.deep.equal(current)
          expect(headers.get('etag')).to.equal(`"${item.id}.2"`)
        }
        expect(await items()).to.deep.equal([current])
      })

      for (const compressed of [(tag: string) => `W/${tag}`, (tag: string) => tag.replace(/"$/, '-gzip"')]) {
        it(`are compared by their version if a proxy has made the tag ${compressed('"1.1"')}`, async () => {
          const { id } = await create()
          const tag = compressed(await tagOf(id))
          expect((await ask(at(id), patch({ price: 1 }, tag))).status).to.equal(200)
          const { status, body } = await ask(at(id), patch({ price: 2 }, tag))
          expect([status, body.code]).to.deep.equal([412, 'version_mismatch'])
        })
      }

      for (const header of ['1.1', '"1.1', 'W/1.1', '"a" "b"', '""x', ',']) {
        it(`are unchanged if it is malformed: ${header}`, async () => {
          const { id } = await create()
          const { status, body } = await ask(at(id), patch({ price: 1 }, header))
          expect([status, body.code]).to.deep.equal([400, 'header_malformed'])
          expect(await items()).to.have.nested.property('[0].price', 100)
        })
      }

      it('are not found if the record does not exist, whatever it names', async () => {
        expect((await ask(at(123456), patch({ price: 1 }, '*'))).status).to.equal(404)
      })

      it('let one of many concurrent changes win', async () => {
        const { id } = await create()
        const tag = await tagOf(id)
        const statuses = await Promise.all([1, 2, 3, 4, 5].map((price) => ask(at(id), patch({ price }, tag))))
        expect(statuses.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412, 412, 412])
      })
    })

    describe('in bulk', () => {
      const deleteMany = (body: unknown) => ask<BulkAnswer>(`${ITEMS}/delete`, post(body))

      it('are deleted by their ids; an unknown id is reported and stops nothing', async () => {
        const [one, two] = [await create(), await create()]
        const kept = await create()
        const { status, body } = await deleteMany({ ids: [one.id, 999999, two.id] })
        expect(status).to.equal(200)
        expect(body.done).to.deep.equal([one.id, two.id])
        expect(body.failed.map(({ id, error }) => [id, error.code])).to.deep.equal([[999999, 'record_not_found']])
        expect(await items()).to.deep.equal([kept])
      })

      it('are deleted by a list query', async () => {
        const kept = await create({ status: 'active' })
        const gone = [await create(), await create()]
        expect((await deleteMany({ filter: 'status=draft' })).body.done).to.have.members(gone.map(({ id }) => id))
        expect(await items()).to.deep.equal([kept])
      })

      const refused: [body: unknown, status: number, code: string][] = [
        [{}, 422, 'validation_failed'],
        [{ ids: [] }, 422, 'validation_failed'],
        [{ ids: [1], filter: 'q=x' }, 422, 'validation_failed'],
        [{ filter: 'nonsense=1' }, 400, 'query_unknown'],
        [{ ids: 'all' }, 422, 'validation_failed'],
      ]
      for (const [body, status, code] of refused) {
        it(`are unchanged after ${JSON.stringify(body)}`, async () => {
          await create()
          const answer = await ask(`${ITEMS}/delete`, post(body))
          expect([answer.status, answer.body.code], answer.body.detail).to.deep.equal([status, code])
          expect(await items()).to.have.length(1)
        })
      }
    })
  })
})
