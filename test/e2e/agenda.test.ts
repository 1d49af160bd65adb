import path from 'node:path'
import { expect } from 'chai'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { isQuiet, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

describe('the bookings of an agenda', () => {
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
  })

  it('book and confirm in a dialog over the agenda, and take both back one after the other', async () => {
    await practice.client({ given_name: 'Edith', family_name: 'Clarke' })
    await practice.service({ name: 'Mud bath' })
    const facial = await practice.service({ name: 'Facial' })
    const hours = { opens: '09:00', closes: '15:00' }
    await practice.specialist({ service_id: facial, name: 'Ina Ray', zone: 'UTC', hours })
    const ola = await practice.specialist({ service_id: facial, name: 'Ola Lux', zone: 'UTC' })
    await practice.make('/offers', { specialist_id: ola, service_id: await practice.service({ name: 'Peeling' }) })
    const at = ahead(3, '12:00')
    const page = await shell.open(`/operations/agenda?_view=resource&_date=${at.slice(0, 10)}`, { timezoneId: 'UTC' })
    await page.locator(`button[aria-label*="Ina Ray ${at.slice(0, 10)} 12:00"]`).click()
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    const choose = async (label: string, name: string) => {
      await dialog.getByRole('combobox', { name: label }).fill(name)
      await page.getByRole('option', { name }).click()
    }
    await dialog.getByText(/^Chosen: .* 12:00.PM · Choose Service first/).waitFor()
    await choose('Client', 'Edith Clarke')
    await choose('Service', 'Mud bath')
    await dialog.getByText('Not offered here: Ina Ray').waitFor()
    await dialog.getByText(/12:00.PM is not free\. Choose another time\./).waitFor()
    await choose('Service', 'Peeling')
    const specialist = dialog.getByRole('combobox', { name: 'Specialist' })
    await dialog.getByRole('radio', { name: '12:00 PM', checked: true }).waitFor()
    expect(await specialist.inputValue(), 'nobody else takes the place').to.equal('')
    await choose('Service', 'Facial')
    await until('the specialist of the slot', async () => (await specialist.inputValue()) === 'Ina Ray')
    await dialog.getByRole('radio', { name: '12:00 PM', checked: true }).waitFor()
    await dialog.getByRole('radio', { name: '5:00 AM' }).waitFor({ state: 'detached' })
    expect(await violations(page)).to.deep.equal([])
    const letGo = await holdBack(page, 'POST', '/api/v1/booking/bookings')
    await dialog.getByRole('button', { name: 'Book and confirm' }).click()
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) await leave()
    await dialog.waitFor()
    await letGo()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Booking confirmed: “.+ · Edith Clarke · Facial”$/).waitFor()
    await page.getByText('Booking created').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Edith Clarke/ }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('_date')]).to.deep.equal(['/operations/agenda', at.slice(0, 10)])
    const booked = async () => {
      const { body } = await practice.ask<{ status: string }[]>('GET', `/bookings?starts_at=${at}`)
      return body.map(({ status }) => status)
    }
    expect(await booked()).to.deep.equal(['confirmed'])
    for (const status of ['pending', 'cancelled']) {
      await page.keyboard.press('ControlOrMeta+z')
      await until(`the booking is ${status}`, async () => (await booked())[0] === status)
    }
  })

  it('get what is typed while their form is still being loaded, which no key presses or closes', async () => {
    await practice.client({ given_name: 'Emmy', family_name: 'Noether' })
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    const letGo = await holdBack(page, 'GET', '/create-dialog*.js')
    await page.goto(`/operations/agenda?_view=resource&_date=${tomorrow.slice(0, 10)}`)
    const slot = page.locator(`button[aria-label*="Ada Ardent ${tomorrow.slice(0, 10)} 15:00"]`)
    await slot.click()
    await page.waitForURL(/_new=/)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('_new'))
    await page.evaluate(
      `window.focused = []; addEventListener('focusin', ({ target }) => focused.push(target.className))`,
    )
    await slot.click()
    await page.keyboard.type('Emmyx')
    for (const key of ['Backspace', 'Enter', 'Space']) await page.keyboard.press(key)
    await letGo()
    const client = page.getByRole('dialog', { name: 'New booking' }).getByRole('combobox', { name: 'Client' })
    await client.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Noe')
    await page.getByRole('option', { name: 'Emmy Noether' }).waitFor()
    expect(await client.inputValue()).to.equal('Emmy Noe')
    expect(await page.evaluate('focused.join()'), 'no button has had the focus').not.to.contain('Modal-close')
    await page.getByRole('option', { name: 'Emmy Noether' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await client.waitFor({ state: 'detached' })
    await slot.click()
    await page.keyboard.type('Emmy')
    await page.getByRole('option', { name: 'Emmy Noether' }).waitFor()
    expect(await client.inputValue(), 'at the second opening').to.equal('Emmy')
  })

  it('open one form at a double click, and a double Escape leaves that form alone', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    const letGo = await holdBack(page, 'GET', '/create-dialog*.js')
    await page.goto('/operations/bookings')
    await page.getByRole('navigation').getByRole('link', { name: 'Agenda' }).click()
    const book = page.getByRole('link', { name: 'Book', exact: true })
    const client = page.getByRole('dialog', { name: 'New booking' }).getByRole('combobox', { name: 'Client' })
    await book.dblclick()
    await letGo()
    await client.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await client.waitFor({ state: 'detached' })
    await book.click()
    await client.and(page.locator(':focus')).waitFor()
    await page.evaluate(`for (const key of ['Escape', 'Escape'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`)
    await client.waitFor({ state: 'detached' })
    await isQuiet(page)
    expect(new URL(page.url()).pathname).to.equal('/operations/agenda')
  })

  it('have a form that is loaded before it is opened', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    const loaded = page.waitForResponse(/\/assets\/slot-field.*\.js/)
    await page.goto(`/operations/agenda?_view=resource&_date=${tomorrow.slice(0, 10)}`)
    await loaded
    await isQuiet(page)
    for (const late of ['**/assets/*.js', '**/api/v1/forms/*', '**/api/v1/ui/dashboards/*'])
      await page.route(late, () => undefined)
    await page.locator(`button[aria-label*="Ada Ardent ${tomorrow.slice(0, 10)} 15:00"]`).click()
    await page.getByRole('dialog', { name: 'New booking' }).getByRole('combobox', { name: 'Client' }).waitFor()
    await page.getByText(/^Chosen: .* 3:00.PM · Choose Service first/).waitFor()
  })

  it('are made by keyboard alone, on the visible day and for whom the agenda is filtered by', async () => {
    const service_id = await practice.service({ name: 'Sauna' })
    const uma = await practice.specialist({ service_id, name: 'Uma Warm', zone: 'UTC' })
    await practice.client({ given_name: 'Joan', family_name: 'Clarke' })
    const at = ahead(5, '10:00')
    const filtered = `/operations/agenda?_view=list&_date=${at.slice(0, 10)}&specialist_id=${uma}`
    const page = await shell.open(filtered, { timezoneId: 'UTC' })
    const press = async (keys: string) => {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
    }
    await page.getByRole('link', { name: 'Book', exact: true }).focus()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    await until('the specialist of the filter', async () => {
      return (await dialog.getByRole('combobox', { name: 'Specialist' }).inputValue()) === 'Uma Warm'
    })
    const choose = async (label: string, name: string) => {
      await dialog.getByRole('combobox', { name: label }).focus()
      await page.keyboard.type(name)
      await until('it is the first option', async () => {
        return (await page.getByRole('option').allTextContents()).join().startsWith(name)
      })
      await press('ArrowDown Enter')
    }
    await choose('Client', 'Joan Clarke')
    await choose('Service', 'Sauna')
    const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    const times = dialog.getByRole('group', { name: day.format(new Date(at)) })
    await times.getByRole('radio', { name: '10:00 AM' }).focus()
    await press('Space Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Booking created').waitFor()
    await page.getByRole('link', { name: 'Joan Clarke' }).waitFor()
    expect(page.url().endsWith(filtered)).to.equal(true)
    const { body } = await practice.ask<unknown[]>('GET', `/bookings?starts_at=${at}&specialist_id=${uma}`)
    expect(body).to.have.length(1)
  })

  it('are made for a day of the list by its own button, and a form that is left asks once', async () => {
    const service_id = await practice.service({ name: 'Steam bath' })
    const specialist_id = await practice.specialist({ service_id, name: 'Vera Vapour', zone: 'UTC' })
    const client_id = await practice.client({ given_name: 'Mary', family_name: 'Cartwright' })
    const at = ahead(6, '11:00')
    await practice.make('/bookings', { service_id, specialist_id, client_id, starts_at: at })
    const filtered = `/operations/agenda?_view=list&_date=${ahead(3, '00:00').slice(0, 10)}&specialist_id=${specialist_id}`
    const page = await shell.open(filtered, { timezoneId: 'UTC' })
    const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    await page.getByRole('button', { name: `Book: ${day.format(new Date(at))}` }).click()
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    await dialog.getByRole('combobox', { name: 'Service' }).fill('Steam')
    await page.getByRole('option', { name: 'Steam bath' }).click()
    await dialog.getByRole('group', { name: day.format(new Date(at)) }).waitFor()
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.waitFor()
    await page.goBack()
    await question.getByText('Your changes on this screen are not saved.').waitFor()
    await until('one question', async () => (await question.count()) === 1)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await dialog.getByRole('combobox', { name: 'Service' }).inputValue()).to.equal('Steam bath')
  })

  it('stand in an agenda that shows when nobody works, and is filtered by specialist', async () => {
    const service_id = await practice.service({ name: 'Nap' })
    const hours = { opens: '12:00', closes: '13:00' }
    const nora = await practice.specialist({ service_id, name: 'Nora Noon', zone: 'UTC', hours })
    const day = tomorrow.slice(0, 10)
    const page = await shell.open(`/operations/agenda?_view=resource&_date=${day}`, { timezoneId: 'UTC' })
    await page.getByRole('link', { name: /Grace Hopper/ }).waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Specialist' }).click()
    const dialog = page.getByRole('dialog', { name: 'Specialist' })
    await dialog.getByRole('combobox', { name: 'Specialist', exact: true }).fill('nora')
    await page.getByRole('option', { name: 'Nora Noon' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /Grace Hopper/ }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('specialist_id')).to.equal(String(nora))
    expect(await page.getByText('Ada Ardent').count(), 'only lines of those who are chosen').to.equal(0)
    const closed = page.locator('[data-closed]')
    await until('two closed times', async () => (await closed.count()) === 2)
    await page.getByRole('list', { name: 'Colours' }).getByText('Closed').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByText('Week', { exact: true }).click()
    await until('a week of closed times', async () => (await closed.count()) === 14)
    await page.getByRole('button', { name: 'Remove the filter Specialist' }).click()
    await page.getByRole('link', { name: /Grace Hopper/ }).waitFor()
    await closed.first().waitFor({ state: 'detached' })
  })

  it('stand in an agenda whose line of the present time names it', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    const halfPastEight = new Date()
    halfPastEight.setUTCHours(8, 30, 0)
    await page.clock.setFixedTime(halfPastEight)
    for (const view of ['day', 'resource']) {
      await page.goto(`/operations/agenda?_view=${view}`)
      await page.locator('[class*=urrentTimeIndicatorTimeBubble]').getByText('8:30 AM').waitFor()
    }
  })

  it('stand in an agenda in which the present time covers the label of no hour', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    const tenPastEight = new Date()
    tenPastEight.setUTCHours(8, 10, 0)
    await page.clock.setFixedTime(tenPastEight)
    const hours = page.locator('[class*=iewSlotLabel]')
    for (const view of ['day', 'week']) {
      await page.goto(`/operations/agenda?_view=${view}`)
      await page.locator('[class*=urrentTimeIndicatorTimeBubble]').getByText('8:10 AM').waitFor()
      await hours.getByText('7:00 AM').waitFor()
      expect(await hours.getByText('8:00 AM').count(), view).to.equal(0)
    }
    await page.goto('/operations/agenda?_view=day&_date=2030-01-01')
    await hours.getByText('8:00 AM').waitFor()
  })

  it('show bookings in the calendar, with links to them', async () => {
    const page = await shell.open(`/operations/agenda?_date=${tomorrow.slice(0, 10)}`, { timezoneId: 'UTC' })
    const entry = page.getByRole('link', { name: /Grace Hopper/ })
    await entry.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await entry.click()
    await page.waitForURL(`**/operations/bookings/${id}`)
  })
})
