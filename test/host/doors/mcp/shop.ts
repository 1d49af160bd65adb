import {
  ApiError,
  array_store,
  money,
  page,
  type Routes,
  type Static,
  tool_content,
  type Tools,
  Type,
} from '@atrium/sdk'
import type { Publication } from '../../../../host/core/registries/publication.ts'
import { link } from '../../../helpers/link.ts'

/** The items that the shop of the tests sells. Some callers may not see the cost. */
export const Item = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  status: Type.Enum(['draft', 'active'], { default: 'draft' }),
  price: money(),
  cost: Type.Optional(Type.Integer({ permission: 'shop.items.cost' })),
})

const rules = { sort: ['name', 'cost'], filter: ['status', 'price', 'cost', 'name'], search: ['name'] } as const

const rows = (): Static<typeof Item>[] => [
  { id: 1, name: 'Bolt', status: 'active', price: 100, cost: 40 },
  { id: 2, name: 'Nut', status: 'draft', price: 50, cost: 20 },
  { id: 3, name: 'Washer', status: 'active', price: 20, cost: 5 },
]

const permission = 'shop.stock.view'
const nothing = Type.Object({})

interface ShopOptions {
  readonly routes?: (routes: Routes) => unknown
  readonly tools?: (tools: Tools) => unknown
}

/** A generation of a plugin `shop`, extended by the options. */
export function shop({ routes: addRoutes, tools: addTools }: ShopOptions = {}): Publication {
  const { publication, codes } = link({
    routes: (routes) => {
      routes
        .records('/items/{item_id}', array_store(rows(), Item, rules))
        .get('/report', { permission: 'shop.report.view', response: Type.Array(Type.String()) }, () => ['a', 'b'])
        .get('/count', { permission: 'shop.report.view', response: Type.Integer() }, () => 3)
        .get('/newest', { permission: 'shop.items.view', query: Type.Object({ limit: Type.Integer() }) }, ({ query }) =>
          page(rows().slice(0, query.limit), 3),
        )
        .post('/items/{item_id}/sell', { response: Item }, () => {
          throw new ApiError('out_of_stock', { status: 409, detail: 'There is no [Bolt] left.', allowed: ['order'] })
        })
        .post('/items/stock', { permission: 'shop.items.stock', body: Type.Object({}) }, () => undefined)
        .post('/open', { raw: true, permission: 'shop.items.open' }, () => undefined)
      addRoutes?.(routes)
    },
    tools: (tools) => {
      tools
        .operation('sell', 'POST /items/{item_id}/sell', {
          description: 'Sell an item.',
          title: 'Sell',
          destructive: false,
        })
        .add(
          'count_stock',
          {
            description: 'Count what is in stock.',
            input: Type.Object({ shelf: Type.Integer({ minimum: 1 }), unit: Type.Optional(Type.String()) }),
            output: Type.Object({ count: Type.Integer() }),
            permission,
            read_only: true,
          },
          ({ input }) => ({ count: input.shelf * 10 }),
        )
        .add('greet', { description: 'Greet.', input: nothing, permission }, ({ caller }) => `Hello, ${caller.name}.`)
        .add('draw', { description: 'Draw.', input: nothing, permission }, () =>
          tool_content([{ type: 'image', data: 'aGk=', mimeType: 'image/png' }]),
        )
        .add('pack', { description: 'Pack.', input: nothing, permission }, async ({ progress }) => {
          await progress(1, { total: 2, message: 'wrapped' })
          await progress(2, { total: 2 })
          return 'packed'
        })
        .add('lie', { description: 'Lie.', input: nothing, output: Type.Integer(), permission }, () => 'x' as never)
        .add('break', { description: 'Break.', input: nothing, permission }, () => {
          throw new Error('the password is 1234')
        })
      addTools?.(tools)
    },
  })
  if (codes.length > 0) throw new Error(`The shop of the tests is refused: ${codes.join(', ')}`)
  return publication
}
