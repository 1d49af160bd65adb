import { expect } from 'chai'
import type { Page, WebSocketRoute } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { editedTemplate } from './edited-template.ts'
import type { EditedTemplate } from './edited-template.ts'
import { isQuiet, ITEMS, receives, rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

interface Shown {
  revision?: string
  state?: string
}

const RESOURCES = 'src/resources.ts'
const NOTES = `field.textarea('notes').visible_when('status', { enum: ['active', 'retired'] }),`

describe('what is on screen', () => {
  let plugin: EditedTemplate
  const shell = useShell(async () => {
    plugin = await editedTemplate()
    return { plugins: [plugin.directory], watch: true }
  })
  after(() => plugin.remove())
  let published: string
  beforeEach('begin with the plugin as it is published', async () => {
    await plugin.restore()
    published ??= await documents()
    await until('the plugin as it is published', async () => (await documents()) === published)
    await shell.removeAll()
  })

  /** What the plugin shows, and its state. */
  async function documents(): Promise<string> {
    const paths = ['/api/v1/ui/dashboards/items-list', '/api/v1/ui/dashboards/items-create', '/api/v1/plugins/template']
    const answers = await Promise.all(
      paths.map(async (path) => (await shell.host.request(path)).json() as Promise<Shown>),
    )
    return answers.map(({ state, revision }) => state ?? revision).join()
  }

  /** Opens a screen and waits until it is subscribed to changes. */
  async function listen(to: string): Promise<Page> {
    const page = await shell.open('about:blank')
    const subscribed = isSubscribed(page)
    await page.goto(to)
    await subscribed
    await isQuiet(page)
    return page
  }

  it('changes right after the author saves, without a gap, and requests only what has changed', async () => {
    await shell.create()
    const page = await listen('/operations/items')
    await rows(page, 1)
    await page.evaluate(WATCH_FOR_GAPS)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))

    await plugin.edit(RESOURCES, `.title('Items')`, `.title('Things')`)
    await page.getByRole('heading', { level: 1, name: 'Things' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Things' }).waitFor()
    const changed = ['/api/v1/panels', '/api/v1/panels/operations', ITEMS, '/api/v1/ui/dashboards/items-list']
    await until('all that has changed', () => changed.every((path) => asked.includes(path)))
    await isQuiet(page)
    expect(await page.evaluate('window.gaps')).to.equal(0)
    expect(asked.filter((path) => !path.startsWith('/api/v1/plugins')).sort()).to.deep.equal(changed)
  })

  it('stays while the plugin is broken, with the diagnostic above it and the input kept', async () => {
    const page = await listen('/operations/items/create')
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('1.15')
    await plugin.edit('src/item.ts', 'export const Item', 'export const = Item')
    const banner = page.getByRole('status', { name: 'Diagnostic of Template' })
    await banner.getByText('src/item.ts:4:14', { exact: true }).waitFor()
    await banner.getByText('is still running').waitFor()
    await complainsOfNothing(page)
    expect(await page.getByLabel('Name').inputValue()).to.equal('Oak lamp')

    await plugin.edit('src/item.ts', 'export const = Item', 'export const Item')
    await banner.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue()).to.equal('Oak lamp')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    expect(await (await shell.host.request(ITEMS)).json()).to.have.length(1)
  })

  it('keeps input when the form changes, and names input whose field is gone', async () => {
    const page = await listen('/operations/items/create')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Active' }).click()
    await page.getByLabel('Notes').fill('By the door')
    await page.getByLabel('Name').pressSequentially('Oak lmp')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')

    await plugin.edit(RESOURCES, NOTES, '')
    const notice = page.getByRole('status').filter({ hasText: 'This form has just changed' })
    await notice.getByText('By the door').waitFor()
    await complainsOfNothing(page)
    expect(await page.getByLabel('Notes').count()).to.equal(0)
    await page.keyboard.type('a')
    expect(await page.getByLabel('Name').inputValue()).to.equal('Oak lamp')

    await plugin.edit(RESOURCES, `field.text('name'),`, `field.section('About', [field.text('name')]), ${NOTES}`)
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Notes').inputValue()).to.equal('By the door')
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('s')
    expect(await page.getByLabel('Name').inputValue()).to.equal('Oak lasmp')
  })

  it('creates one record if the form is sent again once the host is back, also if a label has changed meanwhile', async () => {
    const page = await listen('/operations/items/create')
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('10')
    const keys: (string | undefined)[] = []
    await page.route(`**${ITEMS}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const response = await route.fetch()
      if (keys.length === 1) await route.abort()
      else await route.fulfill({ response })
    })
    let isThere = false
    await page.route('**/livez', (route) => (isThere ? route.continue() : route.abort()))
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    // The buttons of a long form are at the lower end of the window.
    const { y = 0, height = 0 } = (await page.getByText('The server cannot be reached').boundingBox()) ?? {}
    expect(y + height, 'the lower end of the message').to.be.at.most(200)

    await plugin.edit(RESOURCES, `field.text('name')`, `field.text('name').label('Called')`)
    await page.getByLabel('Called').waitFor()
    await page.getByText('Waiting for the server…').waitFor()
    await complainsOfNothing(page)
    isThere = true
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    expect(keys).to.have.length(2)
    expect(keys[1]).to.equal(keys[0])
    expect(await (await shell.host.request(ITEMS)).json()).to.have.length(1)
  })

  it('is loaded again after a lost connection, if something has changed meanwhile', async () => {
    const page = await shell.open('about:blank')
    const sockets: WebSocketRoute[] = []
    let isBack = false
    await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
      sockets.push(socket)
      if (sockets.length === 1 || isBack) socket.connectToServer()
    })
    await page.goto('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    await until('a connection', () => sockets[0])
    await page.waitForLoadState('networkidle')
    await sockets[0]?.close({ code: 1012 })

    await until('a second attempt', () => sockets[1])
    await plugin.edit(RESOURCES, `.title('Items')`, `.title('Things')`)
    await until('the label to be served', async () =>
      (await (await shell.host.request('/api/v1/ui/dashboards/items-list')).text()).includes('Things'),
    )
    expect(await page.getByRole('heading', { level: 1, name: 'Items' }).isVisible()).to.equal(true)
    // The page gives up an attempt after 10 s, so this may be a later one.
    isBack = true
    sockets.at(-1)?.connectToServer()
    await page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await page.getByRole('heading', { level: 1, name: 'Things' }).waitFor()
  })

  it('says at once that the host is away, before anybody saves', async () => {
    const page = await shell.open('about:blank')
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => void sockets.push(socket))
    await page.goto('/operations/items')
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    await until('a connection', () => sockets[0])
    let isThere = false
    await page.route('**/livez', (route) => (isThere ? route.continue() : route.abort()))
    await sockets[0]?.close({ code: 1012 })
    const banner = page.getByText('The server cannot be reached')
    await banner.waitFor()
    isThere = true
    await banner.waitFor({ state: 'detached' })
  })

  it('says that the host is away if it stands still and answers nothing, until it answers', async () => {
    const page = await listen('/operations/items/create')
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('10')
    let answer = () => undefined as void
    const standing = new Promise<void>((resolve) => (answer = resolve))
    for (const path of [`**${ITEMS}`, '**/livez'])
      await page.route(path, (route) => void standing.then(() => route.continue()).catch(() => undefined))
    await page.getByRole('button', { name: 'Create' }).click()
    const banner = page.getByText('The server cannot be reached')
    await banner.waitFor()
    answer()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    await banner.waitFor({ state: 'detached' })
    expect(await (await shell.host.request(ITEMS)).json()).to.have.length(1)
  })

  it('has a spinner in the middle of the button while it is saved, also without motion', async () => {
    const page = await listen('/operations/items/create')
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('10')
    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**${ITEMS}`, (route) => void held.then(() => route.continue()))
    await page.getByRole('button', { name: 'Create' }).click()
    const button = await page.locator('button[data-loading]').boundingBox()
    const spinner = await page.locator('button[data-loading] .mantine-Loader-root').boundingBox()
    for (const [at, size] of [
      ['x', 'width'],
      ['y', 'height'],
    ] as const) {
      const middle = (box: typeof button) => (box?.[at] ?? 0) + (box?.[size] ?? 0) / 2
      expect(middle(spinner), at).to.be.closeTo(middle(button), 1)
    }
    answer()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
  })

  it('goes on after a sign-in over unsaved input, and without any leads to sign-in as soon as the session ends', async () => {
    const page = await listen('/operations/items/create')
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('10')
    await page.evaluate(SET_PASSWORD)
    await page.evaluate(`fetch('/api/v1/auth/sessions/current', { method: 'DELETE' })
      .then(() => document.querySelector('form button[type=submit]').click())`)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    const said = await dialog.getByText('Your session has ended.').boundingBox()
    const asked = await dialog.getByText('E-mail', { exact: true }).boundingBox()
    expect((asked?.y ?? 0) - (said?.y ?? 0) - (said?.height ?? 0), 'the gap above the fields').to.be.above(10)
    await dialog.getByLabel('E-mail').fill('ada@example.com')
    await dialog.getByLabel('Password', { exact: true }).fill('not the password')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByText('E-mail and password do not match').waitFor()
    await complainsOfNothing(page)
    await dialog.getByLabel('Password', { exact: true }).fill('a long walk along the river')
    const again = isSubscribed(page)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    await again
    expect(await (await shell.host.request(ITEMS)).json()).to.have.length(1)

    const anew = isSubscribed(page)
    await page.goto('/operations/items')
    await anew
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    await page.evaluate(`fetch('/api/v1/auth/sessions/current', { method: 'DELETE' })`)
    await page.waitForURL('**/sign-in?next=%2Foperations%2Fitems')

    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long walk along the river')
    const subscribed = isSubscribed(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Items' }).waitFor()
    await subscribed
    await plugin.edit(RESOURCES, `.title('Items')`, `.title('Things')`)
    await page.getByRole('heading', { level: 1, name: 'Things' }).waitFor()
  })
})

/** Expects no violation of the accessibility rules in both themes. */
async function complainsOfNothing(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page), colorScheme).to.deep.equal([])
  }
}

/** Waits until a new connection of a page is subscribed to changes. */
const isSubscribed = (page: Page) => receives(page, '"subscribed"')

const SET_PASSWORD = `fetch('/api/v1/auth/password', {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com', password: 'a long walk along the river' }),
})`

/** Counts the frames in which the screen had no heading, no row, or a loading indicator. */
const WATCH_FOR_GAPS = `
  window.gaps = 0
  const look = () => {
    if (!document.querySelector('h1') || !document.querySelector('tbody tr a') || document.querySelector('[aria-label=Loading]')) window.gaps += 1
    requestAnimationFrame(look)
  }
  look()
`
