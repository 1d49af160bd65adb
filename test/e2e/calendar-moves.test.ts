import { expect } from 'chai'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'
import { calendarPlugin } from './calendar-plugin.ts'
import { holdBack } from './hold-back.ts'
import { isQuiet, isWatching, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const VISITS = '/api/v1/rooms/visits'

describe('moving entries of a calendar', () => {
  let plugin: PluginDirectory
  const shell = useShell(async () => {
    plugin = await calendarPlugin()
    return { plugins: [plugin.directory] }
  })
  after(() => plugin[Symbol.asyncDispose]())

  const visit = async (id: number) =>
    (await (await shell.host.request(`${VISITS}/${id}`)).json()) as Record<string, unknown>
  const change = (id: number, json: object) => shell.host.request(`${VISITS}/${id}`, { method: 'PATCH', json })
  const open = (to: string, more: BrowserContextOptions = {}) =>
    shell.open(`/operations/${to}`, { timezoneId: 'Europe/Berlin', ...more })
  const entry = (page: Page, subject: string) => page.locator('[data-event-id]').filter({ hasText: subject })

  it('drags an entry to another time and row, and saves it', async () => {
    await change(2, { starts_at: '2026-12-07T12:00:00.000Z', ends_at: '2026-12-07T13:00:00.000Z' })
    const page = await open('agenda?_date=2026-12-07&_view=resource')
    await entry(page, 'Chess').waitFor()
    await page.getByText('Attic', { exact: true }).first().waitFor()
    const changed = page.waitForRequest((request) => request.method() === 'PATCH')
    await drag(page, entry(page, 'Choir'), { to: entry(page, 'Chess'), by: -170 })
    expect((await changed).headers()['if-match']).to.equal('"1.1"')
    await page.getByText('Choir moved to Mon, Dec 7, 11:45 AM – 12:45 PM').waitFor()
    expect(await visit(1)).to.include({
      room_id: 2,
      starts_at: '2026-12-07T10:45:00.000Z',
      ends_at: '2026-12-07T11:45:00.000Z',
    })
    await page.getByRole('link', { name: /^Choir 11:45 AM – 12:45 PM/ }).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('has every hour of a line on paper', async () => {
    const page = await open('agenda?_date=2026-12-07&_view=resource', { viewport: { width: 1016, height: 700 } })
    await entry(page, 'Chess').waitFor()
    await page.emulateMedia({ media: 'print' })
    const last = page.getByText('11 PM', { exact: true })
    await until('the last hour is on the sheet', async () => {
      const { x = Infinity, width = 0 } = (await last.boundingBox()) ?? {}
      return x + width <= 1016
    })
  })

  it('follows what others do', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'Europe/Berlin' })
    const watching = isWatching(page)
    await page.goto('/operations/agenda?_date=2026-12-07')
    await watching
    await entry(page, 'Baking').waitFor()
    await change(6, { subject: 'Bread' })
    await entry(page, 'Bread').waitFor()
    await change(6, { subject: 'Baking' })
    await entry(page, 'Baking').waitFor()
  })

  it('stays on screen when it cannot be read again', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'Europe/Berlin' })
    const watching = isWatching(page)
    await page.goto('/operations/agenda?_date=2026-12-07')
    await watching
    await entry(page, 'Baking').waitFor()
    await page.route(`**${VISITS}?*`, (route) => route.fulfill({ status: 400, json: {} }))
    const refused = page.waitForResponse((response) => response.status() === 400)
    await change(6, { subject: 'Baking' })
    await refused
    await isQuiet(page)
    expect(await entry(page, 'Baking').isVisible()).to.equal(true)
  })

  it('moves an entry back if the host refuses it, and says why', async () => {
    await change(1, { starts_at: '2026-12-07T09:00:00.000Z', ends_at: '2026-12-07T10:00:00.000Z', room_id: 1 })
    const page = await open('agenda?_date=2026-12-07&_view=resource')
    await entry(page, 'Chess').waitFor()
    await drag(page, entry(page, 'Choir'), { to: entry(page, 'Chess') })
    await page.getByText('Choir was not moved. The room is taken.').waitFor()
    await page.getByRole('link', { name: /^Choir 10:00/ }).waitFor()
    expect(await visit(1)).to.include({ room_id: 1, starts_at: '2026-12-07T09:00:00.000Z' })
  })

  it('is offered only for movable entries, and to people with the permission', async () => {
    const page = await open('agenda?_date=2026-12-07')
    await page.getByRole('button', { name: 'Move Choir 10:00 – 11:00 AM…' }).waitFor()
    await entry(page, 'History').and(page.locator('[draggable=false]')).waitFor()
    expect(await page.getByRole('button', { name: /^Move History/ }).count()).to.equal(0)
    await page.route('**/api/v1/auth/me', async (route) => {
      const answer = await route.fetch()
      const session = (await answer.json()) as { permissions: string[] }
      await route.fulfill({ json: { ...session, permissions: ['rooms.visits.view', 'rooms.rooms.view'] } })
    })
    await page.reload()
    await entry(page, 'Choir').and(page.locator('[draggable=false]')).waitFor()
    expect(await page.getByRole('button', { name: /^Move / }).count()).to.equal(0)
  })

  it('works in a dialog by keyboard alone, and reports a conflicting change', async () => {
    const page = await open('agenda?_date=2026-12-07&_view=list')
    await page.getByRole('button', { name: /^Move Baking/ }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move Baking' })
    await dialog.getByText('Tue, Dec 8, 9:00 – 10:00 AM').waitFor()
    await dialog.getByRole('combobox', { name: 'Room' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByLabel('Time').fill('16:40')
    await change(6, { starts_at: '2026-12-08T06:00:00.000Z', ends_at: '2026-12-08T07:00:00.000Z' })
    await page.keyboard.press('Enter')
    await dialog.getByText('Somebody else has changed it in the meantime.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Move Baking 7:00 – 8:00 AM…' }).press('Enter')
    await dialog.getByLabel('Time').fill('16:40')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move Baking 4:40 – 5:40 PM…' }).waitFor()
    expect(await visit(6)).to.include({ starts_at: '2026-12-08T15:40:00.000Z', room_id: 1 })
  })

  it('keeps the dialog of an entry while that of another one is answered', async () => {
    const page = await open('agenda?_date=2026-12-07&_view=list')
    const dialogOf = (subject: string) => page.getByRole('dialog', { name: `Move ${subject}` })
    const ask = (subject: string) => page.getByRole('button', { name: `Move ${subject} ` }).click()
    for (const [time, answer, told] of [
      ['07:15', undefined, /^Chess moved to/],
      [
        '07:30',
        { status: 409, json: { code: 'room_taken', detail: 'The room is taken.' } },
        'Chess was not moved. The room is taken.',
      ],
    ] as const) {
      await ask('Chess')
      await dialogOf('Chess').getByLabel('Time').fill(time)
      const letGo = await holdBack(page, 'PATCH', `${VISITS}/2`)
      await page.keyboard.press('Enter')
      await dialogOf('Chess').getByRole('button', { name: 'Cancel' }).click()
      await ask('Baking')
      const field = dialogOf('Baking').getByLabel('Time')
      await field.fill('16:10')
      await letGo(answer)
      await page.getByText(told).waitFor()
      await isQuiet(page)
      expect(await field.inputValue()).to.equal('16:10')
      await page.keyboard.press('Escape')
      await dialogOf('Baking').waitFor({ state: 'detached' })
    }
    await change(2, { starts_at: '2026-12-07T12:00:00.000Z', ends_at: '2026-12-07T13:00:00.000Z' })
  })

  it('gives the focus back when its dialog is closed', async () => {
    const page = await open('agenda?_date=2026-12-07&_view=list')
    const button = page.getByRole('button', { name: /^Move Baking/ })
    await button.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move Baking' })
    await dialog.getByLabel('Day').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await button.and(page.locator(':focus')).waitFor()
  })

  it('opens no dialog that is closed before it is there', async () => {
    const page = await shell.open('about:blank', { timezoneId: 'Europe/Berlin' })
    const letGo = await holdBack(page, 'GET', '/move-dialog*.js')
    await page.goto('/operations/agenda?_date=2026-12-07&_view=list')
    await page.getByRole('button', { name: /^Move Baking/ }).click()
    await page.keyboard.press('Escape')
    await letGo()
    await isQuiet(page)
    expect(await page.getByRole('dialog').count()).to.equal(0)
  })

  it('keeps the duration over a change of clocks, and refuses times that do not exist', async () => {
    const page = await open('agenda?_date=2026-10-25&_view=list')
    await page.getByRole('button', { name: /^Move Night watch/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Day').fill('2027-03-28')
    await dialog.getByLabel('Time').fill('02:30')
    await dialog.getByText('Clocks skip this time on that day').waitFor()
    expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).to.equal(true)
    await dialog.getByLabel('Time').fill('01:30')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await visit(5)).to.include({ starts_at: '2027-03-28T00:30:00.000Z', ends_at: '2027-03-28T02:00:00.000Z' })
  })

  it('asks for confirmation and snaps to the step, as declared', async () => {
    const page = await open('careful?_date=2026-12-07')
    await entry(page, 'Chess').waitFor()
    await drag(page, entry(page, 'Choir'), { to: entry(page, 'Chess'), by: -94 })
    const dialog = page.getByRole('dialog', { name: 'Move Choir' })
    await dialog.getByText('Has the visitor been told?').waitFor()
    await dialog.getByText('Mon, Dec 7, 11:30 AM – 12:30 PM').waitFor()
    expect(await visit(1)).to.include({ starts_at: '2026-12-07T09:00:00.000Z' })
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText('Choir moved').waitFor()
    await page.getByRole('link', { name: /^Choir 11:30/ }).waitFor()
    expect(await visit(1)).to.include({ starts_at: '2026-12-07T10:30:00.000Z' })
  })

  it('drags with a finger that rests first, and scrolls otherwise', async () => {
    await change(1, { starts_at: '2026-12-07T09:00:00.000Z', ends_at: '2026-12-07T10:00:00.000Z' })
    const page = await open('agenda?_date=2026-12-07&_view=day', { hasTouch: true })
    const choir = entry(page, 'Choir')
    const before = await middle(choir)
    // The clock of the page stands still, because a slow machine would let the finger rest for too long.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // Chromium may drop a swipe while it is busy drawing, so the finger tries again until the page has scrolled. `boundingBox` is used
    // here because scrolling the entry into view waits for frames, which a clock that stands still does not give.
    await until('the day is scrolled', async () => {
      await move(await fingerOf(page), { from: before, by: -72 })
      await page.clock.runFor(1_000)
      const now = await choir.boundingBox()
      return now === null || now.y + now.height / 2 < before.y
    })
    expect(await page.locator('[data-dragging]').count()).to.equal(0)
    await page.clock.resume()
    const moved = page.getByText('Choir moved')
    // Chromium may also cancel the touch that carries the entry. It then stays where it was.
    await until('the entry is moved', async () => {
      await dragByFinger(page, choir, 72 * 1.5)
      return moved.waitFor({ timeout: 20_000 }).then(
        () => true,
        () => false,
      )
    })
    await page.getByRole('link', { name: /^Choir 12:00/ }).waitFor()
    expect(await visit(1)).to.include({ starts_at: '2026-12-07T11:00:00.000Z' })
    expect(page.url()).to.include('/operations/agenda')
  })

  it('starts a new record from a click on a free time', async () => {
    const page = await open('agenda?_date=2026-12-09&_view=resource')
    await page.getByText('Green', { exact: true }).waitFor()
    await page.locator('button[aria-label*="Green 2026-12-09 10:30"]').click()
    const dialog = page.getByRole('dialog', { name: 'New visit' })
    await dialog.getByText(/Dec 9, 2026, 10:30\sAM/).waitFor()
    expect(await dialog.getByLabel('Room').inputValue()).to.equal('2')
    expect(page.url()).to.include('/operations/agenda?')
    await page.reload()
    expect(await dialog.getByLabel('Room').inputValue(), 'after a reload').to.equal('2')
  })

  it('keeps what is entered over the calendar until it is discarded', async () => {
    const page = await open('agenda?_date=2026-12-09&_view=resource')
    await page.getByText('Green', { exact: true }).waitFor()
    await page.locator('button[aria-label*="Green 2026-12-09 10:30"]').click()
    const dialog = page.getByRole('dialog', { name: 'New visit' })
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    const subject = dialog.getByLabel('Subject')
    await subject.fill('Rehearsal')
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack(), () => cancel()]) {
      await leave()
      await question.locator(':focus').waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      // The focus returns a frame later, and would leave the next question.
      await dialog.locator(':focus').waitFor()
      expect(await subject.inputValue()).to.equal('Rehearsal')
    }
    await cancel()
    await question.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).to.match(/agenda\?_date=2026-12-09&_view=resource$/)

    async function cancel() {
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
  })
})

/** Drags with the mouse to the start of another entry, plus `by` pixels. */
async function drag(page: Page, entry: Locator, { to, by = 0 }: { to: Locator; by?: number }): Promise<void> {
  const from = await middle(entry)
  const target = await to.boundingBox()
  if (target === null) throw new Error('There is nothing to drag to.')
  const isLine = page.url().includes('_view=resource')
  const end = isLine ? { x: target.x + by, y: target.y + 20 } : { x: target.x + target.width / 2, y: target.y + by }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

async function middle(entry: Locator): Promise<{ x: number; y: number }> {
  await entry.scrollIntoViewIfNeeded()
  const box = await entry.boundingBox()
  if (box === null) throw new Error('The entry is not in sight.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

type Finger = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', at: Place[]) => Promise<unknown>

interface Place {
  readonly x: number
  readonly y: number
}

async function fingerOf(page: Page): Promise<Finger> {
  const devtools = await page.context().newCDPSession(page)
  return (type, touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** Puts a finger down, unless it is, and moves it up or down. */
async function move(
  touch: Finger,
  { from: { x, y }, by, isDown = false }: { from: Place; by: number; isDown?: boolean },
): Promise<void> {
  if (!isDown) await touch('touchStart', [{ x, y }])
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', [{ x, y: y + by * part }])
  await touch('touchEnd', [])
}

/** Rests on an entry until it is lifted, where it is then: the page may still be scrolling. Then moves it up or down. */
async function dragByFinger(page: Page, entry: Locator, by: number): Promise<void> {
  const touch = await fingerOf(page)
  let from: Place = { x: 0, y: 0 }
  let patience = 1_500
  await until('the entry is lifted', async () => {
    patience *= 2
    from = await middle(entry)
    await touch('touchStart', [from])
    const isLifted = await page
      .locator('[data-dragging]')
      .waitFor({ timeout: patience })
      .then(
        () => true,
        () => false,
      )
    if (!isLifted) await touch('touchCancel', [])
    return isLifted
  })
  await move(touch, { from, by, isDown: true })
}
