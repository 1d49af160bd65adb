import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { useShell } from './use-shell.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

describe('The choice of a related record', () => {
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  let practice: Practice
  before(async () => {
    practice = new Practice(shell.host)
    const people = ['Priya Patel', 'Johanna Adler', 'Sophie Koch', 'Anna Maier', 'Anna Krause']
    for (const [given_name = '', family_name = ''] of people.map((name) => name.split(' ')))
      await practice.client({ given_name, family_name })
  })
  const openForm = async () => {
    const page = await shell.open('/operations/bookings/create')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.and(page.locator(':focus')).waitFor()
    const value = (name: string) => until(`${name} in the field`, async () => (await client.inputValue()) === name)
    return { page, client, value }
  }

  it('of a fast typist waits for what is found for the whole text, and sends no form', async () => {
    const { page, client, value } = await openForm()
    await client.press('ArrowDown')
    await page.getByRole('option', { name: 'Priya Patel' }).waitFor()
    await page.route('**/clients?*q=*', async (route) => {
      await pause(300)
      await route.continue()
    })
    await page.keyboard.type('sophie koch')
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    await value('Sophie Koch')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    expect(await page.getByText('is required').count()).to.equal(0)
  })

  it('offers first whose name begins with the text, and takes none of several for Enter', async () => {
    const { page, client, value } = await openForm()
    await page.keyboard.type('anna')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Anna Krause' }).waitFor()
    await page.getByRole('option', { name: /^New client/ }).waitFor()
    const names = await page.getByRole('option').allTextContents()
    expect(names.map((text) => text.split(' ')[0])).to.deep.equal(['Anna', 'Anna', 'Johanna', 'New'])
    expect(await client.inputValue()).to.equal('anna')
    expect(await page.getByText('is required').count()).to.equal(0)
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    await value('Anna Krause')
  })

  it('is corrected only by what is found for the new text', async () => {
    const { page, client, value } = await openForm()
    await page.keyboard.type('krause')
    await page.keyboard.press('Enter')
    await value('Anna Krause')
    await client.fill('zzzz')
    await page
      .getByRole('option', { name: /^New client/ })
      .getByText('Nothing found')
      .waitFor()
    expect(await page.getByRole('option', { name: 'Anna Krause' }).count()).to.equal(0)
    await client.fill('patel')
    await page.getByRole('option', { name: 'Priya Patel' }).waitFor()
    expect(await page.getByRole('option', { name: 'Anna Krause' }).count()).to.equal(0)
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    await value('Priya Patel')
    await client.fill('priya')
    await page.getByRole('option', { name: 'Priya Patel' }).click()
    await value('Priya Patel')
  })

  it('sends no form with an Enter in its open list, in which nothing is highlighted', async () => {
    const { page, client } = await openForm()
    await client.press('ArrowDown')
    await page.getByRole('option', { name: 'Priya Patel' }).waitFor()
    await client.press('Enter')
    await page.getByRole('option', { name: 'Priya Patel' }).waitFor()
    expect(await page.getByText('is required').count()).to.equal(0)
    await page.keyboard.press('Escape')
    await client.press('Enter')
    await page.getByText('Client is required').first().waitFor()
  })

  it('enters a missing record at Enter, if nothing is found', async () => {
    const { page } = await openForm()
    await page.keyboard.type('Hopper')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New client' })
    await dialog.getByLabel('Given name').and(page.locator(':focus')).waitFor()
    expect(await dialog.getByLabel('Family name').inputValue()).to.equal('Hopper')
  })

  it('keeps the focus when one goes on after a question, and when a filter gets another value', async () => {
    const page = await shell.open('/operations/agenda')
    await page.getByRole('link', { name: 'Book', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New booking' })
    const notes = form.getByRole('textbox', { name: 'Notes' })
    await form.getByRole('combobox', { name: 'Client' }).and(page.locator(':focus')).waitFor()
    await notes.fill('window seat')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    const keep = question.getByRole('button', { name: 'Keep editing' })
    await keep.press('Enter')
    await notes.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    // The question puts the focus there a moment after it is shown.
    await keep.and(page.locator(':focus')).waitFor()
    await question.getByRole('button', { name: 'Discard' }).press('Enter')
    await page.getByRole('link', { name: 'Book', exact: true }).and(page.locator(':focus')).waitFor()

    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Specialist' }).click()
    const service_id = await practice.service()
    await practice.specialist({ service_id, name: 'Fay Filter' })
    const dialog = page.getByRole('dialog', { name: 'Specialist' })
    await dialog.getByRole('combobox', { name: 'Specialist', exact: true }).fill('fay')
    await page.getByRole('option', { name: 'Fay Filter' }).click()
    await dialog.getByRole('button', { name: 'or…' }).press('Enter')
    await dialog.getByRole('combobox', { name: 'or Specialist (2)' }).and(page.locator(':focus')).waitFor()
  })

  it('of a day that is full leads to the next one with free times, and says so', async () => {
    const service_id = await practice.service({ name: 'Dance' })
    const hours = { opens: '10:00', closes: '11:00' }
    const specialist_id = await practice.specialist({ service_id, name: 'Flo Full', zone: 'UTC', hours })
    const days = [5, 6, 7].find((each) => ahead(each).slice(0, 7) === ahead(each + 1).slice(0, 7)) ?? 5
    const client_id = await practice.client()
    const starts_at = ahead(days, '10:00')
    await practice.make('/bookings', { service_id, specialist_id, client_id, starts_at })
    const day = starts_at.slice(0, 10)
    const page = await shell.open(`/operations/bookings/create?_day=${day}&service_id=${service_id}`, {
      timezoneId: 'UTC',
    })
    const name = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    const told = page.getByText(`No free times on ${name.format(new Date(starts_at))}.`)
    await told.waitFor()
    await page.getByRole('group', { name: name.format(new Date(ahead(days + 1))) }).waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    await told.waitFor({ state: 'detached' })
  })
})
