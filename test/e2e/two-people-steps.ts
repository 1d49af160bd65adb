import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { FieldName, Line, Shown } from './two-people.ts'
import { canUndo, choose, edit, FIELDS, go, look, press, saveAndType, shows, type } from './two-people.ts'

type Values = Partial<Record<FieldName, string>>

/** What the test knows of a person: pairs such as `name=Lamp`. */
export interface Person {
  readonly name: string
  /** Whatever they typed. */
  readonly entered: Set<string>
  /** Values of others that they saw before they typed over them or chose theirs. */
  readonly seen: Set<string>
  /** What they typed or chose, and pressed Save for. */
  readonly wanted: Set<string>
  /** What they were shown as saved. */
  readonly saved: Set<string>
}

/** A window of a person. A person may have more than one. */
export interface Seat {
  readonly name: string
  readonly person: Person
  readonly page: Page
  /** What they typed, and neither saved nor gave up. */
  typed: Values
  /** What they typed before the form was gone; it is offered. */
  kept: Values
  /** What they chose in the panel. */
  choices: Partial<Record<FieldName, Line>>
  /** Whether another window has restored or discarded what is typed here. */
  isTaken: boolean
  /** How many changes were saved here. */
  undoable: number
}

/** A sequence of steps on one record. */
export interface Run {
  readonly id: number
  readonly path: string
  readonly seats: readonly Seat[]
  readonly random: (limit: number) => number
  /** Another value for each call. */
  readonly value: (field: FieldName) => string
  readonly log: string[]
}

type Step = (run: Run, seat: Seat) => Promise<void>

const pairs = (values: Values) => Object.entries(values).map(([field, value]) => `${field}=${value}`)

const addAll = (set: Set<string>, added: readonly string[]) => added.forEach((each) => set.add(each))

export const fieldOf = ({ random }: Run): FieldName => FIELDS[random(FIELDS.length)] ?? 'name'

const typeValue: Step = async (run, seat) => {
  if ((await look(seat.page)).isView) await edit(seat.page)
  const field = fieldOf(run)
  const text = run.value(field)
  noteTyped(run, seat, { field, text, seen: await type(seat.page, field, text) })
}

function noteTyped(
  { log }: Run,
  seat: Seat,
  { field, text, seen }: { field: FieldName; text: string; seen: Shown | null },
): void {
  const { seen: seenBefore, entered } = seat.person
  log.push(`${seat.name} types [${text}] into ${field} over [${seen?.values[field]}]`)
  if (!(field in seat.typed)) seenBefore.add(`${field}=${seen?.values[field]}`)
  entered.add(`${field}=${text}`)
  seat.typed = { ...seat.typed, [field]: text }
  seat.isTaken = false
}

const save: Step = async (run, seat) => {
  if ((await press(seat.page, 'Save')) !== null) await finish(run, seat, { wanted: pairs(seat.typed) })
}

/** The person goes on typing while their input is on its way. */
const saveAndGoOn: Step = async (run, seat) => {
  const field = fieldOf(run)
  const text = run.value(field)
  const wanted = seat.typed
  const answered = seat.page.waitForResponse((response) => response.request().method() === 'PATCH')
  const seen = await saveAndType(seat.page, field, text)
  if (seen === null) return void answered.catch(() => undefined)
  noteTyped(run, seat, { field, text, seen })
  await answered
  await finish(run, seat, { wanted: pairs(wanted), later: { [field]: text } })
}

/** Waits for the answer to Save: the record, the question which version to keep, or the form with what was typed since. */
async function finish(
  { log }: Run,
  seat: Seat,
  { wanted, later }: { wanted: readonly string[]; later?: Values },
): Promise<void> {
  const { person } = seat
  addAll(person.wanted, wanted)
  seat.choices = {}
  const { panel } = await shows(
    seat.page,
    `the answer to the Save of ${seat.name}`,
    ({ isView, isSaving, isForm, panel }) =>
      isView || (!isSaving && (panel === 'alertdialog' || (later !== undefined && isForm))),
  )
  log.push(`${seat.name} saves ${wanted.join(', ')}: ${panel === 'alertdialog' ? 'conflict' : 'saved'}`)
  if (panel === 'alertdialog') return
  addAll(person.saved, wanted)
  seat.typed = later ?? {}
  seat.undoable += 1
}

/** Everybody presses Save in the same moment. */
const saveTogether: Step = async (run) => {
  await Promise.all(run.seats.map((each) => save(run, each)))
}

const chooseSide: Step = async (run, seat) => {
  const field = fieldOf(run)
  const side = run.random(2) === 0 ? 'mine' : 'theirs'
  const seen = await choose(seat.page, field, side)
  const line = seen?.lines.find((each) => each.field === field)
  if (line === undefined) return
  run.log.push(`${seat.name} chooses ${side} for ${field}: [${line[side]}]`)
  seat.choices[field] = { ...line, choice: side }
}

const saveChosen: Step = async (run, seat) => {
  const seen = await press(seat.page, 'Save this version')
  if (seen === null) return
  expectChoices(seat, seen)
  await finish(run, seat, { wanted: takeChosen(seat, seen) })
}

/** What a person saves who has the choices of the panel before their eyes. */
function takeChosen(seat: Seat, { lines }: Shown): string[] {
  const mine = lines.filter(({ choice }) => choice === 'mine')
  const given = new Set<string>(lines.filter(({ choice }) => choice === 'theirs').map(({ field }) => field))
  addAll(
    seat.person.seen,
    mine.map(({ field, theirs }) => `${field}=${theirs}`),
  )
  seat.typed = Object.fromEntries(Object.entries(seat.typed).filter(([field]) => !given.has(field)))
  return [...new Set([...pairs(seat.typed), ...mine.map((each) => `${each.field}=${each.mine}`)])]
}

const leavePanel: Step = async ({ random, log }, seat) => {
  const label = random(3) === 0 ? 'Discard mine' : 'Back to the form'
  if ((await press(seat.page, label)) === null) return
  log.push(`${seat.name} presses ${label}: ${pairs(seat.typed).join(', ')}`)
  if (label === 'Discard mine') seat.typed = {}
  seat.choices = {}
}

/** Loading a tab again takes as long as ten other steps. */
const RELOAD_ONE_OF = 8

/** The form is gone without a question: the tab is loaded again, or another screen takes its place. */
const loseForm: Step = async ({ path, random, log }, seat) => {
  if (!(await look(seat.page)).isForm) return
  const isReload = random(RELOAD_ONE_OF) === 0
  log.push(`${seat.name} ${isReload ? 'reloads' : 'is taken to the list and returns'}`)
  if (isReload) await seat.page.reload()
  else {
    await go(seat.page, '/operations/items')
    await shows(seat.page, 'the list', ({ isList }) => isList)
    await go(seat.page, path)
  }
  await shows(seat.page, 'the form', ({ isForm }) => isForm)
  if (!seat.isTaken) seat.kept = { ...seat.kept, ...seat.typed }
  Object.assign(seat, { typed: {}, choices: {} })
}

/** The person restores all that is offered, which may be from their other window, or discards it. */
const answerDraft: Step = async ({ seats, random, log }, seat) => {
  const before = await look(seat.page)
  if (!before.isForm || !before.isDraftOffered) return
  const label = random(4) === 0 ? 'Discard' : 'Restore'
  while ((await press(seat.page, label)) !== null);
  log.push(`${seat.name} presses ${label}: ${pairs(seat.kept).join(', ')}`)
  if (label === 'Restore') seat.typed = restored(seat, before, await look(seat.page))
  for (const each of seats) if (each.person === seat.person) Object.assign(each, { kept: {}, isTaken: each !== seat })
}

/** What is unsaved in the form after drafts were restored. What somebody else's version brings into the form does not count. */
function restored({ person, kept, typed }: Seat, before: Shown, { values }: Shown): Values {
  const others = FIELDS.filter((field) => values[field] !== before.values[field] && !(field in kept))
  const found = Object.fromEntries(others.map((field) => [field, values[field]]))
  const back = Object.fromEntries(
    Object.entries(found).filter(([field, value]) => person.entered.has(`${field}=${value}`)),
  )
  return { ...back, ...kept, ...typed }
}

/** Ctrl+Z on the screen of the record takes back what this window saved. */
const undo: Step = async ({ log }, seat) => {
  if (seat.undoable === 0 || !(await look(seat.page)).isView) return
  seat.undoable -= 1
  if (!(await canUndo(seat.page))) return
  const answered = seat.page.waitForResponse((response) => response.url().includes('/undo/'))
  await seat.page.keyboard.press('Control+z')
  log.push(`${seat.name} presses Ctrl+Z: ${(await answered).status()}`)
}

/** The more often a step is listed, the more often it is taken. */
export const STEPS: readonly Step[] = [
  ...[typeValue, typeValue, typeValue, typeValue, save, save, saveAndGoOn, saveTogether],
  ...[chooseSide, chooseSide, chooseSide, saveChosen, saveChosen, leavePanel],
  ...[loseForm, loseForm, answerDraft, undo],
]

/** What is typed stays in the form until it is saved or given up, earlier input is offered, and what was chosen stays chosen. */
export async function expectInput(seat: Seat): Promise<void> {
  const shown = await look(seat.page)
  expectChoices(seat, shown)
  if (shown.isForm) expect(shown.values, `the form of ${seat.name}`).to.deep.include(seat.typed)
  else expect(seat.typed, `the input of ${seat.name}`).to.deep.equal({})
  const isOffered = Object.keys(seat.kept).length > 0
  if (shown.isForm && isOffered) expect(shown.isDraftOffered, `the draft of ${seat.name}`).to.equal(true)
}

/** A choice holds until the person types something else, and the one for their own value until the other value changes. */
function expectChoices({ name, choices }: Seat, { lines }: Shown): void {
  for (const { field, mine, theirs, choice } of lines) {
    const chosen = choices[field]
    const isThat = chosen?.mine === mine && (chosen.choice === 'theirs' || chosen.theirs === theirs)
    if (isThat) expect(choice, `the choice of ${name} for ${field}`).to.equal(chosen.choice)
  }
}
