import { answer, ApiError, type Caller, created, page, Type } from '@atrium/sdk'
import { expect } from 'chai'
import { Readable } from 'node:stream'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { ADA, callerWithout, openShop, type Shop, requestOf } from './fixture.ts'

const touch = async ({ context }: Database) => void (await context('shop_items').update({ name: 'Touched' }))

describe('perform', () => {
  eachDatabase((target) => {
    let shop: Shop
    let seen: Caller | undefined
    before(async () => {
      shop = await openShop(target, (routes, { database, items }) => {
        routes
          .get('/info', { open: true }, () => ({ title: 'Shop' }))
          .get('/nothing', {}, () => undefined)
          .get('/file', {}, () => Readable.from(['a']))
          .get('/named', {}, () => answer(Readable.from(['a']), { headers: { 'content-type': 'text/plain' } }))
          .post('/hinted', { permission: 'shop.items.create' }, () =>
            answer(created({ id: 7 }), { headers: { 'x-hint': 'a' } }),
          )
          .get('/caller', {}, ({ caller }) => void (seen = caller))
          .get('/broken', {}, () => {
            throw new Error('secret stack')
          })
          .get('/wrong', { response: Type.Object({ count: Type.Integer() }) }, () => ({
            count: 'x' as unknown as number,
          }))
          .get(
            '/some',
            { query: Type.Object({ limit: Type.Integer({ default: 2 }), on: Type.Optional(Type.Boolean()) }) },
            ({ query }) => query,
          )
          .get(
            '/numbers/{number}',
            { params: Type.Object({ number: Type.Integer({ minimum: 1 }) }) },
            ({ params }) => params,
          )
          .get('/pages', {}, () => page([{ id: 1 }], 60))
          .get('/touch', { permission: 'shop.items.view' }, () => touch(database))
          .get('/touch-safely', { permission: 'shop.items.view' }, () =>
            database.context.transaction(() => touch(database)),
          )
          .post(
            '/boxes',
            { body: Type.Object({ name: Type.String(), inner: Type.Optional(Type.Object({ size: Type.Integer() })) }) },
            ({ body }) => created({ ...body, id: 'a b' }),
          )
          .post('/items/{item_id}/retire', {}, async ({ params }) =>
            items.update(params.item_id, { status: 'retired' }),
          )
          .post('/items/{item_id}/spoil', {}, async ({ params }) => {
            await items.update(params.item_id, { price: -1 })
            return { ok: true }
          })
          .post('/items/{item_id}/fail', {}, async ({ params }) => {
            await items.update(params.item_id, { status: 'retired' })
            throw new ApiError('too_late', { status: 409, detail: 'Too late.' })
          })
          .post('/mail', { transaction: false, permission: 'shop.mail.send' }, () => ({
            inside: database.context.isTransaction === true,
          }))
      })
    })
    beforeEach(() => shop.database.knex('shop_items').delete())

    const make = async (values: object = {}) =>
      (await shop.ask('POST /items', { body: { name: 'Lamp', price: 1, ...values } })).body as { id: number }

    if (target.dialect === 'sqlite')
      it('reports a read-only transaction if the handler of a GET changes something', async () => {
        const error = await rejection(shop.ask('GET /touch'))
        expect(error).to.include({ code: 'written_while_reading', status: 500 })
        expect(error.message).to.contain('[GET /api/v1/shop/touch]')
      })

    it('lets the handler of a GET change something in its own transaction', async () => {
      const { id } = await make()
      expect((await shop.ask('GET /touch-safely')).status).to.equal(204)
      expect((await shop.ask(`GET /items/${id}`)).body).to.include({ name: 'Touched' })
    })

    it('answers 401 to a caller who is not signed in', async () => {
      const error = await rejection(shop.ask('GET /items', { caller: undefined }))
      expect(error).to.include({ code: 'unauthenticated', status: 401 })
    })

    it('accepts only an admitted request, not an object of the same shape', () => {
      const request = requestOf(shop.operations, 'GET /caller')
      const forged = { ...request, withBody: () => request }
      // @ts-expect-error: only its constructor makes an AdmittedRequest
      expect(() => shop.perform(forged)).to.be.a('function')
    })

    it('names the missing permission', async () => {
      const error = await rejection(shop.ask('GET /items', { caller: callerWithout('shop.items.view') }))
      expect(error).to.include({ code: 'permission_denied', status: 403 })
      expect(error.message).to.contain('[shop.items.view]')
    })

    it('sends the headers that a handler sets', async () => {
      expect((await shop.ask('GET /named')).headers).to.deep.equal({ 'content-type': 'text/plain' })
      const { status, headers } = await shop.ask('POST /hinted')
      expect({ status, hint: headers['x-hint'] }).to.deep.equal({ status: 201, hint: 'a' })
    })

    it('runs an open operation without a caller', async () => {
      expect((await shop.ask('GET /info', { caller: undefined })).body).to.deep.equal({ title: 'Shop' })
    })

    it('answers 204 for no content and passes a stream on', async () => {
      expect(await shop.ask('GET /nothing')).to.include({ status: 204, body: undefined })
      expect((await shop.ask('GET /file')).body).to.be.instanceOf(Readable)
    })

    it('passes the caller to the handler', async () => {
      await shop.ask('GET /caller')
      expect(seen).to.equal(ADA)
    })

    it('does not reveal an internal error', async () => {
      const error = await rejection(shop.ask('GET /broken'))
      expect(error).to.include({ code: 'internal_error', status: 500 })
      expect(error.message).not.to.contain('secret')
      expect(error.cause).to.have.property('message', 'secret stack')
    })

    it('refuses an answer that violates its own schema if answers are checked', async () => {
      expect(await rejection(shop.ask('GET /wrong'))).to.include({ code: 'response_invalid', status: 500 })
    })

    it('refuses to save a value that the schema of the record refuses, if answers are checked: later lists would fail', async () => {
      const { id } = await make()
      const error = await rejection(shop.ask(`POST /items/${id}/spoil`))
      expect(error).to.include({ code: 'response_invalid', status: 500 })
      expect(error.message).to.contain(`[${id}] of [shop_items]: [/price] must be >= 0. Nothing was saved.`)
      expect((await shop.ask(`GET /items/${id}`)).body).to.include({ price: 1 })
    })

    it('converts a query and fills in its defaults', async () => {
      expect((await shop.ask('GET /some', { query: { on: 'true' } })).body).to.deep.equal({ limit: 2, on: true })
    })

    it('refuses a malformed or unknown query parameter, and lists the known ones', async () => {
      expect(await rejection(shop.ask('GET /some', { query: { limit: 'x' } }))).to.include({
        code: 'query_malformed',
        status: 400,
      })
      const unknown = await rejection(shop.ask('GET /some', { query: { limt: '1' } }))
      expect(unknown).to.include({ code: 'query_unknown' })
      expect(unknown.message).to.contain('Did you mean [limit]?')
    })

    it('converts path parameters, and answers 404 if they do not fit', async () => {
      expect((await shop.ask('GET /numbers/7')).body).to.deep.equal({ number: 7 })
      expect(await rejection(shop.ask('GET /numbers/x'))).to.include({ code: 'record_not_found', status: 404 })
    })

    it('answers a page with its total and links to its neighbours', async () => {
      const { headers } = await shop.ask('GET /pages', { query: { _page: '2', q: 'a b' } })
      expect(headers).to.deep.equal({
        'x-total-count': '60',
        'x-offset': '25',
        'x-limit': '25',
        link: [
          '</api/v1/shop/pages?q=a%20b&_page=1&_limit=25>; rel="first"',
          '</api/v1/shop/pages?q=a%20b&_page=1&_limit=25>; rel="prev"',
          '</api/v1/shop/pages?q=a%20b&_page=3&_limit=25>; rel="next"',
          '</api/v1/shop/pages?q=a%20b&_page=3&_limit=25>; rel="last"',
        ].join(', '),
      })
    })

    it('links no other pages of a list whose query is so long that clients would refuse the header', async () => {
      const { status, headers } = await shop.ask('GET /pages', { query: { q: 'a'.repeat(4_000), _limit: '25' } })
      expect(status).to.equal(200)
      expect(headers).to.include({ 'x-total-count': '60' })
      expect(headers).to.not.have.property('link')
    })

    it('answers a created record with its location', async () => {
      const { status, headers } = await shop.ask('POST /boxes', { body: { name: 'x' } })
      expect(status).to.equal(201)
      expect(headers).to.include({ location: '/api/v1/shop/boxes/a%20b' })
    })

    it('names each invalid field of a body, including unknown ones at any depth', async () => {
      const error = (await rejection(
        shop.ask('POST /boxes', { body: { nme: 'x', inner: { size: 'big', colour: 1 } } }),
      )) as ApiError
      expect(error).to.include({ code: 'validation_failed', status: 422 })
      expect(error.options.errors).to.deep.equal({
        name: 'Required',
        nme: 'There is no such field; did you mean [name]?',
        'inner.colour': 'There is no such field',
        'inner.size': 'Enter a whole number',
      })
      expect(error.options.details).to.deep.include({
        pointer: '/inner/size',
        keyword: 'type',
        message: 'Enter a whole number',
      })
    })

    it('names an unknown field that is called like a member of every object', async () => {
      const body = { name: 'x', inner: { size: 1 }, constructor: {} }
      const error = (await rejection(shop.ask('POST /boxes', { body }))) as ApiError
      expect(error.message).to.equal('[constructor]: There is no such field.')
      expect({ ...error.options.errors }).to.have.own.property('constructor', 'There is no such field')
    })

    it('requires a body if the schema does', async () => {
      expect(await rejection(shop.ask('POST /boxes'))).to.include({ code: 'validation_failed' })
      expect(await rejection(shop.ask('POST /boxes', { body: [1] }))).to.include({ code: 'validation_failed' })
    })

    it('commits a change together with its audit row', async () => {
      const { id } = await make()
      await shop.ask(`POST /items/${id}/retire`)
      const row = (await shop.database.knex('platform_audit').orderBy('id', 'desc').first()) as object
      expect(row).to.include({
        caller_id: 'u1',
        caller_kind: 'person',
        caller_name: 'Ada',
        origin: 'token',
        operation: 'POST /api/v1/shop/items/{item_id}/retire',
        plugin: 'shop',
        record_id: String(id),
        request_id: 'r1',
        status: 200,
        fields: null,
      })
    })

    it('records which fields were sent, what they are now, and the id of a new record, but no secret', async () => {
      const { id } = await make({ cost: 7 })
      const row = (await shop.database.knex('platform_audit').orderBy('id', 'desc').first()) as Record<string, unknown>
      expect(row).to.include({ record_id: String(id), status: 201, fields: '["name","price","cost"]' })
      expect(JSON.parse(String(row.changes)))
        .to.have.nested.property('record.fields.cost')
        .that.deep.equals({ to: 7, needs: ['shop.items.cost'] })
    })

    it('rolls back everything of an operation that throws, including its audit row', async () => {
      const { id } = await make()
      const before = await shop.database.knex('platform_audit')
      expect(await rejection(shop.ask(`POST /items/${id}/fail`))).to.include({ code: 'too_late', status: 409 })
      expect((await shop.ask(`GET /items/${id}`)).body).to.include({ status: 'draft' })
      expect(await shop.database.knex('platform_audit')).to.have.lengthOf(before.length)
    })

    it('opens no transaction if the route declines one, but still audits it', async () => {
      expect((await shop.ask('POST /mail')).body).to.deep.equal({ inside: false })
      const row = (await shop.database.knex('platform_audit').orderBy('id', 'desc').first()) as object
      expect(row).to.include({ operation: 'POST /api/v1/shop/mail' })
    })

    it('names the field of a conflict in the database', async () => {
      await make()
      const error = (await rejection(make())) as ApiError
      expect(error).to.include({ code: 'conflict', status: 409 })
      expect(error.options.errors).to.deep.equal({ name: 'is already taken' })
    })
  })
})
