import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { signInPerson } from '../helpers/sign-in-person.ts'
import { randomFrom } from './random.ts'
import { openForm } from './two-people.ts'
import { expectInput, fieldOf, type Person, type Run, type Seat, STEPS } from './two-people-steps.ts'
import { ITEMS, useShell } from './use-shell.ts'

/** How many random sequences of steps the people and the program take. */
const INTERLEAVINGS = Number(process.env['ATRIUM_INTERLEAVINGS'] ?? 3)

/** The number of the first sequence, to repeat one that failed. */
const FIRST = Number(process.env['ATRIUM_FIRST_INTERLEAVING'] ?? 1)

const STEPS_OF_EACH = 25

/** A member of the answer of `GET <record>/history`. */
interface Entry {
  readonly person: string
  readonly changes: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[]
}

/** Two of them belong to the same person. */
interface Window {
  readonly name: string
  readonly owner: string
  readonly page: Page
}

describe('two people and a program that change one record', function () {
  this.timeout(Math.max(600_000, INTERLEAVINGS * 30_000))
  const shell = useShell()

  it('lose no input, and save nothing that nobody typed or chose', async () => {
    const ada = await open('Ada')
    const second = await ada.page.context().newPage()
    await second.goto('/operations/items')
    const windows = [ada, { ...ada, name: 'Ada in a second window', page: second }, await open('Grace')]
    for (const { page } of windows) page.on('dialog', (dialog) => void dialog.accept())
    for (let seed = FIRST; seed < FIRST + INTERLEAVINGS; seed += 1) {
      const log: string[] = []
      await interleave(windows, seed, log).catch((cause: unknown) => {
        const steps = log.map((each) => `\n  ${each}`).join('')
        throw new Error(`With seed [${seed}]: ${cause instanceof Error ? cause.message : String(cause)}${steps}`, {
          cause,
        })
      })
    }
  })

  async function open(name: string): Promise<Window> {
    const { cookie } = await signInPerson(shell.host, { name, permissions: ['template.*.*', 'platform.shell.view'] })
    const [key = '', value = ''] = cookie.split('=')
    const page = await shell.open('/operations/items', { cookies: [{ name: key, value, url: shell.host.url }] })
    return { name, owner: name, page }
  }

  async function interleave(windows: readonly Window[], seed: number, log: string[]): Promise<void> {
    const run = await start(windows, seed, log)
    for (let left = STEPS_OF_EACH; left > 0; left -= 1) {
      const seat = run.seats[run.random(run.seats.length)] as Seat
      const step = STEPS[run.random(STEPS.length)]
      await Promise.all([step?.(run, seat), run.random(6) === 0 && change(run)])
      await Promise.all(run.seats.map(expectInput))
    }
    await expectHistory(run)
    // The list to which the windows go is otherwise longer and slower with each run.
    await shell.host.request(`${ITEMS}/${run.id}`, { method: 'DELETE' })
  }

  async function start(windows: readonly Window[], seed: number, log: string[]): Promise<Run> {
    const title = `Lamp ${seed}`
    const { id } = await shell.create({ name: title, status: 'active', price: 100, notes: 'Old' })
    const people = new Map(windows.map(({ owner }) => [owner, newPerson(owner)]))
    const seats = windows.map(({ name, owner, page }): Seat => {
      const person = people.get(owner) as Person
      return { name, page, person, typed: {}, kept: {}, choices: {}, isTaken: false, undoable: 0 }
    })
    const path = `/operations/items/${id}/edit`
    await Promise.all(seats.map(({ page }) => openForm(page, path, title)))
    let count = 1
    const value = (field: string) => (field === 'price' ? `${(count += 1)}00` : `${field} ${(count += 1)}`)
    return { id, path, seats, log, value, random: randomFrom(seed) }
  }

  /** The program changes a field, of the version that it has read or of whichever there is. */
  async function change(run: Run): Promise<void> {
    const field = fieldOf(run)
    const text = run.value(field)
    const isCareful = run.random(3) > 0
    const read = await shell.host.request(`${ITEMS}/${run.id}`)
    const headers: Record<string, string> = isCareful ? { 'if-match': read.headers.get('etag') ?? '' } : {}
    const json = { [field]: field === 'price' ? Number(text) : text }
    const { status } = await shell.host.request(`${ITEMS}/${run.id}`, { method: 'PATCH', headers, json })
    run.log.push(`the program changes ${field} to [${text}]: ${status}`)
    expect(status).to.be.oneOf([200, 412])
  }

  /** Compares the changes of each person with what they typed, chose and saw. Ctrl+Z brings back what they saw instead of what they wanted. */
  async function expectHistory({ id, seats }: Run): Promise<void> {
    const answer = await shell.host.request(`${ITEMS}/${id}/history?_limit=500`)
    const entries = (await answer.json()) as Entry[]
    for (const { name, seen, wanted, saved } of new Set(seats.map(({ person }) => person))) {
      const changes = entries.filter(({ person }) => person === name).flatMap((each) => each.changes)
      const made = changes.map(({ field, to }) => `${field}=${String(to)}`)
      const lost = changes.map(({ field, from }) => `${field}=${String(from)}`)
      expect([...wanted, ...seen], `what ${name} wanted`).to.include.members(made)
      expect([...wanted, ...seen], `what ${name} saw`).to.include.members(lost)
      expect(made, `what ${name} was told is saved`).to.include.members([...saved])
    }
  }
})

const newPerson = (name: string): Person => ({
  ...{ name, entered: new Set(), seen: new Set(), wanted: new Set(), saved: new Set() },
})
