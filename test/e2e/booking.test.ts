import { expect } from 'chai'
import path from 'node:path'
import { ahead } from '../../plugins/booking/test/suites/describe-bookings.ts'
import { Practice } from '../../plugins/booking/test/suites/practice.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

describe('the screens of booking', function () {
  this.timeout(90_000)
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  let practice: Practice
  let id: number
  before(async () => {
    practice = new Practice(shell.host)
    const service_id = await practice.service({ name: 'Massage' })
    const specialist_id = await practice.specialist({ service_id, name: 'Ada Ardent' })
    const client_id = await practice.client()
    id = await practice.make('/bookings', { service_id, specialist_id, client_id, starts_at: ahead(1) })
  })

  it('list who is booked with whom for what', async () => {
    const page = await shell.open('/operations/bookings')
    const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
    for (const name of ['Massage', 'Ada Ardent', 'Pending']) await row.getByText(name).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('choose client, service and specialist by their names', async () => {
    const page = await shell.open(`/operations/bookings/${id}/edit`)
    for (const [label, name] of [
      ['Client', 'Grace Hopper'],
      ['Service', 'Massage'],
      ['Specialist', 'Ada Ardent'],
    ] as const) {
      const field = page.getByRole('combobox', { name: label })
      await field.click()
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.press('Escape')
    }
    await page.getByLabel('Notes').fill('By the window')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/operations/bookings/${id}`)
    await page.getByText('By the window').waitFor()
    expect((await practice.ask('GET', `/bookings/${id}`)).body).to.include({
      notes: 'By the window',
      status: 'pending',
    })
  })

  it('say in words what a rule of weekly hours means, in the list and while it is typed', async () => {
    const page = await shell.open('/operations/hours')
    await page.getByRole('row').filter({ hasText: 'Ada Ardent' }).getByText('Every Mon – Sun').waitFor()
    await page.getByRole('link', { name: /^New/ }).click()
    await page.getByLabel('Days').fill('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE')
    await page.getByText('Every 2 weeks on Mon, Wed').waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('show bookings in the calendar, which leads to them', async () => {
    const page = await shell.open(`/operations/agenda?_date=${ahead(1).slice(0, 10)}`, { timezoneId: 'UTC' })
    const entry = page.getByRole('link', { name: /Grace Hopper/ })
    await entry.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await entry.click()
    await page.waitForURL(`**/operations/bookings/${id}`)
  })

  it('confirm and cancel a booking, and then offer neither', async () => {
    const page = await shell.open(`/operations/bookings/${id}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Confirmed').first().waitFor()
    const status = async () => (await practice.ask('GET', `/bookings/${id}`)).body.status
    expect(await status()).to.equal('confirmed')
    await page.goto('/operations/bookings?status=confirmed')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
    await page.getByText('Nothing matches').waitFor()
    expect(await status()).to.equal('cancelled')
    await page.goto(`/operations/bookings/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).count()).to.equal(0)
    expect(await violations(page)).to.deep.equal([])
  })
})
