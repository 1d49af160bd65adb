import { expect } from 'chai'
import type { Page, WebSocketRoute } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { isQuiet, isWatching, rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

describe('records on screen', () => {
  const shell = useShell()
  beforeEach(() => shell.removeAll())

  /** Opens a screen and waits until the host watches what it shows. */
  async function watch(to: string, options?: Parameters<typeof shell.open>[1]): Promise<Page> {
    const page = await shell.open('about:blank', options)
    const watching = isWatching(page)
    await page.goto(to)
    await watching
    await isQuiet(page)
    return page
  }

  it('follow what others do, in a list and on the page of a record', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const list = await watch('/operations/items')
    const record = await watch(`/operations/items/${id}`)
    await shell.change(id, { name: 'Elm lamp' })
    await list.getByRole('link', { name: 'Elm lamp' }).waitFor()
    await record.getByRole('heading', { level: 1, name: 'Elm lamp' }).waitFor()
    await shell.create({ name: 'Pine lamp' })
    expect(await rows(list, 2)).to.include.members(['Elm lamp', 'Pine lamp'])
    await shell.host.request(`/api/v1/template/items/${id}`, { method: 'DELETE' })
    await record.getByText('There is no such record.').waitFor()
    expect(await rows(list, 1)).to.deep.equal(['Pine lamp'])
  })

  it('keep their rows while somebody chooses among them, and offer the new ones', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      const page = await watch('/operations/items?_sort=name&_order=ASC', { viewport })
      const before = await rows(page, 1)
      await page.locator('tbody tr').getByRole('checkbox').check()
      const { id: added } = await shell.create({ name: 'Ash lamp' })
      const offer = page.getByRole('button', { name: '1 new' })
      await offer.waitFor()
      expect(await rows(page, 1)).to.deep.equal(before)
      await shell.change(id, { name: `${before[0]} II` })
      await page.getByRole('link', { name: `${before[0]} II` }).waitFor()
      expect(await violations(page)).to.deep.equal([])
      await offer.click()
      expect(await rows(page, 2)).to.deep.equal(['Ash lamp', `${before[0]} II`])
      await offer.waitFor({ state: 'detached' })
      await shell.host.request(`/api/v1/template/items/${added}`, { method: 'DELETE' })
      await page.context().close()
    }
  })

  it('show in a form at once that somebody else has saved, and leave the input alone', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', status: 'active', notes: 'Old' })
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 740 },
    ]) {
      const mine = await watch(`/operations/items/${id}/edit`, { viewport })
      const theirs = await watch(`/operations/items/${id}/edit`)
      const sent: string[] = []
      mine.on('request', (request) => sent.push(request.method()))
      const name = mine.getByLabel('Name')
      await name.fill('')
      await name.pressSequentially('My la')
      await theirs.getByLabel('Notes').fill(`From a desk of ${viewport.width}`)
      await theirs.getByRole('button', { name: 'Save' }).click()
      const notice = mine.getByRole('status').filter({ hasText: 'Somebody else has changed this record' })
      await notice.getByText(`From a desk of ${viewport.width}`).waitFor()
      for (const side of ['Yours', 'Theirs']) await notice.getByRole('button', { name: side }).waitFor()
      await mine.keyboard.type('mp')
      expect(await name.inputValue()).to.equal('My lamp')
      expect(sent).not.to.include('PATCH')
      expect(await violations(mine)).to.deep.equal([])

      await notice.getByRole('button', { name: 'Save this version' }).click()
      await mine.waitForURL(`**/operations/items/${id}`)
      expect(await shell.item(id)).to.include({ name: 'My lamp', notes: `From a desk of ${viewport.width}` })
      await shell.change(id, { name: 'Oak lamp' })
      for (const page of [mine, theirs]) await page.context().close()
    }
  })

  it('give the cursor back to the form after a look at a conflict', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', status: 'active', notes: 'Old' })
    const page = await watch(`/operations/items/${id}/edit`)
    await page.getByLabel('Name').fill('My lamp')
    await shell.change(id, { notes: 'Theirs' })
    const notice = page.getByRole('status').filter({ hasText: 'Somebody else has changed this record' })
    await notice.getByRole('button', { name: 'Back to the form' }).press('Enter')
    await page.getByLabel('Name').and(page.locator(':focus')).waitFor()
  })

  it('that were read long before the host could watch them are read again', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('about:blank')
    const sent: (string | Buffer)[] = []
    let isThere = false
    let connect: () => void = () => undefined
    await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
      const waiting: (string | Buffer)[] = []
      let send = (message: string | Buffer): void => void waiting.push(message)
      socket.onMessage((message) => {
        sent.push(message)
        send(message)
      })
      connect = () => {
        const server = socket.connectToServer()
        send = (message) => server.send(message)
        waiting.forEach(send)
      }
      // The page gives up an attempt after 10 s, so the one that is let through may be over.
      if (isThere) connect()
    })
    await page.goto('/operations/items')
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    await until('an attempt', () => sent[0])
    await page.waitForLoadState('networkidle')
    await shell.change(id, { name: 'Elm lamp' })
    await page.evaluate('{ const now = Date.now; Date.now = () => now() + 2000 }')
    isThere = true
    connect()
    await page.getByRole('link', { name: 'Elm lamp' }).waitFor()
  })

  it('are read once more after a lost connection, and in a hidden tab only once it is visible', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('about:blank')
    const sockets: WebSocketRoute[] = []
    const answers: (string | Buffer)[] = []
    let isBack = false
    await page.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
      sockets.push(socket)
      if (sockets.length > 1 && !isBack) return
      socket.connectToServer().onMessage((message) => {
        answers.push(message)
        socket.send(message)
      })
    })
    await page.goto('/operations/items')
    await rows(page, 1)
    await until('a connection that the host has answered', () => answers[0])
    await page.waitForLoadState('networkidle')
    await sockets[0]?.close({ code: 1012 })
    await until('a second attempt', () => sockets[1])
    await shell.change(id, { name: 'Elm lamp' })
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    // The page gives up an attempt after 10 s, so this may be a later one.
    isBack = true
    sockets.at(-1)?.connectToServer()
    await page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await page.getByRole('link', { name: 'Elm lamp' }).waitFor()
    await isQuiet(page)

    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const other = await watch('/operations/items')
    await shell.change(id, { name: 'Ash lamp' })
    await other.getByRole('link', { name: 'Ash lamp' }).waitFor()
    expect(asked).to.deep.equal([])
    await page.evaluate(`delete document.hidden; delete document.visibilityState;
      document.dispatchEvent(new Event('visibilitychange')); window.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByRole('link', { name: 'Ash lamp' }).waitFor()
  })
})
