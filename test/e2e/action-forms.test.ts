import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { askingPlugin } from './asking-plugin.ts'
import { holdBack } from './hold-back.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const TICKETS = '/api/v1/desk/tickets'
const LIST = '/operations/tickets'

describe('the form of an action', () => {
  const shell = useShell(async () => {
    const plugin = await askingPlugin()
    return { plugins: [plugin.directory] }
  })

  const ask = async (method: string, path: string, json?: unknown) => {
    const response = await shell.host.request(path, { method, ...(json === undefined ? {} : { json }) })
    return (await response.json()) as Record<string, unknown>
  }
  const ticket = async (subject: string) => Number((await ask('POST', TICKETS, { subject })).id)
  /** Opens the dialog of an action in a row's menu. */
  const start = async (page: Page, subject: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${subject}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
    return page.getByRole('dialog')
  }

  it('shows errors at the field, keeps the input when the host refuses it, and runs once the input is valid', async () => {
    const id = await ticket('Broken lamp')
    const page = await shell.open(LIST)
    const dialog = await start(page, 'Broken lamp', 'Close')
    await dialog.getByText('What is closed stays closed.').waitFor()
    const reason = dialog.getByLabel('Reason')
    await reason.and(page.locator(':focus')).waitFor()
    expect(await violations(page)).to.deep.equal([])

    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByText('Reason is required').waitFor()
    await reason.fill('No reason')
    await page.keyboard.press('Control+Enter')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByText('Give a reason').waitFor()
    await reason.fill('Not now')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByText('The ticket is being worked at.').waitFor()
    expect(await reason.inputValue()).to.equal('Not now')
    expect(await violations(page)).to.deep.equal([])

    await reason.fill('It is mended')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Closed: “Broken lamp”').waitFor()
    await page.getByRole('cell', { name: 'Closed' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await ask('GET', `${TICKETS}/${id}`)).to.include({ status: 'closed', closed_by: 'staff' })
  })

  it('cannot change while it is being sent, so that nothing entered is lost unseen', async () => {
    const id = await ticket('Bent lamp')
    const page = await shell.open(LIST)
    const dialog = await start(page, 'Bent lamp', 'Close')
    const reason = dialog.getByLabel('Reason')
    await reason.fill('No reason')
    const letGo = await holdBack(page, 'PATCH', `${TICKETS}/${id}/close`)
    await page.keyboard.press('Control+Enter')
    await dialog.locator('[aria-busy=true]').waitFor()
    await page.keyboard.type(' at all')
    expect(await reason.inputValue()).to.equal('No reason')
    await letGo()
    await dialog.getByText('Give a reason').waitFor()
    await page.keyboard.type(' at all')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
  })

  it('keeps the focus on its button while it is sent, so that one goes on there after a refusal', async () => {
    await ticket('Lost lamp')
    const page = await shell.open(LIST)
    const dialog = await start(page, 'Lost lamp', 'Close')
    await dialog.getByLabel('Reason').fill('Not now')
    const button = dialog.getByRole('button', { name: 'Close' }).last()
    await button.focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('The ticket is being worked at.').waitFor()
    await button.and(page.locator(':focus')).waitFor()
  })

  it('shows, requires and sends a field according to its conditions', async () => {
    const id = await ticket('Late parcel')
    const phone = { colorScheme: 'dark', viewport: { width: 390, height: 800 } } as const
    const page = await shell.open(`${LIST}/${id}`, phone)
    await page.getByRole('button', { name: 'Close' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('It came')
    expect(await dialog.getByLabel('Receipt').count()).to.equal(0)
    await dialog.getByRole('combobox', { name: 'By' }).click()
    await page.getByRole('option', { name: 'Client' }).click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByText('Receipt is required').waitFor()
    expect(await violations(page)).to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
    await dialog.getByLabel('Receipt').fill('R-7')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Closed', { exact: true }).first().waitFor()
    expect(await ask('GET', `${TICKETS}/${id}`)).to.include({ closed_by: 'client' })
  })

  it('starts with the values of the record, and does not overwrite another person’s change', async () => {
    const id = await ticket('Old name')
    const page = await shell.open(`${LIST}/${id}`)
    await page.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    const subject = dialog.getByLabel('Subject')
    expect(await subject.inputValue()).to.equal('Old name')
    expect(await dialog.getByRole('button', { name: 'Rename' }).isDisabled()).to.equal(true)
    await subject.fill('My name')
    await ask('PATCH', `${TICKETS}/${id}`, { subject: 'Their name' })
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByText('Somebody else has changed this record').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Save this version' }).click()
    await page.getByRole('heading', { name: 'My name' }).waitFor()
  })

  it('asks before it continues with a record that has changed meanwhile', async () => {
    const id = await ticket('Wet floor')
    const page = await shell.open(`${LIST}/${id}`)
    await page.getByRole('button', { name: 'Close' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('It is dry')
    await ask('PATCH', `${TICKETS}/${id}`, { subject: 'Very wet floor' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.getByText('Continue if you still want to.').waitFor()
    expect(await ask('GET', `${TICKETS}/${id}`)).to.include({ status: 'open' })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Very wet floor' }).waitFor()
    expect(await ask('GET', `${TICKETS}/${id}`)).to.include({ status: 'closed' })
  })

  it('asks before it discards input, and returns the focus', async () => {
    await ticket('Cold room')
    const page = await shell.open(LIST)
    const dialog = await start(page, 'Cold room', 'Close')
    await dialog.getByLabel('Reason').fill('Never mind')
    await page.keyboard.press('Escape')
    await page.getByText('What you entered here was not sent.').waitFor()
    await page.keyboard.press('Escape')
    expect(await dialog.getByLabel('Reason').inputValue()).to.equal('Never mind')
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'detached' })
    const menu = page.getByRole('button', { name: 'Actions for Cold room' })
    await menu.and(page.locator(':focus')).waitFor()
    await start(page, 'Cold room', 'Close')
    await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor()
  })

  it('of the whole list is sent with an Idempotency-Key, so that it runs once', async () => {
    const page = await shell.open(LIST)
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByRole('dialog').getByLabel('Text').fill('Lost keys')
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).dblclick()
    await page.getByRole('link', { name: 'Lost keys' }).waitFor()
    expect(await ask('GET', '/api/v1/desk/received')).to.include({ runs: 1 })
    expect((await ask('GET', '/api/v1/desk/received')).key).to.match(/^[0-9a-f]{32}$/)
  })

  it('of a block knows the record of the screen and the record of the row', async () => {
    const id = await ticket('Noise')
    const page = await shell.open(`${LIST}/${id}`)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('dialog').getByLabel('Text').fill('At night')
    await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('cell', { name: 'At night', exact: true }).waitFor()
    const dialog = await start(page, 'At night', 'Correct')
    await dialog.getByLabel('Text').fill('In the morning')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('cell', { name: `In the morning (${id})`, exact: true }).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })

  it('uploads files with their fields, shows progress, and can be cancelled', async () => {
    const page = await shell.open(LIST)
    const network = await page.context().newCDPSession(page)
    const slow = (throughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: throughput,
      })
    await page.getByRole('button', { name: 'Picture' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('File').and(page.locator(':focus')).waitFor()
    const buffer = Buffer.alloc(3_000_000, 'x')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer })
    await dialog.getByLabel('Title').fill('A lamp')
    await network.send('Network.enable')
    // So slow that the upload is under way until it is stopped, however long the look at the screen takes.
    await slow(10_000)
    await dialog.getByRole('button', { name: 'Picture' }).click()
    await dialog.getByRole('progressbar', { name: 'Upload' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await dialog.getByRole('button', { name: 'Go back' }).waitFor()
    expect(await dialog.getByLabel('Title').inputValue()).to.equal('A lamp')
    await slow(-1)
    await dialog.getByRole('button', { name: 'Picture' }).click()
    await page.getByText('Picture: done').waitFor()
    const { parts, bytes } = await ask('GET', '/api/v1/desk/received')
    expect(parts).to.deep.equal(['title', 'is_private', 'file lamp.png'])
    expect(bytes).to.be.greaterThan(3_000_000)
  })
})
