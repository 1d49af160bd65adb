import { expect } from 'chai'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

/** Tickets that are closed one by one. The 20th refuses; the 550th waits until the test opens the gate. */
const SOURCE = `
import { ApiError, array_store, register_resource, Type } from '@atrium/sdk'
const Ticket = Type.Object({
  id: Type.Integer({ readOnly: true }),
  subject: Type.String(),
  team: Type.String({ default: 'none' }),
  status: Type.Enum(['open', 'closed'], { default: 'open' }),
})
const all = Array.from({ length: 600 }, (_, at) => ({ id: at + 1, subject: 'Ticket ' + (at + 1), team: 'none', status: 'open' }))
const tickets = array_store(all, Ticket, { sort: ['subject'], filter: ['status', 'team'], search: ['subject'] })

export function register_resources(registry) {
  register_resource(registry, 'operations', 'desk', (resource) => resource
    .record(Ticket).id('tickets').title('Tickets').api_base('/api/v1/desk').record_title_attribute('subject')
    .table((table) => table
      .columns((column) => [column.text('subject'), column.badge('status')])
      .actions((action) => [
        action.bulk('close').post('/tickets/close').icon('x').confirm('Close these tickets?'),
        action.bulk('open').post('/tickets/open'),
        action.bulk('assign').post('/tickets/assign').form(),
      ])))
}

export function register_routes(routes) {
  const change = (status) => async ({ params }) => {
    if (params.id === '20' && status === 'closed')
      throw new ApiError('ticket_busy', { status: 409, detail: 'Somebody is working on this ticket.' })
    if (params.id === '550') await globalThis.deskGate
    return tickets.update(params.id, { status })
  }
  routes
    .records('/tickets/{id}', tickets)
    .post('/tickets/{id}/close', { permission: 'desk.tickets.close', timeout_seconds: 3600 }, change('closed'))
    .bulk('/tickets/close', 'POST /tickets/{id}/close')
    // Without a transaction, because one that waits at the gate would keep the writer of SQLite, and nobody could stop the action.
    .post('/tickets/{id}/open', { permission: 'desk.tickets.open', timeout_seconds: 3600, transaction: false }, change('open'))
    .bulk('/tickets/open', 'POST /tickets/{id}/open')
    .post('/tickets/{id}/assign', { body: Type.Object({ team: Type.String({ minLength: 1 }) }) }, ({ params, body }) =>
      tickets.update(params.id, body))
    .bulk('/tickets/assign', 'POST /tickets/{id}/assign')
}
`

/** Closes the gate, and returns the function that opens it. */
function closeGate(): () => void {
  let open = () => {}
  Object.assign(globalThis, { deskGate: new Promise<void>((resolve) => (open = resolve)) })
  return open
}

describe('an action on more than 500 records', () => {
  const shell = useShell(async () => {
    const files = {
      'package.json': packageJson({ name: 'desk', atrium: { id: 'desk', title: 'Desk' } }),
      'src/index.ts': SOURCE,
    }
    const plugin = await createPluginDirectory(files, { name: 'desk' })
    return { plugins: [plugin.directory] }
  })
  const selectAll = async () => {
    const page = await shell.open('/operations/tickets')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 600 matching' }).click()
    return { page, bar: page.getByRole('region', { name: 'Selected records' }) }
  }
  const closed = async () =>
    Number((await shell.host.request('/api/v1/desk/tickets?status=closed')).headers.get('x-total-count'))

  it('shows its progress, also after a reload, and then its result', async () => {
    const openGate = closeGate()
    const { page, bar } = await selectAll()
    await bar.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    const strip = page.getByRole('region', { name: 'Close in the background' })
    await strip.getByText(/of 600, 1 refused$/).waitFor()
    expect(await bar.count()).to.equal(0)
    expect(await violations(page)).to.deep.equal([])
    await page.reload()
    await strip.getByText(/of 600, 1 refused$/).waitFor()
    openGate()
    const dialog = page.getByRole('dialog', { name: '599 done, 1 failed' })
    await dialog.getByText('Somebody is working on this ticket.').waitFor()
    await strip.waitFor({ state: 'detached' })
    expect(await closed()).to.equal(599)
  })

  it('asks for the body that each of them is sent, and keeps it for the background', async () => {
    const { page, bar } = await selectAll()
    await bar.getByRole('button', { name: 'Assign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('600 selected').waitFor()
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await dialog.getByText('Team is required').waitFor()
    await dialog.getByLabel('Team').fill('Night shift')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    const assigned = async () => {
      const { headers } = await shell.host.request('/api/v1/desk/tickets?team=Night%20shift')
      return Number(headers.get('x-total-count'))
    }
    await until('all are assigned', async () => (await assigned()) === 600)
    await page.getByText('Assigned: 600 records').waitFor()
  })

  it('can be stopped, and keeps what is done so far', async () => {
    const openGate = closeGate()
    const { page, bar } = await selectAll()
    await bar.getByRole('button', { name: 'Open' }).click()
    const strip = page.getByRole('region', { name: 'Open in the background' })
    await strip.getByText('549 of 600').waitFor()
    const stopped = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/cancel') && answer.ok(),
    )
    await strip.getByRole('button', { name: 'Stop' }).click()
    await stopped
    openGate()
    await page.getByText(/^Open: stopped after \d+ records?$/).waitFor()
    await strip.waitFor({ state: 'detached' })
    await until('fewer closed tickets', async () => (await closed()) < 599)
    expect(await closed()).to.be.greaterThan(0)
  })
})
