import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `desk` whose actions have forms: on a ticket, on the list, and on the notes below a ticket. */
export function askingPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'desk', atrium: { id: 'desk', title: 'Desk' } }),
      'src/index.ts': source,
    },
    { name: 'desk' },
  )
}

const source = `
import { ApiError, array_store, created, invalid_values, register_resource, Type } from '@atrium/sdk'

const Ticket = Type.Object({
  id: Type.Integer({ readOnly: true }),
  subject: Type.String({ minLength: 1, maxLength: 80 }),
  status: Type.Enum(['open', 'closed'], { default: 'open' }),
  closed_by: Type.Optional(Type.String()),
})
const Note = Type.Object({ id: Type.Integer({ readOnly: true }), ticket_id: Type.Integer(), text: Type.String({ maxLength: 500 }) })
const Closing = Type.Object({
  by: Type.Enum(['staff', 'client'], { default: 'staff' }),
  reason: Type.String({ minLength: 3, maxLength: 500 }),
  receipt: Type.Optional(Type.String({ maxLength: 20 })),
})
const Text = Type.Object({ text: Type.String({ minLength: 1, maxLength: 500 }) })
const Picture = Type.Object({ file: Type.String({ format: 'binary' }), title: Type.Optional(Type.String()), is_private: Type.Boolean({ default: false }) })

const tickets = array_store([], Ticket, { sort: ['subject'], filter: ['status'], search: ['subject'] })
const notes = array_store([], Note, { filter: ['ticket_id'] })

export function register_resources(registry) {
  register_resource(registry, 'operations', 'desk', (resource) => resource
    .record(Ticket).id('tickets').title('Tickets').api_base('/api/v1/desk').record_title_attribute('subject')
    .table((table) => table
      .columns((column) => [column.text('subject'), column.badge('status')])
      .actions((action) => [
        action.row('close').patch('/tickets/{id}/close').icon('x').color('red').confirm('What is closed stays closed.')
          .visible_when('status', { const: 'open' })
          .form(Closing, (form) => form.fields((field) => [
            field.textarea('reason'),
            field.select('by'),
            field.text('receipt').visible_when('by', { const: 'client' }).required_when('by', { const: 'client' }),
          ])),
        action.row('rename').patch('/tickets/{id}').form(Ticket, (form) => form.fields((field) => [field.text('subject')])),
        action.header('hand-in').post('/tickets/hand-in').form(Text),
        action.header('picture').post('/pictures')
          .form(Picture, (form) => form.fields((field) => [field.file('file'), field.text('title'), field.toggle('is_private')])),
      ]))
    .infolist()
    .relation((relation) => relation.id('notes').record(Note).record_title_attribute('text').list_path('/notes?ticket_id={id}')
      .table((table) => table.actions((action) => [
        action.header('add-note').post('/tickets/{parent_id}/notes').form(Text),
        action.row('correct').patch('/tickets/{parent_id}/notes/{id}').form(Text),
      ]))))
}

let received = { runs: 0 }

export function register_routes(routes) {
  routes
    .records('/tickets/{id}', tickets)
    .records('/notes/{id}', notes)
    .patch('/tickets/{id}/close', { permission: 'desk.tickets.close', body: Closing }, ({ params, body, headers }) => {
      if (body.reason === 'No reason') throw invalid_values([{ pointer: '/reason', message: 'Give a reason' }])
      if (body.reason === 'Not now') throw new ApiError('ticket_busy', { status: 409, detail: 'The ticket is being worked at.', title: 'Busy', allowed: [] })
      return tickets.update(params.id, { status: 'closed', closed_by: body.by }, { if_match: headers['if-match'] })
    })
    .post('/tickets/hand-in', { permission: 'desk.tickets.create', body: Text }, async ({ body, headers }) => {
      received = { runs: received.runs + 1, key: headers['idempotency-key'] }
      return created(await tickets.create({ subject: body.text, status: 'open' }))
    })
    .post('/tickets/{id}/notes', { permission: 'desk.notes.create', body: Text }, async ({ params, body }) =>
      created(await notes.create({ ticket_id: Number(params.id), ...body })))
    .patch('/tickets/{id}/notes/{note_id}', { permission: 'desk.notes.update', body: Text }, async ({ params, body }) =>
      notes.update(params.note_id, { text: body.text + ' (' + params.id + ')' }))
    .get('/received', { permission: 'desk.tickets.view' }, () => received)
    .post('/pictures', { raw: true, transaction: false, permission: 'desk.pictures.create', multipart: Picture }, async (call, koa) => {
      const chunks = []
      for await (const chunk of koa.req) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString('latin1')
      received = { runs: received.runs + 1, parts: [...text.matchAll(/name="(\\w+)"(?:; filename="([^"]+)")?/g)].map((match) => match.slice(1).filter(Boolean).join(' ')), bytes: text.length }
      return created({ id: 1 })
    })
}
`
