import { expect } from 'chai'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { chooseBySearch } from './find-by-search.ts'
import { isQuiet, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')
const DAY = ahead(3).slice(0, 10)

/** The filled buttons and links beside the title of the screen. */
const mainButtons = (page: Page) => page.locator('[data-screen=true] [data-variant=filled]').allInnerTexts()

describe('a receptionist', () => {
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  let practice: Practice
  before(async () => {
    practice = new Practice(shell.host)
    const service_id = await practice.service({ name: 'Massage' })
    for (const name of ['Ada Ardent', 'Beth Busy', 'Cleo Calm']) await practice.specialist({ service_id, name })
    await practice.client({ given_name: 'Annegret', family_name: 'Lindemann' })
    await practice.client()
  })
  const only = async () => {
    const { body } = await practice.ask<Record<string, unknown>[]>('GET', '/bookings')
    expect(body).to.have.length(1)
    return body[0] ?? {}
  }

  it('finds a client, books, confirms, moves the booking in the calendar, cancels it, and sees it on the client’s screen', async () => {
    const page = await shell.open('/operations/agenda', { timezoneId: 'UTC', viewport: { width: 1440, height: 900 } })
    await findClient(page)
    await isClean(page)

    await openDay(page)
    await isClean(page)
    await page.locator(`button[aria-label*="Ada Ardent ${DAY} 09:00"]`).click()
    const form = page.getByRole('dialog', { name: 'New booking' })
    await form.waitFor()
    await choose(page, 'Client', 'Grace Hopper', { typing: 'Hopp' })
    await choose(page, 'Service', 'Massage')
    const specialist = page.getByRole('combobox', { name: 'Specialist' })
    await until('the specialist is chosen', async () => (await specialist.inputValue()) === 'Ada Ardent')
    await page
      .locator('input[type=radio]:checked')
      .and(page.getByRole('radio', { name: '9:00 AM' }))
      .waitFor()
    await page.getByRole('radio', { name: '10:00 AM' }).check()
    await isClean(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Grace Hopper 10:00/ }).click()
    await page.getByText('Pending', { exact: true }).first().waitFor()
    const { id, starts_at } = await only()
    expect(starts_at).to.equal(`${DAY}T10:00:00.000Z`)
    await page.waitForURL(`**/operations/bookings/${String(id)}`)
    // What comes next is the main button, and what has not happened takes no room.
    await until('one main button', async () => String(await mainButtons(page)) === 'Confirm')
    expect(await page.getByRole('heading', { name: 'Cancellation' }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirmed', { exact: true }).first().waitFor()

    await openDay(page)
    await isQuiet(page)
    const entry = page.locator('[data-event-id]').filter({ hasText: 'Grace Hopper' })
    const place = page.locator(`button[aria-label*="Beth Busy ${DAY} 11:00"]`)
    // Nothing scrolls during the drag then, which would end it. How far the day is scrolled depends on the hour.
    await place.scrollIntoViewIfNeeded()
    await entry.dragTo(place, { targetPosition: { x: 2, y: 20 } })
    await page.getByText('Grace Hopper moved').waitFor()
    await page.getByRole('link', { name: /^Grace Hopper 11:00 AM – 12:00 PM/ }).waitFor()
    expect(await only()).to.include({ starts_at: `${DAY}T11:00:00.000Z`, status: 'confirmed' })

    await page.getByRole('link', { name: /^Grace Hopper/ }).click()
    await page.getByText('Beth Busy').first().waitFor()
    await page.getByRole('button', { name: 'Cancel booking' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Has a cold')
    await isClean(page)
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Has a cold').first().waitFor()
    await page.getByRole('heading', { name: 'Cancellation' }).waitFor()
    await until('no main button', async () => (await mainButtons(page)).length === 0)
    await isClean(page)
    await until('it is cancelled', async () => (await only()).status === 'cancelled')

    await findClient(page)
    const bookings = page.getByRole('region', { name: 'Bookings' })
    const row = bookings.getByRole('row').filter({ hasText: 'Massage' })
    for (const text of ['Beth Busy', 'Cancelled']) await row.getByText(text).waitFor()
    await isClean(page)
    await row.getByRole('link').click()
    await page.waitForURL(`**/operations/bookings/${String(id)}`)
    await page.getByRole('link', { name: 'Grace Hopper' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor()
  })

  it('books for the client on screen, and is told if a section of another plugin cannot be loaded', async () => {
    const client_id = await practice.client({ given_name: 'Ida', family_name: 'Rhodes' })
    const page = await shell.open(`/operations/clients/${client_id}`)
    await page.getByRole('link', { name: 'Book', exact: true }).click()
    await page.waitForURL(`**/operations/bookings/create?client_id=${client_id}`)
    await until('the client is chosen', async () => {
      return (await page.getByRole('combobox', { name: 'Client' }).inputValue()) === 'Ida Rhodes'
    })
    await page.route('**/clients/*/record', async (route) => {
      const failed_sections = [{ plugin: 'booking', title: 'Bookings', code: 'internal', detail: 'No answer in time.' }]
      await route.fulfill({ json: { sections: [], failed_sections } })
    })
    await page.goto(`/operations/clients/${client_id}`)
    await page.getByText('Bookings cannot be shown: No answer in time.').waitFor()
    await isClean(page)
  })
})

/** The day of the booking, with a row for each specialist. The page tells which day it shows, because midnight may pass on the way. */
async function openDay(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Agenda' }).click()
  await page.getByText('By specialist', { exact: true }).click()
  await page.getByText('Cleo Calm').waitFor()
  for (let shown = page.url(); !shown.includes(`_date=${DAY}`); shown = page.url()) {
    await page.getByRole('button', { name: 'Later' }).click()
    await page.waitForURL(({ href }) => href !== shown)
  }
}

/** Through the search of the panel. */
async function findClient(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search/ }).click()
  const option = page.getByRole('option', { name: 'Grace Hopper', exact: true })
  await chooseBySearch(page, 'hopper', option)
  await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor()
}

async function choose(page: Page, label: string, name: string, { typing }: { typing?: string } = {}): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.click()
  if (typing !== undefined) await field.fill(typing)
  await page.getByRole('option', { name }).click()
}

async function isClean(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  expect(await violations(page), page.url()).to.deep.equal([])
}
