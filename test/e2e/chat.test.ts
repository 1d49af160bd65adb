import path from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')
/** What somebody wrote into records, and an agent repeats. */
const INJECTED = [
  '![x](http://evil.example/x.png) [here](http://evil.example/z)',
  '<img src=http://evil.example/y.png>',
]

describe('the chat with agents', () => {
  const shell = useShell(async () => ({
    plugins: ['clients', 'booking', 'ai-agents'].map((id) => path.join(PLUGINS, id)),
    panels: [
      { id: 'operations', title: 'Operations' },
      { id: 'agents', title: 'Agents' },
    ],
  }))
  let practice: Practice
  let wanted: { service_id: number; specialist_id: number; client_id: number; starts_at: string }
  before(async () => {
    practice = new Practice(shell.host)
    const [service_id] = [await practice.service({ name: INJECTED[0] }), await practice.service({ name: INJECTED[1] })]
    const specialist_id = await practice.specialist({ service_id })
    const client_id = await practice.client()
    wanted = { service_id, specialist_id, client_id, starts_at: ahead(1) }
  })

  const bookings = async () => (await practice.ask<{ id: number; status: string }[]>('GET', '/bookings')).body
  const box = (page: Page) => page.getByRole('textbox', { name: 'Message to Offline agent' })
  const send = async (page: Page, text: string) => {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
  const tabTo = async (page: Page, name: RegExp) => {
    const aim = page.getByRole('button', { name }).and(page.locator(':focus'))
    await until(`focus on ${name}`, async () => {
      await page.keyboard.press('Shift+Tab')
      return (await aim.count()) === 1
    })
  }

  it('shows where to create an agent, then books a slot after approval, by keyboard alone, across a reload of page and plugin', async () => {
    const page = await shell.open('/agents')
    await page.getByRole('link', { name: 'New agent' }).waitFor()
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    const aside = page.getByRole('complementary', { name: 'Chat' })
    await aside.getByRole('link', { name: 'New agent' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await aside.getByRole('button', { name: 'Close Chat' }).click()
    await practice.ask('POST', '/api/v1/plugins/ai-agents/seed', { in_production: true })
    await page.reload()
    await box(page).focus()
    await page.keyboard.type('Please book')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.insertText(`/booking_book ${JSON.stringify(wanted)}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    const card = page.getByRole('region', { name: 'Approval: Create a booking' })
    const namesWhatIsBooked = () =>
      until('the card names what is booked', async () =>
        /Service !.* Specialist Ada Client Grace Hopper Starts \w+ \d+, \d+, /.test(
          (await card.innerText()).replaceAll(/\s+/g, ' '),
        ),
      )
    await namesWhatIsBooked()
    expect(await violations(page)).to.deep.equal([])
    expect(await bookings()).to.deep.equal([])
    await page.reload()
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    await practice.ask('POST', '/api/v1/plugins/ai-agents/reload')
    await box(page).focus()
    await tabTo(page, /^Approve/)
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('I have done what your message says').waitFor()
    await page.getByText(/Approved and done by/).waitFor()
    expect(await bookings()).to.have.length(1)
    await namesWhatIsBooked()
    // Its last words come after the booking.
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    const said = await page.getByRole('log').innerText()
    await page.reload()
    await page.getByText(/Approved and done by/).waitFor()
    await namesWhatIsBooked()
    await until('the same words', async () => (await page.getByRole('log').innerText()) === said)
  })

  it('shows a call that was rejected as not done, with the reason, and nothing happens', async () => {
    const page = await shell.open('/agents/chat')
    await send(page, `/booking_book ${JSON.stringify(wanted)}`)
    await page.getByRole('button', { name: /^Reject/ }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Not today')
    await page.keyboard.press('Enter')
    await page.getByText(/Rejected by .*: Not today\./).waitFor()
    await page.getByRole('log').getByText('not done', { exact: true }).click()
    await page.getByRole('log').locator('details').getByText(INJECTED[0]!).first().waitFor()
    await page.getByRole('log').getByText('not done', { exact: true }).waitFor()
    expect(await page.getByRole('log').getByText('failed', { exact: true }).count()).to.equal(0)
    expect(await bookings()).to.have.length(1)
  })

  it('says what became of an approval of a record that somebody else had changed meanwhile', async () => {
    const [booking] = await bookings()
    const page = await shell.open('/agents/chat')
    await send(page, `/booking_change_booking {"id":${booking?.id},"notes":"At the window"}`)
    await page.getByText('The record when this was asked').waitFor()
    expect(await page.getByText('The record has changed since this was asked').count()).to.equal(0)
    await practice.ask('PATCH', `/bookings/${booking?.id}`, { notes: 'Bring a towel' })
    await page.getByText('The record has changed since this was asked').waitFor()
    await page.getByRole('button', { name: /^Approve/ }).click()
    const card = page.getByRole('region', { name: /^Approval: / })
    const outcome = card.getByText(/^Approved by .+\. Something had changed since it was asked, so nothing was done/)
    await outcome.waitFor()
    expect(await outcome.innerText()).to.match(/\. Ask the agent again\.$/)
    expect((await bookings())[0]).to.include({ notes: 'Bring a towel' })
  })

  it('loads no image and follows no link of an answer, on a phone in the dark', async () => {
    const page = await shell.open('/agents/chat', { colorScheme: 'dark', viewport: { width: 360, height: 740 } })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(shell.host.url)) elsewhere.push(request.url())
    })
    await send(page, '/booking_list_services {}')
    await page.getByText('Image, not loaded: x (evil.example)').waitFor()
    await page.getByRole('link', { name: 'here' }).waitFor()
    await page.getByRole('log').locator('li', { hasText: '<img src=' }).waitFor()
    expect(elsewhere).to.deep.equal([])
    expect(await violations(page)).to.deep.equal([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
  })

  it('sends a message that was entered before the connection was there', async () => {
    const page = await shell.open('/operations/bookings')
    let connect: () => void = () => undefined
    const mayConnect = new Promise<void>((resolve) => (connect = resolve))
    await page.routeWebSocket(/\/api\/v1\/ws/, async (socket) => {
      await mayConnect
      socket.connectToServer()
    })
    await page.goto('/agents/chat')
    await send(page, '/booking_list_services {}')
    expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).to.equal(false)
    connect()
    await page.getByRole('log').getByText('I have done what your message says').waitFor()
  })

  it('opens beside a record, which the agent is told, is fetched only then, and is stopped in every tab', async () => {
    const [booking] = await bookings()
    const page = await shell.open(`/operations/bookings/${booking?.id}`)
    await page
      .getByRole('button', { name: 'Edit' })
      .or(page.getByRole('link', { name: 'Edit' }))
      .waitFor()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loaded.filter((name) => /assistant-aside|ai-agents/.test(name))).to.deep.equal([])
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await until('focus on the message', async () => (await box(page).and(page.locator(':focus')).count()) === 1)
    await send(page, `/booking_confirm_booking {"id":${booking?.id}}`)
    await page.getByText(`About /api/v1/booking/bookings/${booking?.id}`).waitFor()
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    expect(await violations(page)).to.deep.equal([])

    const other = await shell.open('/agents/chat')
    await other
      .getByRole('button', { name: /booking_confirm_booking/ })
      .first()
      .click()
    await other.getByRole('button', { name: /^Approve/ }).waitFor()
    await page.keyboard.press('Escape')
    for (const tab of [page, other]) await tab.getByRole('log').getByText('Stopped.').waitFor()
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    expect((await bookings())[0]).to.include({ status: 'pending' })
  })
})
