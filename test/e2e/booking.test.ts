import path from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { smallTargets } from './small-targets.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

describe('the screens of booking', () => {
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  let practice: Practice
  let id: number
  const tomorrow = ahead(1)
  before(async () => {
    practice = new Practice(shell.host)
    const service_id = await practice.service({ name: 'Massage' })
    const specialist_id = await practice.specialist({ service_id, name: 'Ada Ardent' })
    const client_id = await practice.client()
    id = await practice.make('/bookings', { service_id, specialist_id, client_id, starts_at: tomorrow })
    const haircut = await practice.service({ name: 'Haircut' })
    await practice.specialist({ service_id: haircut, name: 'Cy Barber', zone: 'Asia/Tokyo' })
  })

  it('list client, specialist and service of each booking', async () => {
    const page = await shell.open('/operations/bookings')
    const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
    for (const name of ['Massage', 'Ada Ardent', 'Pending']) await row.getByText(name).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('filter the list by a client found by name, and keep the filter in the address', async () => {
    const other = await practice.client({ given_name: 'Mary', family_name: 'Seacole' })
    const page = await shell.open('/operations/bookings')
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    for (const escape of [true, false]) {
      await filter.click()
      await page.getByRole('menuitem', { name: 'Client' }).click()
      await page.getByRole('dialog', { name: 'Client' }).getByRole('combobox').first().waitFor()
      // Escape closes the inputs only from within.
      await page.getByRole('dialog', { name: 'Client' }).locator(':focus').waitFor()
      if (escape) await page.keyboard.press('Escape')
      if (escape) await filter.and(page.locator(':focus')).waitFor()
    }
    const client = page.getByRole('dialog', { name: 'Client' }).getByRole('combobox', { name: 'Client', exact: true })
    await client.fill('seac')
    await page.getByRole('option', { name: 'Mary Seacole' }).click()
    await page.getByText('Nothing matches').waitFor()
    expect(new URL(page.url()).searchParams.get('client_id')).to.equal(String(other))
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Client is Mary Seacole' }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Client' }).click()
    await page.getByRole('row').filter({ hasText: 'Grace Hopper' }).waitFor()
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

  it('choose weekly hours: every second week, on some days, with times typed in short', async () => {
    const service_id = await practice.service({ name: 'Massage' })
    const specialist_id = await practice.specialist({ service_id, name: 'Bo Part-time', hours: false })
    const page = await shell.open(`/operations/hours/create?specialist_id=${specialist_id}`)
    await page.getByLabel('Every').fill('2')
    await page.getByRole('checkbox', { name: 'Wednesday' }).check()
    await page.getByRole('checkbox', { name: 'Monday' }).check()
    await page.getByText('Every 2 weeks on Mon, Wed').waitFor()
    await page.getByLabel('Opens').fill('9')
    await page.getByLabel('Closes').fill('5:30 pm')
    await page.getByLabel('Starts on').fill('2026-01-05')
    expect(await page.getByLabel('Opens').inputValue()).to.equal('09:00')
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/operations\/hours\/\d+/)
    const { body } = await practice.ask<object[]>('GET', `/hours?specialist_id=${specialist_id}`)
    expect(body[0]).to.deep.include({ rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE', opens: '09:00', closes: '17:30' })
  })

  it('keep a rule as text that has parts which cannot be chosen', async () => {
    const page = await shell.open('/operations/hours/create')
    await page.getByRole('button', { name: 'Enter as text' }).click()
    const text = page.getByLabel('Days as text')
    await text.fill('FREQ=WEEKLY;WKST=SU;BYDAY=MO')
    expect(await page.getByRole('checkbox', { name: 'Monday' }).count()).to.equal(0)
    await text.fill('FREQ=WEEKLY;BYDAY=MO')
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    expect(await page.getByRole('checkbox', { name: 'Monday' }).isChecked()).to.equal(true)
  })

  it('say how a series repeats and ends', async () => {
    const page = await shell.open('/operations/series/create')
    await page.getByRole('combobox', { name: 'How often' }).click()
    await page.getByRole('option', { name: 'Monthly' }).click()
    await page.getByText('Every month, 10 times').waitFor()
    await page.getByRole('combobox', { name: 'On', exact: true }).fill('last fri')
    await page.getByRole('option', { name: 'Last Friday' }).click()
    await page.getByText('Every month on the last Fri, 10 times').waitFor()
    await page.getByRole('combobox', { name: 'Ends' }).click()
    await page.getByRole('option', { name: 'On a day' }).waitFor()
    expect(await page.getByRole('option').allTextContents()).to.deep.equal(['After a number of times', 'On a day'])
    await page.getByRole('option', { name: 'On a day' }).click()
    await page.getByText(/Every month on the last Fri, until .+ 20\d\d/).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('say in view, and at its field, which dates of a series are not available', async () => {
    await practice.client({ given_name: 'Sofia', family_name: 'Kovalevskaya' })
    const service_id = await practice.service({ name: 'Physiotherapy' })
    const specialist_id = await practice.specialist({ service_id, name: 'Dee Dentist' })
    await practice.make('/exceptions', { specialist_id, starts_at: ahead(3), ends_at: ahead(5) })
    const page = await shell.open('/operations/series/create', { timezoneId: 'UTC' })
    for (const [label, name] of [
      ['Client', 'Sofia Kovalevskaya'],
      ['Service', 'Physiotherapy'],
      ['Specialist', 'Dee Dentist'],
      ['How often', 'Daily'],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.locator('input[name=starts_at]').first().check()
    await page.getByRole('button', { name: 'Create' }).click()
    const banner = page.getByText(/^Nothing was booked: \d of 10 dates are not available \([A-Z][a-z]+ \d+, \d{4}, /)
    await until('the message is in view', async () => {
      const box = await banner.boundingBox()
      return box !== null && box.y >= 0
    })
    await page
      .getByText(/^[A-Z][a-z]+ \d+, \d{4}, \d+:\d\d [AP]M: The specialist is not available at that time$/)
      .waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('describe a recurrence rule in words, in the list and while it is typed', async () => {
    const page = await shell.open('/operations/hours')
    await page.getByRole('row').filter({ hasText: 'Ada Ardent' }).getByText('Every Mon – Sun').waitFor()
    await page.getByRole('link', { name: /^New/ }).click()
    await page.getByRole('button', { name: 'Enter as text' }).click()
    await page.getByLabel('Days as text').fill('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE')
    await page.getByText('Every 2 weeks on Mon, Wed').waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('book step by step: service, specialist, free time', async () => {
    await practice.client({ given_name: 'Alan', family_name: 'Turing' })
    const page = await shell.open('/operations/bookings/create', {
      timezoneId: 'UTC',
      viewport: { width: 360, height: 1200 },
      hasTouch: true,
      isMobile: true,
    })
    const choose = async (label: string, name: string) => {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name }).click()
    }
    const specialist = page.getByRole('combobox', { name: 'Specialist' })
    expect(await specialist.isDisabled()).to.equal(true)
    expect(await specialist.getAttribute('placeholder')).to.equal('Choose Service first')
    await choose('Client', 'Alan Turing')
    await choose('Service', 'Haircut')
    await page.getByRole('radio', { name: 'Asia/Tokyo' }).waitFor()
    await specialist.click()
    await page.getByRole('option', { name: 'Cy Barber' }).waitFor()
    expect(await page.getByRole('option', { name: 'Ada Ardent' }).count()).to.equal(0)
    await page.getByRole('option', { name: 'Cy Barber' }).click()
    await page.getByRole('radio', { name: 'Asia/Tokyo' }).check()
    await chooseTomorrow(page, 'Asia/Tokyo')
    const times = page.getByRole('radio', { name: '10:00 AM' })
    await times.check()
    await times.press('ArrowRight')
    expect(await page.getByRole('radio', { name: '11:00 AM' }).isChecked()).to.equal(true)
    await page.getByText(/Chosen: .* 11:00/).waitFor()
    expect(await smallTargets(page)).to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
    expect(await violations(page)).to.deep.equal([])
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/bookings')),
      page.getByRole('button', { name: 'Create' }).click(),
    ])
    expect((request.postDataJSON() as { starts_at: string }).starts_at).to.match(/T02:00:00.000Z$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForURL(/operations\/bookings\/\d+$/)
  })

  it('offer the times of all specialists, and fill in the one whose time is chosen', async () => {
    const service_id = await practice.service({ name: 'Manicure' })
    await practice.specialist({
      service_id,
      name: 'Early Bird',
      zone: 'UTC',
      hours: { opens: '06:00', closes: '08:00' },
    })
    await practice.specialist({
      service_id,
      name: 'Night Owl',
      zone: 'UTC',
      hours: { opens: '19:00', closes: '21:00' },
    })
    const page = await shell.open('/operations/bookings/create', { timezoneId: 'UTC' })
    const choose = async (label: string, name: string) => {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name }).click()
    }
    const specialist = page.getByRole('combobox', { name: 'Specialist' })
    const isChosen = (name: string) => until(name, async () => (await specialist.inputValue()) === name)
    await choose('Client', 'Alan Turing')
    await choose('Service', 'Manicure')
    await chooseTomorrow(page, 'UTC')
    await page.getByRole('radio', { name: '6:00 AM' }).check()
    await isChosen('Early Bird')
    await page.getByRole('radio', { name: '7:00 PM' }).check()
    await isChosen('Night Owl')
    expect(await violations(page)).to.deep.equal([])
    await choose('Specialist', 'Early Bird')
    await page.getByRole('radio', { name: '7:00 PM' }).waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: '6:00 AM' }).check()
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/bookings')),
      page.getByRole('button', { name: 'Create' }).click(),
    ])
    expect((request.postDataJSON() as { starts_at: string }).starts_at).to.match(/T06:00:00.000Z$/)
    await page.waitForURL(/operations\/bookings\/\d+$/)
  })

  it('keep the day that was clicked in the agenda if its time is not free, and name that time', async () => {
    const at = ahead(2, '12:00')
    const page = await shell.open(`/operations/bookings/create?starts_at=${at}`, { timezoneId: 'UTC' })
    await page.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Manicure' }).click()
    const lost = page.getByText(/12:00.PM is not free\. Choose another time\./)
    await lost.and(page.getByRole('status')).waitFor()
    const chosenDays = page.locator('td [data-selected]')
    expect(await chosenDays.count(), 'no day is chosen without a time').to.equal(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).to.deep.equal([])
    }
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('[data-invalid=list]').and(lost).waitFor()
    expect(await lost.count(), 'it is said once').to.equal(1)
    const title = new Date(at).toLocaleDateString('en', {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    })
    await page.getByRole('group', { name: title }).getByRole('radio', { name: '6:00 AM' }).check()
    await lost.waitFor({ state: 'detached' })
    expect(await chosenDays.count()).to.equal(1)
  })

  it('go on to the next month when it has begun in the chosen time zone', async () => {
    const service_id = await practice.service({ name: 'Shave' })
    await practice.specialist({ service_id, name: 'Di Tonsor', zone: 'Asia/Tokyo' })
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    const now = new Date()
    const lastEvening = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 0, 20))
    await page.clock.setFixedTime(lastEvening)
    await page.goto('/operations/bookings/create')
    for (const [label, name] of [
      ['Service', 'Shave'],
      ['Specialist', 'Di Tonsor'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name }).click()
    }
    await page.getByRole('radio', { name: 'Asia/Tokyo' }).check()
    const firstDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
    const title = firstDay.toLocaleDateString('en', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
    const times = page.getByRole('group', { name: title })
    await times.getByRole('radio', { name: '10:00 AM' }).waitFor()
    expect(await page.getByText('No free times in this month').count()).to.equal(0)
  })

  it('offer the time of the booking itself, and ask for the specialist again when the service changes', async () => {
    const page = await shell.open(`/operations/bookings/${id}/edit`, { timezoneId: 'UTC', colorScheme: 'dark' })
    await page.getByText(/^Chosen: /).waitFor()
    await page.locator('input[name="starts_at"]:checked').waitFor({ state: 'attached' })
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Haircut' }).click()
    await page.getByRole('radio', { name: 'Asia/Tokyo' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Specialist is required').waitFor()
    expect(await page.getByRole('combobox', { name: 'Specialist' }).inputValue()).to.equal('')
  })

  it('accept a time that is not offered, on request', async () => {
    const page = await shell.open(`/operations/bookings/${id}/edit`)
    await page.getByRole('button', { name: 'Another time' }).click()
    await page.getByLabel('When *').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Choose a free time' }).click()
    await page.getByText(/^Chosen: /).waitFor()
  })

  it('confirm and cancel a booking, and then offer neither action', async () => {
    const page = await shell.open(`/operations/bookings/${id}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Confirmed').first().waitFor()
    const status = async () => (await practice.ask('GET', `/bookings/${id}`)).body.status
    expect(await status()).to.equal('confirmed')
    await page.goto('/operations/bookings?status=confirmed')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
    await page.getByText('Nothing matches').waitFor()
    expect(await status()).to.equal('cancelled')
    await page.goto(`/operations/bookings/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Confirm' }).count()).to.equal(0)
    expect(await violations(page)).to.deep.equal([])
  })
})

/**
 * Chooses tomorrow's day in the calendar: some hours of today are always in the past. In the evening before a new month, the calendar may go on to
 * that month by itself, so its month is only right once it offers times.
 */
async function chooseTomorrow(page: Page, timeZone: string): Promise<void> {
  const instant = new Date(Date.now() + 24 * 3_600_000)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(instant)
  const button = page.getByRole('button', { name: day, exact: true })
  const later = page.getByRole('button', { name: 'Later' })
  // The time zones are there earlier, as radio buttons, too.
  await page.locator('input[name=starts_at]').first().waitFor({ state: 'attached' })
  if ((await button.count()) === 0) await later.click()
  await button.click()
}
