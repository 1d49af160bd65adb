import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api-problem.ts'
import { randomKey } from '../api/random-key.ts'
import { forgetRecords, refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { msg, t, type Message } from '../language/t.ts'
import { isDialogOpen, isTyping } from '../theme/is-typing.ts'
import { toast } from './toast.ts'

/** What follows on this page when a change is undone, and when it is then made again. */
export interface Afterwards {
  readonly undone?: () => void
  readonly redone?: () => void
}

/** How many changes have been announced since the page was loaded. */
let done = 0

interface Done extends Afterwards {
  /** A better message, which names the record and has to be fetched. */
  readonly named?: Promise<string>
}

/** Announces that something was done, and offers to undo it if the host does: in the toast, and at once with Ctrl+Z in this tab. */
export function doneWithUndo(message: string, address: string | undefined, { named, ...on }: Done = {}): void {
  done += 1
  remember([...remembered(), { address, message }])
  if (address !== undefined) afterwards.set(address, on)
  if (named === undefined) return announce(message, address)
  void named.then((better) => {
    if (address !== undefined)
      remember(remembered().map((each) => (each.address === address ? { address, message: better } : each)))
    announce(better, address)
  })
}

function announce(message: string, address: string | undefined): void {
  if (address === undefined) return toast.done(message)
  // A key may have undone it before it had a name.
  if (afterwards.has(address)) toast.done(message, { label: t('Undo'), run: () => void undo(address), id: address })
}

/** Offers the same for what only this page can undo, until it is reloaded. */
export function doneWithOwnUndo(message: string, run: () => void): void {
  const id = `${OWN}${randomKey()}`
  own.set(id, run)
  remember([...remembered(), { address: id, message }])
  toast.done(message, { label: t('Undo'), run: () => void undo(id), id })
}

/** Begins the names of changes that only this page can undo. */
const OWN = 'own:'
const own = new Map<string, () => void>()
const afterwards = new Map<string, Afterwards>()

/** Changes that are being sent. Each stays until its answer is remembered, or has failed. */
const underWay = new Set<Promise<unknown>>()

/** Lets Ctrl+Z wait for a change that is being sent, and undo that one rather than the one before. Returns what it was given. */
export function sendingChange<Answer>(sent: Promise<Answer>): Promise<Answer> {
  const ended = Promise.allSettled([sent]).then(() => new Promise((resolve) => setTimeout(resolve)))
  underWay.add(ended)
  void ended.then(() => underWay.delete(ended))
  return sent
}

/** Undoing and redoing that has been asked for and is not answered yet. */
const undoing = new Set<Promise<unknown>>()

function nowUndoing<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const ended = Promise.allSettled([asked])
  undoing.add(ended)
  void ended.then(() => undoing.delete(ended))
  return asked
}

/** The changes of this page that are not answered yet, undoing included. An editor that opened meanwhile would start from an old version. */
export const changesUnderWay = (): readonly Promise<unknown>[] => [...underWay, ...undoing]

/** What was asked for with the keys: one after the other, because each undoes what is then the last change. */
let keys: Promise<void> = Promise.resolve()

/** Lets Ctrl+Z (⌘Z on a Mac) undo the last change of this tab, unless the cursor is in a field or a dialog is open. */
export function undoByKey(client: QueryClient): void {
  queryClient = client
  window.addEventListener('keydown', (event) => {
    const isKey =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isKey || event.defaultPrevented || event.repeat || isTyping(event.target)) return
    if ((remembered().length === 0 && underWay.size === 0) || isDialogOpen()) return
    event.preventDefault()
    const [isSending, before] = [underWay.size > 0, done]
    const next = async () => {
      await Promise.all(underWay)
      // What was being sent has failed. The person did not mean the change before it.
      if (!isSending || done > before) await undoLast()
    }
    keys = nowUndoing(keys.then(next, next))
  })
}

async function undoLast(): Promise<void> {
  const last = remembered().at(-1)
  if (last === undefined) return
  if (last.address === undefined) passOver(last.message)
  else await undo(last.address)
}

/** The latest change cannot be undone. Without this, the keys would take back an older one, which the person may not have meant. */
function passOver(message: string): void {
  const before = remembered().slice(0, -1)
  remember(before)
  const next = before.at(-1)
  const refused = t('This cannot be undone: {message}', { message })
  if (next?.address === undefined) return toast.failed(refused)
  toast.failed(`${refused}. ${t('The same keys now undo: {message}', { message: next.message })}`)
}

let queryClient: QueryClient | undefined

/** Undoes a change, says which if it was one of this tab, and offers to redo it. */
export async function undo(address: string): Promise<void> {
  const message = remembered().find((each) => each.address === address)?.message
  remember(remembered().filter((each) => each.address !== address))
  toast.withdraw(address)
  const run = own.get(address)
  own.delete(address)
  if (run !== undefined) return run()
  const on = afterwards.get(address)
  afterwards.delete(address)
  const again = await send(address, t('Nothing was undone'))
  if (again === undefined) return
  on?.undone?.()
  const undone = message === undefined ? t('Undone') : t('Undone: {message}', { message })
  toast.ended(undone, { label: t('Redo'), run: () => void redo(again, message, on) })
}

async function redo(address: string, message: string | undefined, on?: Afterwards): Promise<void> {
  const again = await send(address, t('Nothing was done again'))
  if (again === undefined) return
  on?.redone?.()
  doneWithUndo(message ?? t('Done again'), again, on)
}

/** Returns the address that reverts this; undefined if it was refused, which is shown. */
async function send(address: string, refused: string): Promise<string | undefined> {
  try {
    return (await nowUndoing(request('POST', address))).undo
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : ''
    const reason = REASONS[code] ? t(REASONS[code]) : error instanceof Error ? error.message : ''
    toast.failed(`${refused}. ${reason}`)
    return undefined
  } finally {
    if (queryClient) {
      forgetRecords(queryClient)
      void refreshRecords(queryClient)
    }
  }
}

const REASONS: Readonly<Record<string, Message>> = {
  undo_outdated: msg('It has been changed again since.'),
  undo_over: msg('It has been undone already, or is too long ago.'),
  record_not_found: msg('It was not your change.'),
}

/** A change of this tab: the address that undoes it, or the id of what only this page can undo, and what was said of it. */
interface Change {
  /** Undefined if it cannot be undone. */
  readonly address?: string | undefined
  readonly message: string
}

/** Where the changes of this tab are stored, so that they survive a reload. */
const KEY = 'atrium-changes'
const MOST = 50

/** The changes of this tab, the latest last. What only a page could undo that has been left is gone. */
function remembered(): readonly Change[] {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Change[]
  return stored.filter(({ address }) => address?.startsWith(OWN) !== true || own.has(address))
}

function remember(changes: readonly Change[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(changes.slice(-MOST)))
  } catch {
    // The browser stores nothing, but the toast still offers it.
  }
}
