import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `gallery` whose form has every kind of field that needs no other list, and whose screens show every kind of value. */
export function kindsPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'gallery', atrium: { id: 'gallery', title: 'Gallery' } }),
      'src/index.ts': source,
    },
    { name: 'gallery' },
  )
}

const source = `
import { array_store, register_resource, Type } from '@atrium/sdk'

const Work = Type.Object({
  id: Type.Integer({ readOnly: true }),
  title: Type.String({ minLength: 1, maxLength: 80 }),
  email: Type.Optional(Type.String({ format: 'email' })),
  phone: Type.Optional(Type.String()),
  site: Type.Optional(Type.String({ format: 'uri' })),
  pin: Type.Optional(Type.String({ minLength: 4, writeOnly: true })),
  channel: Type.Optional(Type.Enum(['mail', 'phone'])),
  light: Type.Enum(['day', 'lamp'], { default: 'day' }),
  days: Type.Optional(Type.Array(Type.Enum(['mo', 'tu', 'we']))),
  rooms: Type.Optional(Type.Array(Type.Integer())),
  is_insured: Type.Boolean({ default: false }),
  color: Type.Optional(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
  from: Type.Optional(Type.String({ format: 'date' })),
  until: Type.Optional(Type.String({ format: 'date' })),
  story: Type.Optional(Type.String({ maxLength: 4000 })),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  frame: Type.Optional(Type.Object({ wood: Type.String() })),
  sold: Type.Optional(Type.Integer({ maximum: 40 })),
  picture: Type.Optional(Type.String({ readOnly: true })),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', format: 'country' })),
  speech: Type.Optional(Type.String({ format: 'language' })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', format: 'currency' })),
  zone: Type.Optional(Type.String({ format: 'time-zone' })),
})

export function register_resources(registry) {
  screens(registry, 'tours', (resource) => resource.form((form) => form.fields((field) => [field.tabs(parts(field))]))
    .infolist((list) => list.entries((entry) => [entry.tabs([entry.section('Tour', [entry.text('name'), entry.number('seats')]),
      entry.section('Guide', [entry.text('guide')]), entry.section('Remarks', [entry.text('notes')])])])))
  screens(registry, 'trips', (resource) => resource.form((form) => form.fields((field) => [field.steps(parts(field))])))
  register_resource(registry, 'operations', 'gallery', (resource) => resource
    .record(Work).id('works').title('Works').api_base('/api/v1/gallery').module_path('works')
    .record_title_attribute('title')
    .table((table) => table.create().columns((column) => [
      column.text('title'), column.image('picture'), column.link('email').copyable(), column.link('phone'),
      column.icon('channel', { mail: 'mail', phone: 'phone' }, { colors: { mail: 'blue' }, labels: { mail: 'By letter' } }),
      column.progress('sold'), column.color('color'), column.json('frame'), column.tags('days'), column.text('country'),
    ]))
    .form((form) => form.fields((field) => [
      field.text('title'),
      field.grid(3, [field.email('email'), field.phone('phone'), field.url('site')]),
      field.secret('pin'),
      field.grid(2, [field.radio('channel').options({ mail: 'By letter', phone: 'By phone' }),
        field.checkboxes('days').options({ mo: 'Monday', tu: 'Tuesday', we: 'Wednesday' })]),
      field.radio('light'),
      field.multi_select('rooms').options({ 1: 'Hall', 2: 'Tower', 3: 'Cellar' }),
      field.checkbox('is_insured'),
      field.color('color'),
      field.date_range('from', 'until'),
      field.markdown('story'),
      field.key_value('labels').labels('Language', 'Title'),
      field.json('frame'),
      field.number('sold'),
      field.grid(2, [field.country('country'), field.language('speech'), field.currency('currency'), field.zone('zone')]),
    ]))
    .infolist((list) => list.entries((entry) => [
      entry.image('picture'), entry.link('site'), entry.link('email').copyable(), entry.progress('sold', { max: 100 }),
      entry.icon('is_insured', { true: 'shield', false: 'ban' }, { labels: { true: 'Insured', false: 'Not insured' } }),
      entry.color('color'), entry.markdown('story'), entry.json('labels'), entry.code('phone'),
      entry.text('country'), entry.text('speech'), entry.text('currency'), entry.text('zone'),
    ])))
}

const Tour = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 2 }),
  guide: Type.String({ minLength: 2 }),
  seats: Type.Integer({ minimum: 1, maximum: 20 }),
  notes: Type.Optional(Type.String()),
})
const screens = (registry, id, make) => register_resource(registry, 'operations', 'gallery', (resource) => make(resource
  .record(Tour).id(id).title(id[0].toUpperCase() + id.slice(1)).api_base('/api/v1/gallery').module_path(id)
  .record_title_attribute('name').table((table) => table.create().columns((column) => [
    column.text('name'), column.number('seats').summarize('sum'), column.number('id').label('Number')]))))
const parts = (field) => [field.section('Tour', [field.text('name'), field.number('seats')]), field.section('Guide', [field.text('guide')])]

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="teal"/></svg>'

export function register_routes(routes) {
  for (const id of ['tours', 'trips']) routes.records('/' + id + '/{id}', array_store([{ id: 1, name: 'Dawn', guide: 'Grace', seats: 4 }], Tour))
  routes.records('/works/{id}', array_store([
    { id: 1, title: 'Lake', email: 'ada@example.com', phone: '+44 20 7946 0958', site: 'https://example.com/lake', channel: 'mail',
      light: 'day', days: ['mo'], is_insured: true, color: '#3b82f6', sold: 10, frame: { wood: 'oak' }, labels: { de: 'See' },
      story: 'A **lake** in the morning.\\n\\n- calm\\n- cold', picture: '/api/v1/gallery/pictures/1' },
    { id: 2, title: 'Trick', phone: 'javascript:alert(1)', light: 'day', is_insured: false, picture: 'https://elsewhere.example/a.png' },
  ], Work))
  routes.get('/pictures/{id}', { summary: 'Get a picture', raw: true }, (call, koa) => {
    koa.type = 'image/svg+xml'
    koa.body = PICTURE
  })
}
`
