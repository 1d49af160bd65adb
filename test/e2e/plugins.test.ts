import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { dependentPlugins } from './dependent-plugins.ts'
import type { DependentPlugins } from './dependent-plugins.ts'
import { holdBack } from './hold-back.ts'
import { receives, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

describe('the screen of plugins', () => {
  let plugins: DependentPlugins
  const shell = useShell(async () => {
    plugins = await dependentPlugins()
    return { plugins: [plugins.clients.directory, plugins.booking.directory], watch: true }
  })
  after(() => plugins.remove())

  const ask = async (path: string, init?: { method: string }) => (await shell.host.request(path, init)).json()
  const row = (page: Page, title: string) => page.getByRole('listitem', { name: new RegExp(`^${title},`) })
  const dialog = (page: Page) => page.getByRole('dialog')

  it('is in the account menu of people who may see it', async () => {
    const page = await shell.open('/operations')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Plugins' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plugins' }).waitFor()

    const other = await shell.open('about:blank')
    await other.route('**/api/v1/auth/me', async (route) => {
      const response = await route.fetch()
      const session = (await response.json()) as { permissions: string[] }
      await route.fulfill({ response, json: { ...session, permissions: ['platform.shell.view', 'clients.*'] } })
    })
    await other.goto('/operations/clients')
    await other.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await other.getByRole('button', { name: /^Account/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await other.getByRole('menuitem', { name: 'Plugins' }).count()).to.equal(0)
  })

  it('does not say that a required plugin is missing while the list of plugins is being read', async () => {
    const page = await shell.open('about:blank')
    const answer = await holdBack(page, 'GET', '/api/v1/plugins')
    await page.goto('/platform/plugins/booking')
    const requires = page.getByText('Requires', { exact: true }).locator('xpath=following-sibling::*[1]')
    await requires.getByText('clients').waitFor()
    expect(await requires.innerText()).not.to.include('not installed')
    await answer()
    await requires.getByRole('link', { name: 'Clients' }).waitFor()
  })

  it('shows states, requirements, and folders without a plugin', async () => {
    const page = await shell.open('/platform/plugins')
    await row(page, 'Booking').getByText('Generation 1 is running').waitFor()
    expect(await row(page, 'Booking').getByText('Requires').innerText()).to.equal('Requires Clients')
    expect(await row(page, 'Clients').getByText('Required by').innerText()).to.equal('Required by Booking')
    const graph = page.getByRole('group', { name: 'Dependencies' })
    await graph.getByRole('link', { name: 'Booking, Active, requires Clients' }).waitFor()
    const rejected = page.getByRole('region', { name: 'Not accepted' })
    await rejected.getByText('unfinished', { exact: false }).first().waitFor()
    await rejected.getByText('package.json', { exact: false }).first().waitFor()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no violation in ${colorScheme}, and fits on a phone`, async () => {
      const page = await shell.open('/platform/plugins', { colorScheme, viewport: { width: 390, height: 844 } })
      await row(page, 'Clients').waitFor()
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
      await page.getByRole('button', { name: 'Deactivate Clients' }).click()
      await dialog(page).getByText('plugin_required').waitFor()
      expect(await violations(page)).to.deep.equal([])
      await page.keyboard.press('Escape')
      await row(page, 'Booking').getByRole('link', { name: 'Booking' }).click()
      await page.getByLabel('Hours').waitFor()
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
    })
  }

  it('shows what fails while a plugin runs, as it happens', async () => {
    const page = await shell.open('/platform/plugins')
    await row(page, 'Clients').getByText('Generation 1 is running').waitFor()
    await ask('/api/v1/clients/trouble')
    await row(page, 'Clients').getByText('Something fails while it runs').waitFor()
    await row(page, 'Clients').getByRole('link', { name: 'Clients' }).click()
    const findings = page.getByRole('region', { name: 'While it runs' })
    await findings.getByText('GET /api/v1/clients/trouble').waitFor()
    await findings.getByText('Error: no paper').waitFor()
    await findings.getByText('src/index.ts:', { exact: false }).waitFor()
    await findings.getByText(/^once, last/).waitFor()
    await ask('/api/v1/clients/trouble')
    await findings.getByText(/^2 times, last/).waitFor()
    await page.getByText(/ requests?, \d failed, 95 % within .* ms on the event loop/).waitFor()
    await page.getByText(/MB of the whole host/).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('shows the plan before it acts; open screens say so at once, and come back with their input', async () => {
    const other = await shell.open('/operations/bookings/create')
    await other.getByLabel('Name').fill('Half a name')
    const page = await shell.open('/platform/plugins')
    await page.getByRole('button', { name: 'Deactivate Clients' }).click()
    await dialog(page).getByRole('list', { name: 'Plugins that prevent this' }).getByText('Booking').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Deactivate' }).isDisabled()).to.equal(true)
    await dialog(page).getByRole('checkbox', { name: 'Also deactivate the plugins that require it' }).check()
    const act = dialog(page).getByRole('button', { name: 'Deactivate 2 plugins' })
    await act.waitFor()
    expect(await steps(page)).to.deep.equal(['Deactivate Booking because it requires Clients', 'Deactivate Clients'])
    expect(await ask('/api/v1/plugins/clients')).to.deep.include({ state: 'active' })

    await act.click()
    await page.getByText('Clients and 1 more deactivated').waitFor()
    await row(page, 'Clients').getByText('Inactive').waitFor()
    await other.getByRole('heading', { level: 1, name: /deactivated/ }).waitFor()
    const links = other.getByRole('navigation').getByRole('link')
    await until('no screen in the navigation', async () => (await links.count()) === 0)
    await other.getByRole('link', { name: 'Open the plugin' }).waitFor()
    expect(await violations(other)).to.deep.equal([])

    await page.getByRole('button', { name: 'Activate Booking' }).click()
    await dialog(page).getByRole('button', { name: 'Activate 2 plugins' }).waitFor()
    expect(await steps(page)).to.deep.equal(['Activate Clients because Booking requires it', 'Activate Booking'])
    await dialog(page).getByRole('button', { name: 'Activate 2 plugins' }).click()
    await page.getByText('Booking and 1 more activated').waitFor()
    await other.getByRole('button', { name: 'Create' }).waitFor()
    expect(await other.getByLabel('Name').inputValue()).to.equal('Half a name')
    await other.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Bookings' }).waitFor()
  })

  it('removes only the screens of the deactivated plugin', async () => {
    const page = await shell.open('/operations/bookings')
    const navigation = page.getByRole('navigation', { name: 'Operations' })
    await navigation.getByRole('link', { name: 'Bookings' }).waitFor()
    await ask('/api/v1/plugins/booking/deactivate', { method: 'POST' })
    await page.getByRole('heading', { level: 1, name: 'Booking was deactivated' }).waitFor()
    const links = navigation.getByRole('link')
    await until('the other screen alone', async () => (await links.allInnerTexts()).join() === 'Clients')
    await page.getByRole('link', { name: 'Go to Operations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await ask('/api/v1/plugins/booking/activate', { method: 'POST' })
    await navigation.getByRole('link', { name: 'Bookings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor()
  })

  it('shows the state that a plugin reaches while the list is being read', async () => {
    const before = await ask('/api/v1/plugins')
    const page = await shell.open('about:blank')
    const answer = await holdBack(page, 'GET', '/api/v1/plugins')
    const subscribed = receives(page, '"subscribed"')
    const deactivated = receives(page, '"inactive"')
    await page.goto('/platform/plugins')
    await subscribed
    await ask('/api/v1/plugins/booking/deactivate', { method: 'POST' })
    await deactivated
    await answer({ json: before })
    await row(page, 'Booking').getByText('Inactive').waitFor()
    await ask('/api/v1/plugins/booking/activate', { method: 'POST' })
    await row(page, 'Booking').getByText('Active', { exact: true }).waitFor()
  })

  it('shows that a plugin breaks and is repaired, without a reload of the page', async () => {
    const page = await shell.open('/platform/plugins/clients')
    await page.getByText('Generation', { exact: true }).waitFor()
    const source = await readFile(plugins.clients.path('src/index.ts'), 'utf8')
    await plugins.clients.write({ 'src/index.ts': `${source}\n}` })
    const diagnostics = page.getByRole('region', { name: 'Diagnostics' })
    await diagnostics.getByText('build_failed').waitFor()
    await diagnostics.getByText(/^src\/index\.ts:\d+:\d+$/).waitFor()

    await page.getByRole('button', { name: 'Reload Clients' }).click()
    await dialog(page).getByRole('button', { name: 'Reload' }).click()
    await dialog(page)
      .getByText(/^Clients: Could not be reloaded/)
      .waitFor()
    await dialog(page).getByText('build_failed').waitFor()
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()

    await plugins.clients.write({ 'src/index.ts': source })
    await diagnostics.waitFor({ state: 'detached' })
  })

  it('tells of an action that fails after its dialog was closed', async () => {
    const page = await shell.open('/platform/plugins/clients')
    const answer = await holdBack(page, 'POST', '/api/v1/plugins/clients/reload?dry_run=0&cascade=0')
    await page.getByRole('button', { name: 'Reload Clients' }).click()
    await dialog(page).getByRole('button', { name: 'Reload' }).click()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'busy',
      detail: 'Another reload runs.',
    }
    await answer({ status: 409, contentType: 'application/problem+json', json: problem })
    await page.getByRole('alert').filter({ hasText: 'Another reload runs.' }).waitFor()
  })

  it('explains on a missing screen which plugin has failed, and shows the screen once it is repaired', async () => {
    const source = await readFile(plugins.booking.path('src/index.ts'), 'utf8')
    await ask('/api/v1/plugins/booking/deactivate', { method: 'POST' })
    await plugins.booking.write({ 'src/index.ts': `${source}\n}` })
    await ask('/api/v1/plugins/booking/activate', { method: 'POST' })

    const page = await shell.open('/operations/bookings')
    await page.getByRole('heading', { level: 1, name: 'This screen does not exist' }).waitFor()
    const idle = page.getByRole('region', { name: 'Plugins that should be running but are not' })
    await idle.getByText('Could not be loaded, not running').waitFor()
    await idle.getByText('build_failed').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await plugins.booking.write({ 'src/index.ts': source })
    await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor()
  })

  it('changes settings with a form and reloads the plugin; a secret is never shown', async () => {
    const page = await shell.open('/platform/plugins/booking')
    await page.getByLabel('Hours').fill('0')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('At least 1').waitFor()
    const { generation } = (await ask('/api/v1/plugins/booking')) as { generation: number }
    await page.getByLabel('Hours').fill('48')
    await page.getByLabel('Key').fill('a secret')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings saved').waitFor()
    await until('the secret is not shown', async () => (await page.getByLabel('Key').inputValue()) === '')
    await until(
      'the next generation',
      async () => ((await ask('/api/v1/plugins/booking')) as { generation: number }).generation > generation,
    )
    expect(await ask('/api/v1/plugins/booking/settings'))
      .to.have.property('values')
      .that.deep.equals({ hours: 48 })
  })

  it('keeps a setting that is entered while others are being saved as unsaved', async () => {
    const page = await shell.open('/platform/plugins/booking')
    const save = page.getByRole('button', { name: 'Save settings' })
    const letGo = await holdBack(page, 'PUT', '/api/v1/plugins/booking/settings')
    await page.getByLabel('Hours').fill('36')
    await save.click()
    await page.getByLabel('Hours').fill('72')
    await page.getByLabel('Key').fill('another secret')
    await letGo()
    await page.getByText('Settings saved').waitFor()
    await page.getByText('Unsaved changes').waitFor()
    expect(await page.getByLabel('Key').inputValue()).to.equal('another secret')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await save.click()
    expect((await sent).postDataJSON()).to.deep.equal({ hours: 72, api_key: 'another secret' })
  })

  async function steps(page: Page): Promise<string[]> {
    const texts = await dialog(page).getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts()
    return texts.map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/^\d+ /, '')
        .replace(/ (Active|Inactive)$/, ''),
    )
  }
})
