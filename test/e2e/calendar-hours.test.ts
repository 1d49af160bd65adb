import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'
import { calendarPlugin } from './calendar-plugin.ts'
import { isWatching, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const VISITS = '/api/v1/rooms/visits'
const TODAY = '2026-12-07'

describe('the hours of a calendar', () => {
  let plugin: PluginDirectory
  const shell = useShell(async () => {
    plugin = await calendarPlugin()
    return { plugins: [plugin.directory] }
  })
  after(() => plugin[Symbol.asyncDispose]())

  const open = (to: string) => shell.open(`/operations/agenda${to}`, { timezoneId: 'UTC' })
  const openAt = async (time: string, to: string) => {
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    await page.clock.setFixedTime(`${TODAY}T${time}:00Z`)
    await page.goto(`/operations/agenda${to}`)
    return page
  }
  const visit = (subject: string, starts_at: string, { minutes = 60, room_id = 1 } = {}) =>
    shell.host.request(VISITS, {
      method: 'POST',
      json: {
        ...{ subject, room_id, starts_at, status: 'planned' },
        ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
      },
    })

  for (const view of ['day', 'week', 'resource']) {
    it(`begin with the present time in view, and come back to it with Today: ${view}`, async () => {
      const page = await openAt('17:07', `?_view=${view}`)
      await until('a third of the way', async () => Math.abs((await placeOfNow(page)) - 1 / 3) < 0.05)
      await page.evaluate(`document.querySelector('${GRID}').scrollTo(0, 0)`)
      await page.getByRole('button', { name: 'Today' }).click()
      await until('there again', async () => Math.abs((await placeOfNow(page)) - 1 / 3) < 0.05)
      await page.getByRole('button', { name: 'Later' }).click()
      await page.locator(BUBBLE).waitFor({ state: 'detached' })
      await page.evaluate(`document.querySelector('${GRID}').scrollTo(0, 0)`)
      await page.getByRole('button', { name: 'Today' }).click()
      await until('there from another day', async () => Math.abs((await placeOfNow(page)) - 1 / 3) < 0.05)
    })
  }

  it('begin at seven if the present time is in view from there', async () => {
    const page = await openAt('10:00', '?_view=day')
    await page.locator(BUBBLE).waitFor()
    expect(await page.evaluate(`document.querySelector('${GRID}').scrollTop`)).to.be.within(540, 556)
  })

  it('stay where one reads while what they show changes', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'UTC' })
    await page.clock.setFixedTime(`${TODAY}T17:07:00Z`)
    const watching = isWatching(page)
    await page.goto('/operations/agenda?_view=day')
    await watching
    await page.locator(BUBBLE).waitFor()
    await page.evaluate(`document.querySelector('${GRID}').scrollTo(0, 100)`)
    await visit('Dawn', `${TODAY}T03:00:00.000Z`)
    await page.getByRole('link', { name: /^Dawn/ }).waitFor()
    expect(await page.evaluate(`document.querySelector('${GRID}').scrollTop`)).to.equal(100)
  })

  it('begin at the hour of the entries that have no room in the week', async () => {
    for (const room_id of [1, 2, 3]) await visit(`Late ${room_id}`, '2026-12-10T20:00:00.000Z', { room_id })
    const page = await open('?_view=week&_date=2026-12-10')
    await page.getByRole('link', { name: /more on December 10, 2026, 8:00/ }).click()
    await page.waitForURL(/_hour=20/)
    const late = page.getByRole('link', { name: /^Late 1/ })
    await until('it is in view', async () => {
      const [own, grid] = await Promise.all([late.boundingBox(), page.locator(GRID).boundingBox()])
      return own && grid && own.y >= grid.y && own.y + own.height <= grid.y + grid.height
    })
    await page.getByRole('button', { name: 'Later' }).click()
    await page.waitForURL((url) => !url.searchParams.has('_hour'))
  })

  it('show the name of a short entry alone, and say its time', async () => {
    await visit('Aerobics', '2026-12-11T09:00:00.000Z', { minutes: 20 })
    const page = await open('?_view=resource&_date=2026-12-11')
    const entry = page.locator('[data-event-id]').filter({ hasText: 'Aerobics' })
    await page.getByRole('link', { name: /^Aerobics 9:00 – 9:20 AM/ }).waitFor()
    expect(await entry.getAttribute('title')).to.match(/^Aerobics 9:00\s–\s9:20\sAM$/)
    const { width = 0 } = (await entry.getByText(/9:20/).boundingBox()) ?? {}
    expect(width, 'the time takes no room').to.be.below(2)
    expect(await violations(page)).to.deep.equal([])
  })
})

const GRID = '[data-creates] .mantine-ScrollArea-viewport'
const BUBBLE = '[class*=urrentTimeIndicatorTimeBubble]'

/** Where the line of the present time is between the labels of the grid (0) and its end (1). */
const placeOfNow = async (page: Page): Promise<number> => {
  await page.locator(BUBBLE).waitFor()
  return page.evaluate<number>(`(() => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect()
    const [grid, bubble] = ['${GRID}', '${BUBBLE}'].map(box)
    const corner = box('[class*=resourcesDayViewCorner]')
    if (corner) return (bubble.left + bubble.width / 2 - corner.right) / (grid.right - corner.right)
    const from = box('[class*=weekViewHeader]')?.bottom ?? grid.top
    return (bubble.top + bubble.height / 2 - from) / (grid.bottom - from)
  })()`)
}
