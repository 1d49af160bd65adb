import { randomUUID } from 'node:crypto'
import { type Caller, insert_rows } from '@atrium/sdk'
import type { RouteKind } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import {
  type AfterUndo,
  afterUndoOf,
  gatherIn,
  type OperationRequest,
  type Outcome,
  presentRequest,
  requiresUndo,
  undoImpossible,
  type UndoNotes,
} from '../operations/index.ts'
import type { OperationRegistry, Registries } from '../registries/index.ts'
import { declaredSteps, isDeclared } from './declared-undo.ts'
import { LostRows } from './lost-rows.ts'
import { stepsOf, type UndoStep } from './undo-steps.ts'
import { addressOf, openChangesOf, sealedPlace, UNDO, UNDO_TABLE } from './undo-table.ts'

interface NotesOptions {
  readonly database: Database
  readonly operations: OperationRegistry
  readonly keys: KeyRing
  /** Seconds for which mails and other effects of a change wait. */
  readonly seconds: number
  /** Hours for which changes can be undone. */
  readonly hours: number
  readonly jobs: UndoableJobs
  /** Reports each publication, with which the tables may change. */
  readonly registries?: Pick<Registries, 'onChange'>
}

/** The jobs that changes add to inform others. */
export interface UndoableJobs {
  /** Delays the stored jobs of a change. */
  hold(undo: string, until: Date): Promise<void>
  /** Drops the jobs of a change, unless one of them has been started. Returns whether there were any. */
  drop(undo: string): Promise<boolean>
}

/** The most characters that are stored for one request. */
const MOST_TEXT = 2_000_000

/** The changes of a request so far: a step for each record, or a mark that some of it cannot be undone. */
interface Made {
  readonly outer: object | undefined
  readonly steps: UndoStep[]
  /** Whether something was changed that has no step. */
  isMixed: boolean
  /** Whether calls within it have changed something. */
  hasInner: boolean
}

/** Makes the recorder of inverses, which stores the inverse of each change in its transaction. */
export function createUndoNotes({
  database,
  operations,
  keys,
  seconds,
  hours,
  jobs,
  registries,
}: NotesOptions): UndoNotes {
  const lost = new LostRows(database)
  registries?.onChange(() => lost.forget())
  const running = new WeakMap<object, Made>()

  return {
    begin: (request) => {
      const outer = presentRequest()
      running.set(request, { outer, steps: [], isMixed: false, hasInner: false })
      const after = outer ? afterUndoOf(outer) : newAfterUndo()
      if (after) gatherIn(request, after)
    },

    openOf: (record) => openChangesOf(database, { ...record, hours }),

    async noted(request, outcome) {
      const made = running.get(request)
      if (made === undefined) return outcome
      const outer = made.outer && running.get(made.outer)
      // A part of an action that continues in the background.
      if (outer === undefined && made.outer !== undefined) return outcome
      const steps = await stepsMade(request, made)
      if (outer !== undefined) hand(outer, steps)
      if (outer !== undefined) return outcome
      const noted = steps === undefined ? outcome : await withUndo(request, { outcome, steps })
      if (steps?.length !== 0 && noted.headers['undo'] === undefined && requiresUndo(request))
        throw undoImpossible(request)
      return noted
    },
  }

  /** Undefined if the request changed something that cannot be undone. */
  async function stepsMade(request: OperationRequest, made: Made): Promise<readonly UndoStep[] | undefined> {
    const { operation } = request
    if (OF_MANY.has(operation.declaration.kind) || operation.name === UNDO) return made.isMixed ? undefined : made.steps
    if (isDeclared(request)) return declaredSteps(request, operations)
    if (made.hasInner) return undefined
    const steps = stepsOf(request, operations)
    if (steps?.[0]?.change !== 'deleted') return steps
    return (await lost.isFrom(operation.declaration.store?.table?.name ?? '')) ? undefined : steps
  }

  async function withUndo(
    request: OperationRequest,
    { outcome, steps }: { outcome: Outcome; steps: readonly UndoStep[] },
  ): Promise<Outcome> {
    const { caller, operation, params, requestId } = request
    if (steps.length === 0 || !hasAccount(caller)) return outcome
    const { undo, holds } = afterUndoOf(request) ?? newAfterUndo()
    const undoes = operation.name === UNDO ? (params['id'] ?? null) : null
    const at = new Date().toISOString()
    const shared = {
      undo,
      steps: steps.length,
      caller_id: caller.id,
      request_id: requestId,
      at,
      undoes,
      operation: operation.name,
    }
    const rows = steps.map(({ former, ...step }, position) => {
      const sealed = keys.seal(JSON.stringify(former), sealedPlace(undo, position))
      return { ...shared, position, ...step, sealed }
    })
    if (rows.reduce((sum, { sealed }) => sum + sealed.length, 0) > MOST_TEXT) return outcome
    await insert_rows(database.context, UNDO_TABLE, rows)
    if (holds.length > 0) await holdBack(undo, holds)
    return { ...outcome, headers: { ...outcome.headers, undo: addressOf(undo) } }
  }

  async function holdBack(undo: string, holds: AfterUndo['holds']): Promise<void> {
    const until = new Date(Date.now() + seconds * 1_000)
    for (const hold of holds) hold(until)
    await jobs.hold(undo, until)
  }
}

/** The kinds of routes that change records by requests of their own. */
const OF_MANY: ReadonlySet<RouteKind> = new Set(['bulk', 'import'])

const newAfterUndo = (): AfterUndo => ({ undo: randomUUID(), isSilent: false, holds: [] })

/** Passes the steps of a call to its outer call. */
function hand(outer: Made, steps: readonly UndoStep[] | undefined): void {
  outer.hasInner = true
  if (steps === undefined) outer.isMixed = true
  else outer.steps.push(...steps)
}

/** Whether the caller can return: somebody who is signed in, or a program with a token. */
const hasAccount = (caller: Caller | undefined): caller is Caller =>
  caller !== undefined && caller.kind !== 'system' && caller.id !== 'anonymous'
