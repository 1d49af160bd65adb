import path from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ProviderServer } from '../../plugins/ai-agents/test/provider-server.ts'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { useShell } from './use-shell.ts'

const AGENTS = '/api/v1/ai-agents'
const ROW = '| 10:00 | Hopper | Physiotherapy | Lovelace | Berlin | confirmed |'
const TABLE = [
  '| Time | Client | Service | Specialist | Location | Status |',
  '|---|---|---|---|---|---|',
  ...Array.from({ length: 14 }, () => ROW),
]
const LONG = [
  `${TABLE.join('\n')}\n`,
  ...Array.from({ length: 40 }, (_, at) => `\nParagraph ${at}.\n`),
  '\nThat is all.',
]
const LOG = `document.querySelector('[role="log"]')`
const PLACE = `${LOG}.scrollTop`
const BELOW = `${LOG}.scrollHeight - ${LOG}.scrollTop - ${LOG}.clientHeight`

/** The number of lines in each cell of the tables. */
const LINES = `[...${LOG}.querySelectorAll('td')].map((cell) => {
  const text = document.createRange()
  text.selectNodeContents(cell)
  return new Set([...text.getClientRects()].map(({ top }) => top)).size
})`

const SET_PASSWORD = `fetch('/api/v1/auth/password', {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.com', password: 'a long walk along the river' }),
})`

describe('a long answer in the chat', () => {
  const provider = new ProviderServer()
  const shell = useShell(async () => ({
    plugins: [path.resolve(import.meta.dirname, '../../plugins/ai-agents')],
    panels: [{ id: 'agents', title: 'Agents' }],
    egressAllow: ['127.0.0.1'],
  }))
  before(async () => {
    await provider.open()
    const made = async (to: string, json: object) => {
      const answer = await shell.host.request(`${AGENTS}${to}`, { method: 'POST', json })
      if (!answer.ok) throw new Error(`[${to}] answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as { id: number }).id
    }
    const values = { name: 'Model', kind: 'openai-compatible', base_url: provider.url, api_key: 'sk-test-1234567' }
    const credential_id = await made('/credentials', values)
    await made('/agents', { name: 'Front desk', credential_id, model: 'small' })
  })
  after(() => provider.close())

  const box = (page: Page) => page.getByRole('textbox', { name: 'Message to Front desk' })
  const ask = async (page: Page, text: string) => {
    await box(page).fill(text)
    await box(page).press('Enter')
  }
  const log = (page: Page) => page.getByRole('log')
  const place = (page: Page) => page.evaluate<number>(PLACE)
  const below = (page: Page) => page.evaluate<number>(BELOW)

  it('keeps the words of a table whole on a phone, where the table is scrolled', async () => {
    provider.play({ text: LONG })
    const page = await shell.open('/agents/chat', { viewport: { width: 360, height: 740 } })
    await ask(page, 'What is tomorrow like?')
    await log(page).getByText('That is all.').waitFor()
    const lines = await page.evaluate<number[]>(LINES)
    expect(Math.max(...lines), 'one line for each word').to.equal(1)
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360)
  })

  it('stays in view to its end when the usage appears below it', async () => {
    provider.play({ text: LONG })
    const page = await shell.open('/agents/chat')
    await ask(page, 'What is tomorrow like?')
    await page.getByText(/This conversation: \d+ tokens read/).waitFor()
    await log(page).getByText('That is all.').waitFor()
    await until('the end in view', async () => (await below(page)) < 2)
  })

  it('does not move while a person reads a little above its end', async () => {
    let goOn = () => undefined as void
    const pause = new Promise<void>((resolve) => (goOn = resolve))
    provider.play({ text: LONG.slice(0, 30), hold: pause, rest: LONG.slice(30) })
    const page = await shell.open('/agents/chat')
    await ask(page, 'What is tomorrow like?')
    await log(page).getByText('Paragraph 28.').waitFor()
    await until('the end in view', async () => (await below(page)) < 2)
    await log(page).hover()
    await page.mouse.wheel(0, -50)
    let before = NaN
    await until('the place above, where the log stands still', async () => {
      const earlier = before
      await page.evaluate('new Promise(requestAnimationFrame)')
      before = await place(page)
      return before === earlier && (await below(page)) > 40
    })
    goOn()
    await log(page).getByText('That is all.').waitFor()
    expect(await place(page)).to.equal(before)
    await page.getByRole('button', { name: 'To the end' }).click()
    await until('the end in view', async () => (await below(page)) < 2)
  })

  it('leaves the focus in the message when it is stopped with the mouse', async () => {
    provider.play({ text: LONG.slice(0, 30), hold: new Promise(() => undefined) })
    const page = await shell.open('/agents/chat')
    await ask(page, 'What is tomorrow like?')
    await log(page).getByText('Paragraph 28.').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await log(page).getByText('Stopped.').waitFor()
    expect(await box(page).and(page.locator(':focus')).count()).to.equal(1)
  })

  it('follows a first message also if the person has gone elsewhere while its conversation was created', async () => {
    provider.play({ text: ['At ten.'] })
    const page = await shell.open('/agents/chat')
    const conversations = page.getByRole('navigation', { name: 'Conversations' })
    const toAgents = page.getByRole('navigation', { name: 'Agents', exact: true }).getByRole('link', { name: 'Agents' })
    await conversations
      .getByRole('button', { name: /^What is tomorrow/ })
      .first()
      .waitFor()
    const create = await holdBack(page, 'POST', `${AGENTS}/conversations`)
    await ask(page, 'When is Ada free?')
    await toAgents.click()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    await create()
    await until('the question to arrive', () => provider.asked.length > 0)
    expect(page.url()).not.to.include('_chat')
    await page.goBack()
    await conversations.getByRole('button', { name: /^When is Ada free/ }).click()
    await log(page).getByText('At ten.').waitFor()

    provider.play({ text: ['At noon.'] })
    await page.getByRole('button', { name: 'New conversation' }).first().click()
    const createAgain = await holdBack(page, 'POST', `${AGENTS}/conversations`)
    await ask(page, 'And Grace?')
    await conversations.getByRole('button', { name: /^When is Ada free/ }).click()
    await log(page).getByText('At ten.').waitFor()
    await createAgain()
    const other = conversations.getByRole('button', { name: /^And Grace/ })
    await other.waitFor()
    await log(page).getByText('At ten.').waitFor()
    await other.click()
    await log(page).getByText('At noon.').waitFor()
  })

  it('leaves what is being written in its place when a failed question is sent again', async () => {
    provider.play({ status: 400, body: 'No.' })
    const page = await shell.open('/agents/chat')
    await ask(page, 'What is next?')
    await page.getByRole('button', { name: 'Send again' }).waitFor()
    await box(page).fill('And what about Friday?')
    provider.play({ text: ['Lunch.'] })
    await page.getByRole('button', { name: 'Send again' }).click()
    await log(page).getByText('Lunch.').waitFor()
    expect(await box(page).inputValue()).to.equal('And what about Friday?')
  })

  it('takes no focus in an assistant that is shown when the person has gone on elsewhere', async () => {
    const page = await shell.open('/agents/agents/create')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.waitFor()
    const load = await holdBack(page, 'GET', '/assistant-aside*.js')
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await name.fill('Back office')
    await load()
    await box(page).waitFor()
    await name.and(page.locator(':focus')).waitFor()
  })

  // Last, because it ends the session of all of these tests.
  it('keeps what is written and goes on with the answer when the session has ended and the person signs in again', async () => {
    let goOn = () => undefined as void
    const pause = new Promise<void>((resolve) => (goOn = resolve))
    provider.play({ text: ['The first half'], hold: pause, rest: [' and the second.'] })
    const page = await shell.open('/agents/chat')
    await page.evaluate(SET_PASSWORD)
    await ask(page, 'Both halves, please')
    await log(page).getByText('The first half').waitFor()
    await box(page).fill('And what about Friday?')
    await page.evaluate(`fetch('/api/v1/auth/sessions/current', { method: 'DELETE' })`)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('E-mail').fill('ada@example.com')
    goOn()
    await dialog.getByLabel('Password', { exact: true }).fill('a long walk along the river')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await log(page).getByText('The first half and the second.').waitFor()
    expect(await box(page).inputValue()).to.equal('And what about Friday?')
    // The next message can be sent once the answer has ended, which is shortly after its last words.
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
    provider.play({ text: ['Friday is free.'] })
    await box(page).press('Enter')
    await log(page).getByText('Friday is free.').waitFor()
    expect(await log(page).locator('article').count()).to.equal(2)
  })
})
