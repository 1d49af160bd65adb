import { expect } from 'chai'
import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import type { Random } from './random.ts'

/** What the fields of a form show, by name. */
export type Shown = Readonly<Record<string, unknown>>

type Step = (page: Page, random: Random) => Promise<void>

/** Texts that a field reads, with what it shows once the cursor has left it. */
const READ: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  due_on: { '2026-12-24': 'Dec 24, 2026', '2027-02-01': 'Feb 1, 2027', soon: 'soon' },
  opens: { '930': '09:30', '5 pm': '17:00', nine: 'nine' },
}

const CHARACTERS = [...'abcxyz AZ013-."<']
const MAKERS = ['Ada', 'Grace', 'Linus']
const JSON_PARTS = ['{', '"a"', ':', '1', '}', '[', ']', ',', 'null', ' ']

const pick = <Each>(all: readonly Each[], random: Random): Each => all[random(all.length)] as Each

const named = (page: Page, name: string): Locator => page.locator(`main form [name="${name}"]:not([type=hidden])`)

/** Types a text at the end of a field, or presses a key there. */
async function typeAtEnd(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page()
  await field.focus()
  await keyboard.press('Control+End')
  await (/^[A-Z][a-z]+$/.test(text) ? keyboard.press(text) : keyboard.insertText(text))
}

const typeInto =
  (names: readonly string[], texts: readonly string[]): Step =>
  (page, random) =>
    typeAtEnd(named(page, pick(names, random)), pick(texts, random))

const typeOver =
  (name: string): Step =>
  async (page, random) => {
    await named(page, name).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(pick(Object.keys(READ[name] ?? {}), random))
  }

const press =
  (role: 'radio' | 'checkbox' | 'switch', names: readonly string[]): Step =>
  (page, random) =>
    page.getByRole(role, { name: pick(names, random), exact: true }).press('Space')

/** Chooses something, or takes away the last one of several if it is chosen already. */
const choose =
  (label: string, names: readonly string[]): Step =>
  async (page, random) => {
    const field = page.getByRole('combobox', { name: label, exact: true })
    const name = pick(names, random)
    const chosen = page.locator('main form .mantine-Pill-root').filter({ hasText: name })
    if ((await chosen.count()) > 0) return field.press('Backspace')
    await field.press('ArrowDown')
    await page.getByRole('option', { name }).filter({ visible: true }).click()
    await field.press('Escape')
  }

const typePair: Step = async (page, random) => {
  const pairs = page.getByRole('group', { name: 'Names' })
  const inputs = pairs.getByRole('textbox')
  const count = await inputs.count()
  if (count === 0 || (count < 8 && random(4) === 0))
    return pairs.getByRole('button', { name: 'Add name' }).press('Enter')
  await typeAtEnd(inputs.nth(random(count)), pick(['a', 'b', ' ', 'Backspace'], random))
}

const changeLine: Step = async (page, random) => {
  const lines = page.getByRole('group', { name: 'Lines' })
  const items = lines.locator('[data-item]')
  const count = await items.count()
  if (count === 0 || (count < 4 && random(4) === 0)) return lines.locator('[data-part=add]').press('Enter')
  const item = items.nth(random(count))
  switch (random(5)) {
    case 0:
      return item.locator('[data-part=remove]').press('Enter')
    case 1:
      return item.getByRole('checkbox').press('Space')
    case 2:
      return typeAtEnd(item.getByRole('textbox', { name: 'Count' }), pick(['1', '2', 'Backspace'], random))
    default:
      return typeAtEnd(item.getByRole('textbox', { name: 'What' }), pick(['a', 'b', 'Backspace'], random))
  }
}

const typeTag: Step = (page, random) =>
  typeAtEnd(page.getByRole('combobox', { name: 'Labels' }), pick(['a', 'b', 'c', 'Enter', 'Backspace'], random))

const chooseMoment: Step = async (page, random) => {
  await page.getByRole('button', { name: 'Due at', exact: true }).press('Enter')
  const days = page.locator('[data-dates-dropdown] table button')
  await days.nth(7 + random(14)).press('Enter')
  await page.keyboard.press('Escape')
  await days.first().waitFor({ state: 'detached' })
}

/** What one can enter, by the sections of the form. */
export const STEPS: readonly (readonly Step[])[] = [
  [typeInto(['phone', 'notes', 'story', 'recipe'], [...CHARACTERS, 'Backspace']), typeInto(['title'], CHARACTERS)],
  [
    ...[
      typeInto(['size', 'price'], ['1', '2', '.', 'Backspace']),
      choose('State', ['New', 'Used', 'Gone']),
      choose('Rooms', ['Hall', 'Tower', 'Cellar']),
    ],
    ...[press('radio', ['Day', 'Lamp']), press('checkbox', ['Early', 'Noon', 'Late'])],
    ...[press('checkbox', ['Is insured']), press('switch', ['Is sold'])],
  ],
  [
    ...[typeOver('due_on'), typeOver('opens'), chooseMoment, typeTag, typePair, typePair, changeLine, changeLine],
    ...[
      choose('Maker', MAKERS),
      choose('Helpers', MAKERS),
      typeInto(['frame'], JSON_PARTS),
      typeInto(['color'], ['#', 'a', '1']),
    ],
    press('checkbox', ['Monday', 'Tuesday', 'Wednesday']),
  ],
]

const LOOK = `(() => {
  const form = document.querySelector('main form')
  const all = (selector) => [...(form?.querySelectorAll(selector) ?? [])]
  const shown = {}
  for (const each of all('input[name], textarea[name]'))
    if (each.type === 'checkbox') shown[each.name] = each.checked
    else if (each.type === 'radio') shown[each.name] = each.checked ? each.value : (shown[each.name] ?? '')
    else if (each.closest('[aria-label^=Show]') === null) shown[each.name] = each.value
  const names = all('fieldset').find((each) => each.querySelector('legend')?.textContent === 'Names')
  const tag = all('input[role=combobox]').find((each) => each.labels[0]?.textContent === 'Labels')
  return { ...shown, ...(names && { names: [...names.querySelectorAll('input')].map((each) => each.value) }),
    ...(tag && { labels: [shown.labels, tag.value] }) }
})()`

/** What the form shows in one moment, in a notation that does not depend on where the cursor is. */
export async function shownIn(page: Page): Promise<Shown> {
  const shown = await page.evaluate<Record<string, unknown>>(LOOK)
  const own = Object.entries(shown).filter(([name]) => !name.startsWith('mantine-'))
  return Object.fromEntries(own.map(([name, value]): [string, unknown] => [name, plain(name, value)]))
}

function plain(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return name === 'labels' ? tagsOf(value.map(String)) : pairsOf(value.map(String))
  const text = String(value)
  if (/^(size|price|lines\.\d+\.count)$/.test(name)) return text === '' ? '' : Number(text.replaceAll(' ', '')) || ''
  if (name === 'frame') return plainJson(text)
  return READ[name]?.[text] ?? value
}

/** The finished tags, and the one that is being typed if it is another. */
const tagsOf = ([finished = '', typed = '']: readonly string[]) =>
  [...new Set([...finished.split(','), typed.trim()])].filter((tag) => tag !== '')

/** The rows of names and values in which something stands. */
function pairsOf(texts: readonly string[]): string[] {
  const rows = texts.flatMap((text, index) => (index % 2 === 0 ? [`${text}=${texts[index + 1] ?? ''}`] : []))
  return rows.filter((row) => row !== '=')
}

function plainJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)
  } catch {
    return text.trim() === '' ? '' : text
  }
}

/** Waits a moment until the form shows what was entered, and names the fields that do not. */
export async function expectShown(page: Page, entered: Shown): Promise<void> {
  const lost = async () => differences(entered, await shownIn(page))
  await until('the input', async () => (await lost()).length === 0, { within: 15_000 }).catch(() => undefined)
  expect((await lost()).join('\n')).to.equal('')
}

/** The fields that show something else than was entered. */
function differences(entered: Shown, shown: Shown): string[] {
  const names = [...new Set([...Object.keys(entered), ...Object.keys(shown)])]
  const lines = names.map((name) => [name, JSON.stringify(entered[name]), JSON.stringify(shown[name])])
  return lines.flatMap(([name, was, is]) => (was === is ? [] : [`${name}: entered ${was}, shown ${is}`]))
}
