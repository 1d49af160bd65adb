import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'

/** The fields that people and the program change. */
export const FIELDS = ['name', 'price', 'notes'] as const
export type FieldName = (typeof FIELDS)[number]
export type Side = 'mine' | 'theirs'

/** A field for which the panel asks for a choice, with both values as they are shown. */
export interface Line {
  readonly field: FieldName
  readonly mine: string
  readonly theirs: string
  readonly choice: Side
}

/** What a window shows in one moment. */
export interface Shown {
  readonly isForm: boolean
  readonly isView: boolean
  readonly isList: boolean
  readonly isSaving: boolean
  /** `status`: noticed while typing; `alertdialog`: the answer to Save */
  readonly panel: 'status' | 'alertdialog' | null
  readonly lines: readonly Line[]
  readonly isDraftOffered: boolean
  readonly values: Readonly<Record<FieldName, string>>
}

/** Functions in the page: `look` reads it, `plain` makes a price comparable with the stored one. */
const IN_PAGE = `
  const fields = ${JSON.stringify(FIELDS)}
  const plain = (name, text) => name === 'price' ? text.replace(/\\D/g, '') : text
  const input = (name) => document.querySelector('form input[name=' + name + '], form textarea[name=' + name + ']')
  const buttons = (label) =>
    [...document.querySelectorAll('main button')].filter((each) => each.textContent.trim() === label)
  const lineOf = (row) => {
    const field = row.getAttribute('aria-label').toLowerCase()
    const [mine, theirs] = [...row.querySelectorAll('label')].map((each) => plain(field, each.textContent.trim()))
    return { field, mine, theirs, choice: row.querySelector('input').checked ? 'mine' : 'theirs' }
  }
  const look = () => {
    const panel = document.querySelector('[aria-labelledby=conflict-title]')
    const isForm = location.pathname.endsWith('/edit') && input('name') !== null
    return {
      isForm,
      isView: !location.pathname.endsWith('/edit') && document.querySelector('main a[href$="/edit"]') !== null,
      isList: document.querySelector('main table') !== null,
      isSaving: document.querySelector('button[type=submit][data-loading]') !== null,
      panel: panel?.getAttribute('role') ?? null,
      lines: panel ? [...panel.querySelectorAll('[role=radiogroup]')].map(lineOf) : [],
      isDraftOffered: buttons('Restore').length > 0,
      values: Object.fromEntries(fields.map((name) => [name, plain(name, input(name)?.value ?? '')])),
    }
  }
  const press = (label) => {
    const [button] = buttons(label).filter((each) => !each.disabled)
    const seen = look()
    button?.click()
    return button ? seen : null
  }
  const type = (name, text) => {
    const seen = look()
    if (!seen.isForm) return null
    input(name).focus()
    input(name).select()
    document.execCommand('insertText', false, text)
    return seen
  }`

const inPage = <Answer>(page: Page, code: string) => page.evaluate<Answer>(`(() => { ${IN_PAGE}; ${code} })()`)

const typing = (field: FieldName, text: string) =>
  `type('${field}', ${JSON.stringify(field === 'price' ? text.replace(/00$/, '.00') : text)})`

export const look = (page: Page): Promise<Shown> => inPage(page, 'return look()')

/** Waits until a window shows something. */
export const shows = (page: Page, what: string, isTrue: (shown: Shown) => boolean): Promise<Shown> =>
  until(what, async () => {
    const shown = await look(page)
    return isTrue(shown) ? shown : null
  })

/** Presses a button if it is there and enabled, and returns what the person saw at that moment. */
export const press = (page: Page, label: string): Promise<Shown | null> =>
  inPage(page, `return press(${JSON.stringify(label)})`)

/** Types over the content of a field, and returns what the person saw before. */
export const type = (page: Page, field: FieldName, text: string): Promise<Shown | null> =>
  inPage(page, `return ${typing(field, text)}`)

/** Presses Save if that is possible, and types before an answer can arrive. Returns what the person saw before. */
export const saveAndType = (page: Page, field: FieldName, text: string): Promise<Shown | null> =>
  inPage(page, `const seen = press('Save'); if (seen !== null) ${typing(field, text)}; return seen`)

/** Goes to a path without asking what to do with unsaved input, as if the browser had no question for it. */
export const go = (page: Page, path: string): Promise<void> =>
  inPage(page, `history.pushState(null, '', ${JSON.stringify(path)})`)

/** Opens the form of a record with this name, and forgets the drafts of other records, which would be read with each form. */
export async function openForm(page: Page, path: string, name: string): Promise<void> {
  await inPage(
    page,
    `for (const key of Object.keys(localStorage)) if (key.startsWith('atrium-draft ')) localStorage.removeItem(key)`,
  )
  await go(page, path)
  await shows(page, 'the form', ({ isForm, values }) => isForm && values.name === name)
}

/** Goes from the screen of a record to its form. */
export async function edit(page: Page): Promise<void> {
  await inPage(page, `document.querySelector('main a[href$="/edit"]').click()`)
  await shows(page, 'the form', ({ isForm }) => isForm)
}

/** Chooses a side for a field if the panel still asks for it, and returns what the person saw then. */
export const choose = (page: Page, field: FieldName, side: Side): Promise<Shown | null> =>
  inPage(
    page,
    `const seen = look()
     const radio = document.querySelectorAll('[name=conflict-${field}]')[${side === 'mine' ? 0 : 1}]
     radio?.click()
     return radio ? seen : null`,
  )

/** Whether Ctrl+Z would take back a change, because the last one was made in this window. */
export const canUndo = (page: Page): Promise<boolean> =>
  inPage(
    page,
    `document.activeElement?.blur()
     return JSON.parse(sessionStorage.getItem('atrium-changes') ?? '[]').at(-1)?.address !== undefined`,
  )
