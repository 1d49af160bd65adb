import { expect } from 'chai'
import type { DataProvider } from 'ra-core'
import { openPractice } from '../../plugins/booking/test/open-practice.ts'
import type { TestHostOptions } from '../../host/testing/index.ts'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { rejection } from '../helpers/rejection.ts'
import { jsonServerProviderOf } from './json-server-provider.ts'
import { makeGround, PRACTICE_LISTS, type PracticeGround, type PracticeList } from './practice-lists.ts'

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

/** One list, and how react-admin reaches it. */
interface Reached extends PracticeList {
  readonly provider: DataProvider
  readonly list: string
  readonly record: string
  readonly made: readonly Row[]
}

describe('ra-data-json-server, as it comes from npm, over clients and booking', () => {
  const databases: [string, () => Promise<TestHostOptions>][] = [
    ['sqlite3', async () => ({ sqlite: 'sqlite3' })],
    ['postgres', async () => ({ databaseUrl: await createPlatformDatabase() })],
  ]
  for (const [database, options] of databases) {
    describe(`on ${database}`, () => {
      let ground: PracticeGround
      before(async () => (ground = await makeGround(await openPractice(await options()))))
      after(() => ground.practice.host.close())

      it('covers every list of both plugins', () => {
        const { operations } = ground.practice.host.registries
        const lists = ['clients', 'booking'].flatMap((plugin) =>
          operations.list(plugin).filter(({ declaration }) => declaration.kind === 'list'),
        )
        const paths = lists.map(({ path }) => path.replace('/api/v1/', ''))
        expect(Object.keys(PRACTICE_LISTS)).to.include.members(paths)
      })

      for (const [name, listOf] of Object.entries(PRACTICE_LISTS)) {
        it(`drives ${name}`, async () => {
          const [plugin = '', own = ''] = name.split('/')
          const provider = jsonServerProviderOf(ground.practice.host, plugin)
          const list = await listOf(ground)
          const { list: listed, record } = list.paths ?? { list: own, record: own }
          const about = { ...list, provider, list: listed, record }
          const made = [await make(about, 0), await make(about, 1), await make(about, 2)]
          const reached = { ...about, made }
          await expectRead(reached)
          await expectUpdated(reached)
          await expectRemoved(reached)
        })
      }
    })
  }
})

async function make({ provider, list, record, values, make }: Omit<Reached, 'made'>, index: number): Promise<Row> {
  const one = async (id: number) => (await provider.getOne<Row>(record, { id })).data
  if (values === undefined) {
    const refused = await rejection(provider.create(list, { data: {} }))
    expect((refused as { status?: number }).status).to.be.oneOf([405, 415])
    return one((await make?.(index)) as number)
  }
  const data = values(index)
  const { data: created } = await provider.create<Row>(list, { data })
  expect(created).to.deep.include(data)
  return one(created.id)
}

async function expectRead({ provider, list, made, sort: field, filter, reference }: Reached): Promise<void> {
  const sort = { field, order: 'DESC' } as const
  const page = (number: number) =>
    provider.getList<Row>(list, { pagination: { page: number, perPage: 2 }, sort, filter })
  expect(await page(1)).to.deep.equal({ data: [made[2], made[1]], total: 3 })
  expect(await page(2)).to.deep.equal({ data: [made[0]], total: 3 })

  const ids = made.slice(1).map(({ id }) => id)
  const { data: many } = await provider.getMany<Row>(list, { ids })
  expect(many).to.have.deep.members(made.slice(1))

  const pagination = { page: 1, perPage: 2 }
  const asked = { ...reference, pagination, sort, filter }
  expect(await provider.getManyReference<Row>(list, asked)).to.deep.equal({ data: [made[2], made[1]], total: 3 })
}

/** Sends the whole record back, as an edit form does. */
async function expectUpdated({ provider, record, made, change }: Reached): Promise<void> {
  const previousData = made[0] as Row
  const { id } = previousData
  const update = provider.update<Row>(record, { id, data: { ...previousData, ...change }, previousData })
  if (change === undefined) expect(await rejection(update)).to.include({ status: 405 })
  else expect((await update).data).to.deep.include({ id, ...change })
}

async function expectRemoved(reached: Reached): Promise<void> {
  const { provider, list, record, made, filter, removable = false } = reached
  const [first, ...others] = made as [Row, ...Row[]]
  const remove = provider.delete<Row>(record, { id: first.id, previousData: first })
  if (!removable) {
    expect(await rejection(remove)).to.include({ status: 405 })
    return
  }
  expect((await remove).data.id).to.equal(first.id)
  const ids = others.map(({ id }) => id)
  expect(await provider.deleteMany<Row>(record, { ids })).to.deep.equal({ data: ids })
  const pagination = { page: 1, perPage: 2 }
  const sort = { field: 'id', order: 'ASC' } as const
  expect(await provider.getList<Row>(list, { pagination, sort, filter })).to.deep.equal({ data: [], total: 0 })
}
