import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `workshop` whose forms have every kind of input that drafts keep: `pieces` on one page, `orders` in steps. */
export function inputsPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'workshop', atrium: { id: 'workshop', title: 'Workshop' } }),
      'src/index.ts': source,
    },
    { name: 'workshop' },
  )
}

/** Values for all its fields but the slot. */
export const STORED_PIECE = {
  ...{
    title: 'Chair',
    notes: 'Oak',
    size: 12,
    price: 900,
    state: 'used',
    light: 'lamp',
    rooms: ['hall'],
    days: ['mo'],
  },
  ...{ is_insured: true, is_sold: false, due_on: '2026-12-24', opens: '08:00', due_at: '2026-12-24T10:00:00Z' },
  ...{
    color: '#aa0000',
    labels: ['old'],
    names: { de: 'Stuhl' },
    frame: { wood: 'oak' },
    maker_id: 1,
    helper_ids: [2],
  },
  ...{ lines: [{ what: 'Leg', count: 4 }], hours: 'FREQ=WEEKLY;BYDAY=MO' },
}

const source = `
import { array_store, money, register_resource, Type } from '@atrium/sdk'

const Maker = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String({ minLength: 1 }) })
const MAKERS = [{ id: 1, name: 'Ada' }, { id: 2, name: 'Grace' }, { id: 3, name: 'Linus' }]
const Line = Type.Object({ what: Type.String({ minLength: 1 }), count: Type.Optional(Type.Integer()), is_done: Type.Optional(Type.Boolean()) })
const Piece = Type.Object({
  id: Type.Integer({ readOnly: true }),
  title: Type.String({ minLength: 1, maxLength: 80 }),
  phone: Type.Optional(Type.String()),
  notes: Type.Optional(Type.String()),
  story: Type.Optional(Type.String()),
  recipe: Type.Optional(Type.String()),
  size: Type.Optional(Type.Number()),
  price: Type.Optional(money()),
  state: Type.Optional(Type.Enum(['new', 'used', 'gone'])),
  light: Type.Enum(['day', 'lamp'], { default: 'day' }),
  rooms: Type.Optional(Type.Array(Type.Enum(['hall', 'tower', 'cellar']))),
  days: Type.Optional(Type.Array(Type.Enum(['mo', 'tu', 'we']))),
  is_insured: Type.Boolean({ default: false }),
  is_sold: Type.Boolean({ default: false }),
  due_on: Type.Optional(Type.String({ format: 'date' })),
  opens: Type.Optional(Type.String({ pattern: '^[0-9]{2}:[0-9]{2}$' })),
  due_at: Type.Optional(Type.String({ format: 'date-time' })),
  color: Type.Optional(Type.String()),
  labels: Type.Optional(Type.Array(Type.String())),
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  frame: Type.Optional(Type.Unknown()),
  maker_id: Type.Optional(Type.Integer()),
  helper_ids: Type.Optional(Type.Array(Type.Integer())),
  lines: Type.Optional(Type.Array(Line)),
  hours: Type.Optional(Type.String()),
  starts_at: Type.Optional(Type.String({ format: 'date-time' })),
})

const texts = (field) => [field.text('title'), field.phone('phone'), field.textarea('notes'), field.markdown('story'), field.code('recipe')]
const choices = (field) => [
  field.number('size'), field.money('price'), field.select('state'), field.radio('light'),
  field.multi_select('rooms'), field.checkboxes('days').options({ mo: 'Early', tu: 'Noon', we: 'Late' }),
  field.checkbox('is_insured'), field.toggle('is_sold'),
]
const others = (field) => [
  field.date('due_on'), field.time('opens'), field.datetime('due_at'), field.color('color'), field.tags('labels'),
  field.key_value('names'), field.json('frame'),
  field.relation('maker_id', '/makers', 'name'), field.relation('helper_ids', '/makers', 'name').label('Helpers'),
  field.repeater('lines', (line) => [line.text('what'), line.number('count'), line.checkbox('is_done')]),
  field.recurrence('hours').units('weekly').ends('never'),
  field.slot('starts_at', '/slots?maker_id={maker_id}&from={from}&to={to}', { starts: 'starts_at' }).any_time(),
]

export function register_resources(registry) {
  const list = (id, title, fields) => register_resource(registry, 'operations', 'workshop', (resource) => resource
    .record(Piece).id(id).title(title).api_base('/api/v1/workshop').module_path(id).record_title_attribute('title')
    .table((table) => table.create().columns((column) => [column.text('title')]))
    .form((form) => form.fields(fields)))
  list('pieces', 'Pieces', (field) => [...texts(field), ...choices(field), ...others(field)])
  list('orders', 'Orders', (field) => [field.steps([field.section('Texts', texts(field)), field.section('Choices', choices(field)),
    field.section('Others', others(field))])])
  register_resource(registry, 'operations', 'workshop', (resource) => resource
    .record(Maker).id('makers').title('Makers').api_base('/api/v1/workshop').module_path('makers').record_title_attribute('name')
    .table((table) => table.create().columns((column) => [column.text('name')])).form())
}

export function register_routes(routes) {
  routes.records('/makers/{id}', array_store(MAKERS, Maker))
  for (const id of ['pieces', 'orders']) routes.records('/' + id + '/{id}', array_store([], Piece))
  routes.get('/slots', { summary: 'List free times', response: Type.Array(Type.Object({ starts_at: Type.String() })) }, () => [])
}
`
