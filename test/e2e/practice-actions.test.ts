import { expect } from 'chai'
import path from 'node:path'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { findBySearch } from './find-by-search.ts'
import { holdBack } from './hold-back.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')
const CLIENTS = '/api/v1/clients/clients'
const YESTERDAY = ahead(-1).slice(0, 10)
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n')

describe('the actions of clients and booking', () => {
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  let practice: Practice
  before(() => (practice = new Practice(shell.host)))

  const booking = async () => {
    const service_id = await practice.service()
    const specialist_id = await practice.specialist({ service_id, name: 'Ada Ardent' })
    const client_id = await practice.client()
    return practice.make('/bookings', { service_id, specialist_id, client_id, starts_at: ahead(1) })
  }
  const read = async (at: string) => (await practice.ask('GET', at)).body

  it('cancel a booking, with a reason and on whose side', async () => {
    const id = await booking()
    const page = await shell.open(`/operations/bookings/${id}`)
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Cancelled by' }).click()
    await page.getByRole('option', { name: 'Client' }).click()
    await dialog.getByText('Grace Hopper · Massage').waitFor()
    await dialog.getByLabel('Reason').fill('Has a cold')
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Booking cancelled: “.+ · Grace Hopper · Massage”$/).waitFor()
    await page.getByText('Has a cold').first().waitFor()
    await page.keyboard.press('Control+k')
    await findBySearch(page, `#${id}`, page.getByRole('option', { name: 'Grace Hopper · Massage' }))
    const { status, cancelled_by, cancel_reason } = await read(`/bookings/${id}`)
    expect([status, cancelled_by, cancel_reason]).to.deep.equal(['cancelled', 'client', 'Has a cold'])
  })

  it('offer to complete a booking once it has begun, as what comes next, and no earlier', async () => {
    const id = await booking()
    await practice.ask('POST', `/bookings/${id}/confirm`)
    const page = await shell.open('about:blank')
    const actions = async (now: string) => {
      await page.clock.setFixedTime(now)
      await page.goto(`/operations/bookings/${id}`)
      await page.getByRole('button', { name: 'Reschedule' }).waitFor()
      const more = page.getByRole('button', { name: /^More actions/ })
      if (await more.isVisible()) await more.click()
      await page.getByText('Cancel booking').waitFor()
      const main = await page.locator('[data-screen=true] [data-variant=filled]').allInnerTexts()
      return { more: await page.getByRole('menuitem').allInnerTexts(), main }
    }
    expect(await actions(ahead(1, '09:59'))).to.deep.equal({ more: [], main: [] })
    expect(await actions(ahead(1, '10:01'))).to.deep.equal({
      more: ['Mark as no-show', 'Cancel booking'],
      main: ['Complete'],
    })
  })

  it('take what is typed while their form is still being loaded', async () => {
    const id = await booking()
    await practice.ask('POST', `/bookings/${id}/confirm`)
    const page = await shell.open(`/operations/bookings/${id}`)
    const letGo = await holdBack(page, 'GET', '/action-dialog*.js')
    await page.getByRole('button', { name: 'Cancel booking' }).click()
    await page.keyboard.type('Caller is')
    await letGo()
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await reason.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(' ill')
    expect(await reason.inputValue()).to.equal('Caller is ill')
    expect(await page.getByRole('combobox', { name: 'Cancelled by' }).inputValue()).to.equal('Practice')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect((await read(`/bookings/${id}`)).status).to.equal('confirmed')
  })

  it('cancel several bookings at once with one reason, which is where one types, and take it back as one', async () => {
    const ids = [await booking(), await booking()]
    const page = await shell.open('/operations/bookings?status=pending')
    await page.getByLabel('Select all on this page').check()
    await page
      .getByRole('region', { name: 'Selected records' })
      .getByRole('button', { name: 'Cancel bookings' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\d+ selected$/).waitFor()
    await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Closed for repairs')
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Cancel bookings' }).click()
    await dialog.waitFor({ state: 'detached' })
    const states = () => Promise.all(ids.map(async (id) => (await read(`/bookings/${id}`)).status))
    expect(await states()).to.deep.equal(['cancelled', 'cancelled'])
    expect((await read(`/bookings/${ids[0]}`)).cancel_reason).to.equal('Closed for repairs')
    await page.getByText(/^Bookings cancelled: \d+ records$/).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await until('both are pending again', async () => (await states()).every((status) => status === 'pending'))
  })

  it('are offered for several bookings if one of them suits, and sent for those alone', async () => {
    const id = await booking()
    await practice.ask('PATCH', `/bookings/${await booking()}/cancel`, {})
    const page = await shell.open('/operations/bookings')
    const bar = page.getByRole('region', { name: 'Selected records' })
    const offered = async () => (await bar.getByRole('button').allInnerTexts()).filter((text) => /^C/.test(text))
    const row = (status: string) => page.getByRole('row').filter({ hasText: status }).getByRole('checkbox').first()
    await row('Cancelled').check()
    await bar.getByText('1 selected').waitFor()
    expect(await offered()).to.deep.equal([])
    await row('Pending').check()
    await bar.getByText('2 selected').waitFor()
    expect(await offered()).to.deep.equal(['Confirm (1)', 'Cancel bookings (1)'])
    await bar.getByRole('button', { name: 'Confirm (1)' }).click()
    await page.getByText('Bookings confirmed: 1 record').waitFor()
    expect((await read(`/bookings/${id}`)).status).to.equal('confirmed')
    expect(await page.getByRole('dialog').count(), 'nothing has failed').to.equal(0)
  })

  it('offer to undo what was sent with a form: a cancellation by Ctrl+Z, a move in the toast', async () => {
    const id = await booking()
    const { starts_at } = await read(`/bookings/${id}`)
    const page = await shell.open(`/operations/bookings/${id}`, { timezoneId: 'UTC' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await page.getByText(/^Booking cancelled: /).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await until('the booking is pending', async () => (await read(`/bookings/${id}`)).status === 'pending')
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await dialog.getByRole('radio', { name: '11:00 AM' }).check()
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await page.getByText(/^Booking moved: “.+, 11:00 AM · /).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await until('it is at its first time', async () => (await read(`/bookings/${id}`)).starts_at === starts_at)
  })

  it('move a booking to another specialist and time, unless the time has just been taken', async () => {
    const id = await booking()
    const { service_id } = await read(`/bookings/${id}`)
    const specialist_id = await practice.specialist({ service_id: Number(service_id), name: 'Beth Busy' })
    const client_id = await practice.client()
    const page = await shell.open(`/operations/bookings/${id}`, { timezoneId: 'UTC' })
    await page.getByRole('button', { name: 'Reschedule' }).click()
    const dialog = page.getByRole('dialog')
    const specialist = dialog.getByRole('combobox', { name: 'Specialist' })
    await specialist.click()
    await page.getByRole('option', { name: 'Beth Busy' }).click()
    await dialog.getByRole('radio', { name: '11:00 AM' }).check()
    const starts_at = ahead(1, '11:00')
    const taken = await practice.make('/bookings', { service_id, specialist_id, client_id, starts_at })
    await dialog.getByText('It has just been taken.').waitFor()
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await specialist.inputValue()).to.equal('Beth Busy')
    expect(await violations(page)).to.deep.equal([])
    await practice.ask('PATCH', `/bookings/${taken}/cancel`, {})
    await dialog.getByRole('radio', { name: '11:00 AM', checked: true }).waitFor()
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await read(`/bookings/${id}`)).to.include({ specialist_id, starts_at })
  })

  it('ask nobody about what can be undone: the toast and Ctrl+Z take it back', async () => {
    const id = await practice.client({ given_name: 'Undone', family_name: 'Once' })
    const isArchived = async (expected: boolean) =>
      until(`archived: ${expected}`, async () => (await read(`${CLIENTS}/${id}`)).archived === expected)
    const archive = async () => {
      const page = await shell.open(`/operations/clients/${id}`)
      await page.getByRole('button', { name: /^More actions/ }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      await page.getByText('Client archived').first().waitFor()
      await isArchived(true)
      expect(await page.getByRole('dialog').count()).to.equal(0)
      return page
    }
    await (await archive()).getByRole('button', { name: 'Undo' }).first().click()
    await isArchived(false)
    const page = await archive()
    await page.keyboard.press('Control+z')
    await isArchived(false)
    await page.getByText('Undone: Client archived: “Undone Once').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor({ state: 'detached' })
  })

  it('offer to undo a new client and a confirmation', async () => {
    const id = await booking()
    const page = await shell.open(`/operations/bookings/${id}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Booking confirmed').first().waitFor()
    // The button that was pressed is gone, so the keyboard goes on from the heading.
    await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' })
    await page.locator('h1:focus').waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await until('the booking is pending', async () => (await read(`/bookings/${id}`)).status === 'pending')
    const form = await shell.open('/operations/clients/create')
    await form.getByLabel('Given name').fill('Typed')
    await form.getByLabel('Family name').fill('Twice')
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await form.getByText('Client created').first().waitFor()
    // Within the form, the keys would take back what was typed.
    await form.getByRole('heading', { level: 1, name: 'Typed Twice' }).waitFor()
    await form.keyboard.press('Control+z')
    await until('the client is archived', async () => {
      const { body } = await practice.ask<{ archived: boolean }[]>('GET', `${CLIENTS}?archived=true&q=Typed`)
      return body.length === 1
    })
  })

  it('merge two clients', async () => {
    const kept = await practice.client({ given_name: 'Ada', family_name: 'Lovelace', language: 'en-US' })
    const names = { given_name: 'Augusta', family_name: 'King' }
    const other = await practice.client({ ...names, email: 'ada@example.com', language: 'de' })
    await practice.client({ given_name: 'Mary', family_name: 'Somerville' })
    const page = await shell.open(`/operations/clients/${kept}`)
    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Merge with' }).fill('Augusta')
    await page.getByRole('option', { name: 'Augusta King ada@example.com' }).waitFor()
    expect(
      await page.getByRole('option', { name: 'New client…' }).count(),
      'a new client has nothing to merge',
    ).to.equal(0)
    await page.getByRole('option', { name: 'Augusta King ada@example.com' }).click()
    await dialog.getByText('ada@example.com').last().waitFor()
    const king = dialog.getByRole('radio', { name: 'Family name: King, of the other record' })
    await dialog.getByRole('radio', { name: 'Given name: Augusta, of the other record' }).check()
    await dialog.getByRole('radio', { name: 'Language: English (United States), of this record' }).waitFor()
    await dialog.getByRole('radio', { name: 'Language: German, of the other record' }).waitFor()
    await king.check()
    await dialog.getByRole('combobox', { name: 'Merge with' }).fill('Mary')
    await page.getByRole('option', { name: 'Mary Somerville' }).click()
    await dialog.getByRole('radio', { name: 'Family name: Somerville, of the other record' }).waitFor()
    expect(
      await dialog.getByRole('radio', { name: 'Given name: Ada, of this record' }).isChecked(),
      'the choice is forgotten with its record',
    ).to.equal(true)
    await dialog.getByRole('combobox', { name: 'Merge with' }).fill('Augusta')
    await page.getByRole('option', { name: 'Augusta King ada@example.com' }).click()
    await king.check()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await read(`${CLIENTS}/${kept}`)).to.include({ given_name: 'Ada', family_name: 'King' })
    expect(await read(`${CLIENTS}/${other}`)).to.include({ archived: true, merged_into: kept })
    const gone = await shell.open(`/operations/clients/${other}`)
    await gone.getByText('Merged into').waitFor()
    expect(await gone.getByRole('menuitem', { name: 'Restore' }).count()).to.equal(0)
    expect(await gone.getByRole('button', { name: 'Restore' }).count()).to.equal(0)
    await gone.getByRole('link', { name: 'Ada King' }).click()
    await gone.getByRole('heading', { name: 'Ada King' }).waitFor()
    await gone.getByText('Merged into').waitFor({ state: 'detached' })
  })

  it('show both values of a field beside each other on a phone, with dates on one line', async () => {
    const kept = await practice.client({ given_name: 'Emmy', family_name: 'Noether', birth_date: '1982-03-23' })
    await practice.client({ given_name: 'Amalie', family_name: 'Noether', birth_date: '1992-11-24' })
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const page = await shell.open(`/operations/clients/${kept}`, phone)
    await page.getByRole('button', { name: 'Merge' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Merge with' }).tap()
    await page.getByRole('option', { name: 'Amalie Noether' }).tap()
    const other = dialog.getByRole('radio', { name: /^Date of birth: .*1992, of the other record/ })
    await other.waitFor()
    const [date, own, theirs] = await Promise.all(
      [
        dialog.getByRole('cell').getByText('Nov 24, 1992', { exact: true }),
        dialog.getByRole('radio', { name: /^Date of birth: .*1982, of this record/ }),
        other,
      ].map((each) => each.boundingBox()),
    )
    expect(date?.height, 'the date is on one line').to.be.below(28)
    expect(own?.y, 'the values stand beside each other').to.equal(theirs?.y)
    expect(await violations(page)).to.deep.equal([])
  })

  it('follow an import above every screen until it has ended, and say once what failed', async () => {
    const form = new FormData()
    form.set('file', new Blob(['family_name,email\nFollowed,no\n'], { type: 'text/csv' }), 'list.csv')
    const sent = await shell.host.request('/api/v1/clients/imports', { method: 'POST', body: form })
    const { id } = (await sent.json()) as { id: number }
    await until('the end of the import', async () => (await read(`/api/v1/clients/imports/${id}`)).finished_at)
    const page = await shell.open('/operations/clients')
    let isOver = false
    let end = {}
    await page.route(`**/api/v1/clients/imports/${id}`, async (route) => {
      const response = await route.fetch()
      const { finished_at, ...record } = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: isOver ? { finished_at, ...record, ...end } : record })
    })
    const underWay = /clients\/imports\?status=waiting/
    await page.route(underWay, (route) => route.fulfill({ json: isOver ? [] : [{ id }] }))
    const go = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await go('Imports')
    const strip = page.getByRole('region', { name: 'Importing clients' })
    await strip.getByText('Importing clients: 1 of 1, 1 failed').waitFor()
    await go('Clients')
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
    await strip.getByRole('button', { name: 'Stop: Importing clients' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    isOver = true
    const dialog = page.getByRole('dialog', { name: '0 clients imported, 1 line failed' })
    await dialog.getByText('Line 2, email').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await Promise.all([page.waitForResponse(underWay), go('Imports')])
    await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    expect(await dialog.count()).to.equal(0)
    isOver = false
    end = { rows_failed: 0, status: 'failed', outcome: 'Import failed: the file is gone' }
    await page.reload()
    await strip.waitFor()
    isOver = true
    const failure = page.getByRole('alert').filter({ hasText: 'Import failed: the file is gone' })
    await failure.waitFor()
    expect(await failure.getAttribute('style')).to.include('red')
  })

  it('upload a document, on the view and the edit screen of a client, and report an invalid one', async () => {
    const type_id = await practice.make('/api/v1/clients/document-types', { title: 'Consent', required_for: 'both' })
    const client = await practice.client({ family_name: 'Hamilton' })
    const documents = async () =>
      (
        await practice.ask<{ type_id: number; name: string; issued_on: string }[]>(
          'GET',
          `${CLIENTS}/${client}/documents`,
        )
      ).body
    const page = await shell.open(`/operations/clients/${client}`)
    await page.getByRole('button', { name: 'Add document' }).click()
    const dialog = page.getByRole('dialog')
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles({
      name: 'consent.exe',
      mimeType: 'application/pdf',
      buffer: Buffer.from('MZ no document'),
    })
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Consent' }).click()
    await dialog.getByRole('button', { name: 'Add document' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await file.setInputFiles({ name: 'consent.pdf', mimeType: 'application/pdf', buffer: PDF })
    await dialog.getByLabel('Issued on').fill(YESTERDAY)
    await page.keyboard.press('Tab')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await dialog.getByRole('button', { name: 'Add document' }).click()
    expect(await (await sent).headerValue('idempotency-key')).to.match(/^[0-9a-f]{32}$/)
    await dialog.waitFor({ state: 'detached' })
    expect((await documents()).map(({ name, issued_on }) => [name, issued_on])).to.deep.equal([
      ['consent.pdf', YESTERDAY],
    ])

    await page.goto(`/operations/clients/${client}/edit`)
    await page.getByRole('row').filter({ hasText: 'consent.pdf' }).waitFor()
    await page.getByRole('button', { name: 'Add document' }).click()
    await file.setInputFiles({ name: 'consent-2.pdf', mimeType: 'application/pdf', buffer: PDF })
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Consent' }).click()
    await dialog.getByRole('button', { name: 'Add document' }).click()
    await page.getByRole('row').filter({ hasText: 'consent-2.pdf' }).waitFor()
    expect((await documents()).every((each) => each.type_id === type_id)).to.equal(true)
  })

  it('ask before a deletion only if it cannot be undone', async () => {
    await practice.make('/holidays', { name: 'Founders’ day', day: '2027-05-01' })
    const page = await shell.open('/operations/holidays')
    await page.getByRole('button', { name: 'Actions for Founders’ day' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Actions for Founders’ day' }).waitFor()

    // Their hours are deleted with them, and would not come back.
    const id = await practice.specialist({ name: 'Dora Deft' })
    await page.goto(`/operations/specialists/${id}`)
    const askToDelete = async () => {
      await page.getByRole('button', { name: /^More actions/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await askToDelete()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Delete this specialist?').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await practice.ask('GET', `/specialists/${id}`)).status).to.equal(200)
    await askToDelete()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/operations/specialists')
    expect((await practice.ask('GET', `/specialists/${id}`)).status).to.equal(404)
  })

  it('show a specialist with distinct lists', async () => {
    const service_id = await practice.service()
    const id = await practice.specialist({ service_id, name: 'Cleo Calm' })
    const page = await shell.open(`/operations/specialists/${id}`)
    await page.getByRole('heading', { name: 'Cleo Calm' }).waitFor()
    for (const name of ['Services', 'Weekly hours']) await page.getByRole('heading', { name, exact: true }).waitFor()
    // A short list beside a record has no pages, and is as wide as the record.
    await page.getByRole('link', { name: 'Cleo Calm' }).or(page.getByRole('cell')).first().waitFor()
    expect(await page.getByRole('navigation', { name: /^Pages of/ }).count()).to.equal(0)
    const blocks = await page.locator('[data-kind=view] > section').all()
    const widths = await Promise.all(blocks.map(async (block) => (await block.boundingBox())?.width))
    expect(new Set(widths)).to.have.property('size', 1)
    expect(await violations(page)).to.deep.equal([])
  })

  it('import clients from a file, after a dry run', async () => {
    const page = await shell.open('/operations/client-imports')
    await page.getByRole('button', { name: 'Import clients' }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from(
      'Prénom,Nom,Courriel\nMary,Jackson,mary@example.com\nDorothy,Vaughan,dorothy@example.com\n',
    )
    await dialog.locator('input[type=file]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
    await dialog.getByLabel('Dry run').check({ force: true })
    await dialog.getByRole('button', { name: 'Import clients' }).click()
    await dialog.getByText(/Map at least one of the columns/).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByLabel('Mapping').fill('{ "Prénom": "given_name", "Nom": "family_name", "Courriel": "email" }')
    await dialog.getByRole('button', { name: 'Import clients' }).click()
    await page.getByRole('link', { name: 'clients.csv' }).waitFor()
    const latest = '/api/v1/clients/imports?_sort=id&_order=DESC'
    await until('the import is through', async () => {
      const [last] = (await practice.ask<{ status: string }[]>('GET', latest)).body
      return last?.status === 'done'
    })
    const [tried] = (await practice.ask<object[]>('GET', latest)).body
    expect(tried).to.include({ dry_run: true, rows_created: 2, rows_failed: 0 })
  })
})
