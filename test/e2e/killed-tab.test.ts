import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'
import { expectShown, shownIn as everythingIn, STEPS, type Shown as Everything } from './every-input.ts'
import { inputsPlugin, STORED_PIECE } from './inputs-plugin.ts'
import { prepareKill } from './kill-tab.ts'
import { kindsPlugin } from './kinds-plugin.ts'
import { type Random, randomFrom } from './random.ts'
import { useShell } from './use-shell.ts'

const WORKS = '/api/v1/gallery/works'

/** How many tabs each test kills, each after other random keys. */
const KILLS = Number(process.env['ATRIUM_TAB_KILLS'] ?? 2)

/** The number of the first sequence of keys, to repeat one that failed. */
const FIRST = Number(process.env['ATRIUM_FIRST_TAB_KILL'] ?? 1)

/** So many tabs are killed one after the other with the same form, each with what was restored from the one before. */
const KILLS_OF_A_FORM = 4

/** A kill comes at the latest after this many keys. */
const MOST_KEYS = 30

const TEXTS = ['title', 'phone', 'story', 'sold'] as const
const CHARACTERS = [...'abcdefgxyz AZ0123-."<']
const RADIOS = {
  light: { day: 'Day', lamp: 'Lamp' },
  channel: { mail: 'By letter', phone: 'By phone' },
} as const
const DAYS = { mo: 'Monday', tu: 'Tuesday', we: 'Wednesday' } as const
const NEW = { title: '', phone: '', story: '', sold: '', light: 'day', channel: '', days: '', is_insured: false }
const STORED = { title: 'Lake', phone: '+44 20', story: 'Calm', sold: '10', light: 'lamp', channel: 'mail', days: 'mo' }

/** What a form shows. */
type Shown = typeof NEW
type TextName = (typeof TEXTS)[number]

describe('a tab that is killed', function () {
  this.timeout(Math.max(600_000, KILLS * 20_000))
  let plugins: readonly PluginDirectory[]
  const shell = useShell(async () => {
    plugins = await Promise.all([kindsPlugin(), inputsPlugin()])
    return { plugins: plugins.map(({ directory }) => directory) }
  })
  after(async () => void (await Promise.all(plugins.map((each) => each[Symbol.asyncDispose]()))))

  const send = async (method: string, to: string, json?: object) => {
    const response = await shell.host.request(to, { method, ...(json === undefined ? {} : { json }) })
    expect(response.status, `${method} ${to}`).to.be.lessThan(300)
    return (await response.json()) as Record<string, unknown> & { id: number }
  }
  const createWork = async () => (await send('POST', WORKS, { ...STORED, sold: 10, days: ['mo'] })).id

  it('loses no key: the next tab has every field as it was typed', async () => {
    const context = await openContext()
    for (let seed = FIRST; seed < FIRST + KILLS; seed += 1)
      await named(seed, async () => {
        const id = seed % 2 === 0 ? await createWork() : undefined
        const { page } = await restoredAfterKill(context, seed, id)
        await page.close()
      })
  })

  it('loses neither its own input nor what somebody else has saved meanwhile', async () => {
    const context = await openContext()
    for (let seed = FIRST; seed < FIRST + Math.ceil(KILLS / 4); seed += 1)
      await named(seed, async () => {
        const id = await createWork()
        const change = () => send('PATCH', `${WORKS}/${id}`, { email: `ada${seed}@example.com`, light: 'day' })
        const { page, typed } = await restoredAfterKill(context, seed, id, { change, isEarly: seed % 2 === 0 })
        await page.getByRole('radio', { name: 'Email: keep theirs', checked: true }).waitFor()
        await page.getByRole('button', { name: 'Save this version' }).click()
        await page.waitForURL(`**/operations/works/${id}`)
        const { title, phone = '', story = '', ...others } = await send('GET', `${WORKS}/${id}`)
        expect({ title, phone, story }).to.deep.equal({ title: typed.title, phone: typed.phone, story: typed.story })
        expect(others).to.include({ email: `ada${seed}@example.com`, is_insured: typed.is_insured })
        await page.close()
      })
  })

  it('loses no input of any kind, on one page and in steps', async () => {
    const context = await openContext()
    for (let seed = FIRST; seed < FIRST + Math.ceil(KILLS / KILLS_OF_A_FORM); seed += 1)
      await named(seed, async () => {
        const [random, address] = [randomFrom(seed), await formOf(seed)]
        let entered: Everything | undefined
        for (let left = Math.min(KILLS, KILLS_OF_A_FORM); left >= 0; left -= 1) {
          const page = await context.newPage()
          await page.goto(address)
          await page.locator('main form [name=title]').waitFor()
          if (entered) await page.getByRole('button', { name: 'Restore' }).click()
          if (entered) await expectShown(page, entered)
          if (left > 0) entered = await enterUntilKilled(page, { random, isInSteps: address.includes('orders') })
          else await page.evaluate('localStorage.clear()')
          await page.close()
        }
      })
  })

  /** The address of a new record on one page or in steps, or of a stored one. */
  const formOf = async (seed: number): Promise<string> => {
    if (seed % 3 < 2) return `/operations/${seed % 3 === 0 ? 'orders' : 'pieces'}/create`
    const { id } = await send('POST', '/api/v1/workshop/pieces', STORED_PIECE)
    return `/operations/pieces/${id}/edit`
  }

  const openContext = async () => (await shell.open('about:blank')).context()

  /** Types into a form until its process is killed, restores the draft in a new tab, and compares. */
  const restoredAfterKill = async (
    context: BrowserContext,
    seed: number,
    id: number | undefined,
    { change, isEarly = false }: { change?: () => Promise<unknown>; isEarly?: boolean } = {},
  ): Promise<{ page: Page; typed: Shown }> => {
    const random = randomFrom(seed)
    const address = `/operations/works/${id === undefined ? 'create' : `${id}/edit`}`
    const page = await context.newPage()
    await page.goto(address)
    const start: Shown = id === undefined ? NEW : { ...NEW, ...STORED }
    await until('the form', async () => (await shownIn(page)).title === start.title)
    const typed = await typeUntilKilled(page, { random, start, ...(isEarly && change ? { change } : {}) })
    await page.close()
    if (!isEarly) await change?.()
    const later = await context.newPage()
    await later.goto(address)
    await later.getByRole('button', { name: 'Restore' }).click()
    await hasAllFields(later)
    expect(JSON.stringify(await shownIn(later))).to.equal(JSON.stringify(typed))
    return { page: later, typed }
  }
})

/** Says with which seed a run can be repeated. */
async function named(seed: number, run: () => Promise<void>): Promise<void> {
  await run().catch((cause: unknown) => {
    throw new Error(`With seed [${seed}]: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  })
}

/** Presses random keys, kills the tab right after one of them, and returns what was typed. */
async function typeUntilKilled(
  page: Page,
  { random, start, change }: { random: Random; start: Shown; change?: () => Promise<unknown> },
): Promise<Shown> {
  const kill = await prepareKill(page)
  let typed = start
  for (let left = 1 + random(MOST_KEYS); left > 0 || isSame(typed, start); left -= 1) {
    if (left === 1) await change?.()
    typed = { ...typed, ...(await (random(4) === 0 ? choose(page, random, typed) : typeOne(page, random, typed))) }
  }
  await kill()
  return typed
}

/** Enters random things into a form, goes on to its later steps, kills the tab, and returns what the form showed. */
async function enterUntilKilled(
  page: Page,
  { random, isInSteps }: { random: Random; isInSteps: boolean },
): Promise<Everything> {
  const kill = await prepareKill(page)
  const title = page.locator('main form [name=title]')
  if ((await title.inputValue()) === '') await title.fill('A')
  const sections = isInSteps ? STEPS : [STEPS.flat()]
  let present = 0
  for (let left = 1 + random(MOST_KEYS); left > 0; left -= 1) {
    const steps = sections[present] ?? []
    await steps[random(steps.length)]?.(page, random)
    if (present + 1 === sections.length || random(6) > 0) continue
    present += 1
    await page.getByRole('button', { name: 'Next:' }).press('Enter')
    await page.getByRole('tab', { selected: true, name: new RegExp(`^${present + 1}\\.`) }).waitFor()
  }
  await hasAllFields(page)
  const entered = await everythingIn(page)
  await kill()
  return entered
}

/** Waits until the code of the rarer kinds of fields is loaded. */
const hasAllFields = (page: Page) => page.locator('main form [data-loading]').first().waitFor({ state: 'detached' })

const isSame = (one: Shown, other: Shown) => JSON.stringify(one) === JSON.stringify(other)

/** Presses one key in a text field, and returns the field as it is then. */
async function typeOne(page: Page, random: Random, typed: Shown): Promise<Partial<Shown>> {
  const name: TextName = TEXTS[random(TEXTS.length)] ?? 'title'
  const before = typed[name]
  await textOf(page, name).focus()
  await page.keyboard.press('Control+End')
  if (random(5) === 0 && (name !== 'title' || before.length > 1)) {
    await page.keyboard.press('Backspace')
    return { [name]: [...before].slice(0, -1).join('') }
  }
  if (name === 'sold' && before.length > 1) return {}
  const key = name === 'sold' ? String(1 + random(3)) : (CHARACTERS[random(CHARACTERS.length)] ?? 'a')
  await page.keyboard.press(key)
  return { [name]: before + key }
}

/** Chooses with the space bar, and returns the field as it is then. */
async function choose(page: Page, random: Random, typed: Shown): Promise<Partial<Shown>> {
  const press = (role: 'radio' | 'checkbox', name: string) => page.getByRole(role, { name, exact: true }).press('Space')
  const [light, channel, day] = [one(RADIOS.light, random), one(RADIOS.channel, random), one(DAYS, random)]
  switch (random(4)) {
    case 0:
      await press('radio', light[1])
      return { light: light[0] }
    case 1:
      await press('radio', channel[1])
      return { channel: channel[0] }
    case 2:
      await press('checkbox', day[1])
      return { days: toggled(typed.days, day[0]) }
    default:
      await press('checkbox', 'Is insured')
      return { is_insured: !typed.is_insured }
  }
}

const one = <Name extends string>(labels: Readonly<Record<Name, string>>, random: Random): [Name, string] => {
  const all = Object.entries(labels) as [Name, string][]
  return all[random(all.length)] as [Name, string]
}

/** `mo we` with or without a day, in the order of the week. */
function toggled(days: string, day: string): string {
  const chosen = days.split(' ')
  return Object.keys(DAYS)
    .filter((each) => chosen.includes(each) !== (each === day))
    .join(' ')
}

const textOf = (page: Page, name: TextName) => page.locator(`[name=${name}]:is(input, textarea)`)

/** What the form shows in one moment. */
const shownIn = (page: Page): Promise<Shown> =>
  page.evaluate(`(() => {
    const text = (name) => document.querySelector('input[name=' + name + '], textarea[name=' + name + ']')?.value
    const box = (label) => [...document.querySelectorAll('input[type=checkbox], input[type=radio]')]
      .find((each) => each.labels[0]?.textContent.trim().startsWith(label))?.checked ?? false
    const chosen = (labels) => Object.keys(labels).filter((each) => box(labels[each])).join(' ')
    return { ...Object.fromEntries(${JSON.stringify(TEXTS)}.map((name) => [name, text(name)])),
      light: chosen(${JSON.stringify(RADIOS.light)}), channel: chosen(${JSON.stringify(RADIOS.channel)}),
      days: chosen(${JSON.stringify(DAYS)}), is_insured: box('Is insured') }
  })()`)
