import type { Page } from 'playwright-core'

/** The people of the seeded practice by whom screens are seen, with their e-mail; the operator needs none. */
export const PEOPLE = {
  operator: undefined,
  receptionist: 'receptionist@booking.example',
  manager: 'manager@booking.example',
} as const

/** A picture to be taken: who sees which address, and what they do there first. */
export interface Story {
  readonly name: string
  readonly who: keyof typeof PEOPLE
  readonly path: string
  readonly act?: (page: Page) => Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

const create = (page: Page) => button(page, /^Create$/).click()

async function search(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Murphy')
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option').first().waitFor()
}

/** A dashboard that the person has put together; it is made for the first picture. */
async function ownDashboard(page: Page): Promise<void> {
  const id = await page.evaluate<number>(`(async () => {
    const menu = await (await fetch('/api/v1/platform/dashboard-menu')).json()
    if (menu.dashboards.length > 0) return menu.dashboards[0].id
    const place = (dashboard_id, widget_id, width) => ({ key: widget_id, dashboard_id, widget_id, width })
    const offered = await (await fetch('/api/v1/platform/dashboard-widgets')).json()
    const widgets = offered
      .filter(({ kind, screen }) => kind === 'chart' || kind === 'stats' || screen === 'Agenda' || screen === 'Clients')
      .map(({ dashboard_id, widget_id, kind }) => place(dashboard_id, widget_id, kind === 'chart' ? 'half' : 'full'))
    const body = JSON.stringify({ name: 'Morning', icon: 'home', widgets })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch('/api/v1/platform/dashboards', { method: 'POST', headers, body })).json()).id
  })()`)
  await page.goto(`/operations/~dashboards/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Morning' }).waitFor()
}

/** States that no address of a panel's document leads to: views, dialogs, errors, empty lists. */
export const STORIES: readonly Story[] = [
  { name: 'agenda-day', who: 'receptionist', path: '/operations/agenda?_view=day' },
  { name: 'agenda-specialists', who: 'receptionist', path: '/operations/agenda?_view=resource' },
  { name: 'agenda-new-booking', who: 'receptionist', path: '/operations/agenda?_view=resource&_new=' },
  { name: 'agenda-week', who: 'receptionist', path: '/operations/agenda?_view=week' },
  { name: 'agenda-month', who: 'receptionist', path: '/operations/agenda?_view=month' },
  { name: 'agenda-list', who: 'receptionist', path: '/operations/agenda?_view=agenda' },
  { name: 'bookings-none', who: 'receptionist', path: '/operations/bookings?q=nobodyiscalledthis' },
  { name: 'booking-refused', who: 'receptionist', path: '/operations/bookings/create', act: create },
  { name: 'client-refused', who: 'receptionist', path: '/operations/clients/create', act: create },
  { name: 'search', who: 'receptionist', path: '/operations/bookings', act: search },
  { name: 'record-missing', who: 'receptionist', path: '/operations/clients/987654321' },
  { name: 'screen-missing', who: 'receptionist', path: '/operations/nowhere' },
  { name: 'screen-forbidden', who: 'receptionist', path: '/operations/clients-summary' },
  { name: 'clients-summary', who: 'manager', path: '/operations/clients-summary' },
  { name: 'own-dashboard', who: 'manager', path: '/operations/booking', act: ownDashboard },
  { name: 'account', who: 'manager', path: '/platform/account' },
  { name: 'plugins', who: 'operator', path: '/platform/plugins' },
  { name: 'plugin', who: 'operator', path: '/platform/plugins/booking' },
]
