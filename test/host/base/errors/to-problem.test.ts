import { ApiError } from '@atrium/sdk'
import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { errorCatalogueTable, toProblem } from '../../../../host/base/errors/index.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

const problemOf = (error: unknown) => toProblem(error, { requestId: 'r-1' })

describe('a problem', () => {
  it('shows everything that an ApiError says', () => {
    const error = new ApiError('version_mismatch', {
      detail: 'Changed.',
      current: { id: 7 },
      headers: { ETag: '"7.3"' },
      cause: new Error('secret'),
    })
    const { status, headers, body } = problemOf(error)
    expect(status).to.equal(412)
    expect(headers).to.deep.equal({ etag: '"7.3"', 'content-type': 'application/problem+json; charset=utf-8' })
    expect(body).to.deep.equal({
      type: '/docs/errors#version_mismatch',
      title: 'Record changed in the meantime',
      status: 412,
      detail: 'Changed.',
      code: 'version_mismatch',
      message: 'Changed.',
      request_id: 'r-1',
      retryable: false,
      current: { id: 7 },
    })
  })

  it('with a plugin’s own code has its status and a title made from the code', () => {
    const { status, body } = problemOf(
      new ApiError('slot_taken', { status: 409, detail: 'Taken.', allowed: ['cancel'], errors: { slot: 'Taken' } }),
    )
    expect(status).to.equal(409)
    expect(body).to.include({ title: 'Slot taken', code: 'slot_taken' })
    expect(body).to.deep.include({ allowed: ['cancel'], errors: { slot: 'Taken' } })
  })

  it('reveals nothing about an unexpected error and keeps it for the log', () => {
    for (const thrown of [new Error('select * from secrets'), 'text', undefined, { password: 'x' }]) {
      const { status, body, error } = problemOf(thrown)
      expect(status).to.equal(500)
      expect(body).to.include({ code: 'internal_error', request_id: 'r-1' })
      expect(JSON.stringify(body)).not.to.match(/secret|password|text|stack/i)
      expect(error.cause).to.equal(thrown)
    }
  })

  eachDriver((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('owners', (table) => void table.integer('id').primary())
      await database.knex.schema.createTable('things', (table) => {
        table.text('name').notNullable().unique()
        table.integer('owner_id').references('id').inTable('owners')
        table.integer('price').checkPositive('price_positive')
      })
    })

    const refusal = async (row: object) => problemOf(await rejection(database.knex('things').insert(row)))

    it('names the fields of a refused row but not its values', async () => {
      await database.knex('things').insert({ name: 'secret' })
      const { status, body } = await refusal({ name: 'secret' })
      expect(status).to.equal(409)
      expect(body).to.deep.include({ code: 'conflict', errors: { name: 'is already taken' } })
      expect(JSON.stringify(body)).not.to.contain('secret').and.not.to.contain('insert')
    })

    it('distinguishes a missing value, a missing owner and a broken rule', async () => {
      expect((await refusal({ price: 1 })).body).to.deep.include({
        status: 422,
        code: 'validation_failed',
        errors: { name: 'is required' },
      })
      expect((await refusal({ name: 'a', owner_id: 9 })).body).to.include({ status: 409, code: 'conflict' })
      expect((await refusal({ name: 'a', price: -1 })).body).to.include({ status: 422, code: 'validation_failed' })
    })

    it('treats a missing table as an internal error', async () => {
      const { body } = problemOf(await rejection(database.knex('nowhere').select()))
      expect(body).to.include({ status: 500, code: 'internal_error' })
    })
  })
})

describe('the table of errors', () => {
  it('has a row with a remedy for every code', () => {
    const rows = errorCatalogueTable().trim().split('\n').slice(2)
    expect(rows).to.have.lengthOf(Object.keys(ERROR_CATALOGUE).length)
    for (const [code, { status, fix }] of Object.entries(ERROR_CATALOGUE)) {
      const row = rows.find((each) => each.includes(`\`${code}\``))
      expect(row, code).to.contain(String(status)).and.to.contain(fix)
    }
  })
})
