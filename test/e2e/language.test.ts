import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { type EditedTemplate, editedTemplate } from './edited-template.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

/** The answer of a host whose database is busy. */
const BUSY = {
  ...{ type: 'about:blank', title: 'Busy', detail: 'Busy', message: 'Busy' },
  ...{ status: 503, code: 'database_busy', request_id: 'busy', retryable: true },
}

/** The language and the direction of the page, and whether it is wider than its window. */
const shape = (page: Page) =>
  page.evaluate<string>(`[document.documentElement.lang, document.documentElement.dir || 'ltr',
    document.documentElement.scrollWidth > innerWidth ? 'too wide' : 'fits'].join()`)

describe('the language of the shell', () => {
  let plugin: EditedTemplate
  const shell = useShell(async () => {
    plugin = await editedTemplate('clients', 'booking')
    return { plugins: plugin.all, watch: true }
  })
  after(() => plugin.remove())

  /** Chooses a locale as the account screen does. */
  const choose = async (locale: string) => {
    const page = await shell.open('/platform/account')
    const send = `fetch('/api/v1/auth/me', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify({ locale })}' })`
    expect(await page.evaluate<number>(`${send}.then(({ status }) => status)`)).to.equal(200)
    await page.close()
  }

  it('is that of the title, the description and the settings of a plugin', async () => {
    const page = await shell.open('/platform/plugins/booking', { locale: 'de-DE' })
    await page.getByRole('heading', { level: 1, name: 'Buchung' }).waitFor()
    await page.getByRole('combobox', { name: 'Währung' }).waitFor()
    await page.getByText('Buchung: Leistungen, Fachkräfte').waitFor()
  })

  it('is that of the browser where nobody has signed in yet', async () => {
    const page = await shell.open('/sign-in', { signedIn: false, locale: 'de-CH' })
    await page.getByRole('heading', { name: 'Bei Atrium anmelden' }).waitFor()
    await page.getByLabel('Passwort', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Passwort anzeigen' }).waitFor()
    expect(await shape(page)).to.equal('de,ltr,fits')
    const other = await shell.open('/sign-in/forgot', { signedIn: false, locale: 'fr-FR' })
    await other.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  })

  it('changes at once in the account, with the documents of the host and the dates', async () => {
    const page = await shell.open('/platform/account')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.getByRole('combobox', { name: 'Language, dates and numbers' }).click()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/auth/me') && answer.ok())
    await page.getByRole('option', { name: 'Deutsch (Österreich)' }).click()
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor()
    await until('the page is German', async () => (await shape(page)) === 'de,ltr,fits')
    await saved
    expect(await violations(page)).to.deep.equal([])
    await page.goto('/operations/agenda?_view=month&_date=2026-11-18')
    await page.getByRole('heading', { level: 1, name: 'Agenda' }).waitFor()
    await page.getByText('November 2026').first().waitFor()
    await page.getByRole('navigation').getByText('Fachkräfte').waitFor()
    // The next visit begins in German, before anything has been answered.
    await page.goto('/operations/bookings')
    await page.getByText('Noch keine Termine').waitFor()
  })

  it('lets a German receptionist book, in the words of a practice', async () => {
    await choose('de-DE')
    const practice = new Practice(shell.host)
    const service_id = await practice.service({ name: 'Massage' })
    await practice.specialist({ service_id, name: 'Ada Ardent' })
    const client_id = await practice.client({ given_name: 'Annegret', family_name: 'Lindemann' })
    // The first time of today may be past before it is booked.
    const day = ahead(2).slice(0, 10)
    const page = await shell.open(`/operations/bookings/create?_day=${day}`, { timezoneId: 'UTC' })
    await page.getByRole('heading', { name: 'Neuer Termin' }).waitFor()
    await page.getByRole('button', { name: 'Erstellen' }).click()
    await page.getByText('Kunde ist erforderlich').first().waitFor()
    await pick(page, 'Kunde', 'Annegret Lindemann')
    await pick(page, 'Leistung', 'Massage')
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Erstellen' }).click()
    await page.getByText('Offen', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Bestätigen', exact: true }).click()
    await page.getByText(/^Termin bestätigt/).waitFor()
    const { body } = await practice.ask<{ client_id: number; status: string }[]>('GET', '/bookings')
    expect(body.map((each) => [each.client_id, each.status])).to.deep.equal([[client_id, 'confirmed']])
  })

  it('shows the translations of a plugin, and replaces them when their file changes', async () => {
    await choose('de-DE')
    const page = await shell.open('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
    await page.waitForLoadState('networkidle')
    await plugin.edit('translations/de.json', '"Items": "Artikel"', '"Items": "Waren"')
    await page.getByRole('heading', { level: 1, name: 'Waren' }).waitFor()
    await page.getByRole('navigation').getByText('Waren').waitFor()
    await plugin.restore()
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
  })

  it('shows the newest translations where those before are still on their way', async () => {
    await choose('de-DE')
    const page = await shell.open('about:blank')
    let announced = 0
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/translations.de/.test(String(payload))) announced += 1
      }),
    )
    await page.goto('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
    await page.waitForLoadState('networkidle')

    const held: (() => void)[] = []
    await page.route('**/api/v1/ui/translations/de', async (route) => {
      const response = await route.fetch()
      if (held.length === 0) await new Promise<void>((resolve) => held.push(resolve))
      await route.fulfill({ response })
    })
    await plugin.edit('translations/de.json', '"Items": "Artikel"', '"Items": "Dinge"')
    await until('the first translations are on their way', () => held.length === 1)
    await plugin.edit('translations/de.json', '"Items": "Dinge"', '"Items": "Waren"')
    await until('the shell knows that there are newer ones', () => announced >= 2)
    held[0]?.()
    await page.getByRole('heading', { level: 1, name: 'Waren' }).waitFor()
    await plugin.restore()
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
  })

  it('shows the newest translations although the host could not answer for them at first', async () => {
    await choose('de-DE')
    const page = await shell.open('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
    await page.waitForLoadState('networkidle')
    let asked = 0
    await page.route('**/api/v1/ui/translations/de', (route) => {
      asked += 1
      return asked > 1 ? route.continue() : route.fulfill({ status: 503, json: BUSY })
    })
    await plugin.edit('translations/de.json', '"Items": "Artikel"', '"Items": "Waren"')
    await page.getByRole('heading', { level: 1, name: 'Waren' }).waitFor()
    await plugin.restore()
    await page.getByRole('heading', { level: 1, name: 'Artikel' }).waitFor()
  })

  it('is written from right to left in Arabic, at any width, with the keys along the text', async () => {
    await shell.removeAll()
    await shell.create({ name: 'Oak lamp' })
    await choose('ar')
    for (const width of [1280, 360]) {
      const page = await shell.open('/operations/items', { viewport: { width, height: 800 } })
      await page.getByRole('heading', { level: 1, name: 'العناصر' }).waitFor()
      await page.getByRole('link', { name: 'Oak lamp' }).waitFor()
      expect(await shape(page)).to.equal('ar,rtl,fits')
      expect(await violations(page)).to.deep.equal([])
      if (width === 1280) await isMirrored(page)
      for (const [to, heading] of [
        ['/platform/account', 'حسابك'],
        ['/operations/bookings/create', 'حجز جديد'],
        ['/operations/agenda', 'جدول المواعيد'],
      ] as const) {
        await page.goto(to)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        expect(await shape(page), to).to.equal('ar,rtl,fits')
      }
    }
  })
})

/** Chooses a record in a field that searches. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.click()
  await field.pressSequentially(name.slice(0, 4))
  await page.getByRole('option', { name }).click()
}

/** The sidebar is on the right, and the left arrow leads from the name of a record to its next value. */
async function isMirrored(page: Page): Promise<void> {
  const box = await page.getByRole('navigation').first().boundingBox()
  expect(box?.x).to.be.greaterThan(640)
  await page.getByRole('link', { name: 'Oak lamp' }).focus()
  await until('the next value has the focus', async () => {
    await page.getByRole('link', { name: 'Oak lamp' }).focus()
    await page.keyboard.press('ArrowLeft')
    return page.evaluate<boolean>(`document.activeElement?.matches('[data-pencil]')`)
  })
}
