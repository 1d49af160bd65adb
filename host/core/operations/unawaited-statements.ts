import { present_call } from '@atrium/sdk/host'
import {
  type MadeStatement,
  MadeStatements,
  type OtherWork,
  READ_STATEMENTS,
  type StatementNotes,
} from '../../base/db/index.ts'
import { shownMessage } from '../../base/errors/index.ts'
import type { RuntimeReport } from '../registries/index.ts'
import type { OperationRequest } from './request.ts'

const statements = new WeakMap<object, MadeStatements>()

/**
 * Where the statements of the present call are noted. Undefined outside of calls, and during a call that only reads, of which nothing can be
 * lost. After its end they are noted, because nobody handles their errors then.
 */
export function presentStatements(): StatementNotes | undefined {
  const call = present_call()
  const request: Partial<OperationRequest> | undefined = call?.request
  if (call === undefined) return undefined
  if (request?.operation?.reads === true) return request.hasEnded === true ? READ_STATEMENTS : undefined
  const made = statements.get(call) ?? new MadeStatements()
  statements.set(call, made)
  return made
}

/** The ended work, and the function that reports its findings. */
interface EndedWork {
  readonly work: string
  /** Its work ends with its transaction, so nothing may still run. Otherwise only statements that were never sent are mistakes. */
  readonly hasTransaction: boolean
  readonly report: (finding: Pick<RuntimeReport, 'code' | 'work' | 'message' | 'error'>) => void
}

/** Reports the statements that the present call did not await before it ended. */
export function reportUnawaited({ work, hasTransaction, report }: EndedWork): void {
  const call = present_call()
  const made = call && statements.get(call)
  if (made?.broken) tellBroken(made.broken)
  const left = made?.left() ?? []
  const [running] = left.filter(({ isRunning }) => isRunning && hasTransaction)
  if (running) return tell(running)
  // A promise that nobody awaits may still send its statement in this turn.
  if (left.length > 0)
    setImmediate(() => {
      const forgotten = left.find(({ isForgotten, isUsed }) => isForgotten || (isUsed && hasTransaction))
      if (forgotten) tell(forgotten)
    })

  /** The plugin has caught the error. What it wanted to store is lost on any database, and on PostgreSQL the whole change. */
  function tellBroken({ name, origin, error: thrown }: MadeStatement): void {
    const message = `[${work}] went on after its statement [${name}] failed: ${shownMessage(thrown)}`
    report({ code: 'statement_failed', work, message, error: origin })
  }

  function tell({ name, origin }: MadeStatement | OtherWork): void {
    const message = `[${work}] ended before its statement [${name}], which it does not await.`
    report({ code: 'statement_not_awaited', work, message, error: origin })
  }
}
