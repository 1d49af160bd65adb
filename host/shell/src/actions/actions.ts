import type { Action, BulkAction, BulkFailure, BulkRequest, Color, RelationTarget } from '@atrium/sdk/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { type DataRecord, fillPath, type RecordId } from '../api/paths.ts'
import { forgetRecords, refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { takeSecrets } from '../feedback/secret.ts'
import { toast } from '../feedback/toast.ts'
import { type Afterwards, doneWithUndo, sendingChange } from '../feedback/undo.ts'
import { t } from '../language/t.ts'
import { translated } from '../language/translated.ts'
import { usePermitted } from '../session/permissions.ts'
import { useScreen } from '../screen/screen-context.ts'
import {
  type BackgroundActions,
  type FollowedAction,
  isBulkAction,
  useBackgroundActions,
} from './background-actions.ts'
import { type BulkOutcome, countOf, doneMessage, isBulkResult, leaves, outcomeOf, startedJob } from './action-answer.ts'
import { doneWords } from './done-words.ts'
import { useFollowedJobs } from './followed-jobs.ts'
import type { Subtitle } from '../values/record-subtitle.ts'

/** The record or records of an action. */
export interface ActionTarget {
  /** The record, for actions on one. */
  id?: RecordId
  /** Its name in questions and messages. */
  title?: string
  /** The record itself, and the subtitle that distinguishes it from others with its title. */
  record?: DataRecord
  subtitle?: Subtitle
  /** Its title once the action has changed it. */
  titleOf?: (record: DataRecord) => string
  /** The initial values of its form: of fields, of which unknown ones are ignored, and the text that was searched for before. */
  given?: Readonly<Record<string, string>>
  typed?: string
  /** For an action on many records: which ones. */
  body?: BulkRequest
  /** How many records these are. */
  count?: number
  /** Those of them that were on the screen. */
  seen?: readonly DataRecord[]
}

/** An action that waits for a confirmation or a form. */
export interface AskedAction {
  action: Action
  target: ActionTarget
}

interface StartedAction extends AskedAction {
  /** Whether to run it only if it can be undone. */
  ifUndoable?: boolean
}

/** The actions of a screen and the dialog that is open for them. */
export interface Actions {
  start: (action: Action, target: ActionTarget) => void
  /** The action whose dialog is open. */
  asked: AskedAction | null
  /** Runs the action whose dialog is open. */
  confirm: () => void
  /** Ends an action whose form has been sent; takes the host's answer, and the address that undoes it. */
  finish: (answer: unknown, undo?: string) => void
  dismiss: () => void
  isRunning: boolean
  /** Whether that action is running. */
  isConfirmed: boolean
  /** The result of an action on many records, if some of them failed. */
  outcome: BulkOutcome | null
  /** Where the titles of failed records are read. */
  list: ActionsOptions['list']
  /** The actions that continue in the background. */
  background: BackgroundActions
  /** Shows the result of one of them. */
  end: (followed: FollowedAction, ended: BulkAction) => void
}

interface ActionsOptions {
  /** Called after an action has started or finished, with the records that refused it. */
  onDone?: (done: AskedAction, failed: readonly BulkFailure[]) => void
  /** What follows when an action is undone, and when it is then done again. */
  afterwards?: Afterwards
  /** The list of the records, and the field with their titles. */
  list?: RelationTarget
  /** The actions of the screen that may continue in the background. */
  among?: readonly Action[]
  /** Whether the initial data of the screen has arrived. */
  isReady?: boolean
}

/**
 * Runs actions: asks first if the declaration says so, shows the result, and rereads all records on screen. The form of an action sends the
 * action itself.
 */
export function useActions({ onDone, afterwards, list, among = [], isReady = false }: ActionsOptions = {}): Actions {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const background = useBackgroundActions(among, { isReady })
  const jobs = useFollowedJobs()
  const { recordId } = useScreen()
  const permitted = usePermitted()
  const underWay = useRef(new Set<string>())
  /** Background actions cannot be undone. */
  const canUndo = ({ undo }: Action, { body }: ActionTarget) =>
    undo !== undefined && permitted([undo]).length > 0 && body?.filter === undefined
  const report = ({ action, target }: AskedAction, answered: unknown, undo?: string) => {
    const answer = takeSecrets(answered, action.secrets)
    if (leaves(action, answer)) return
    const job = startedJob(action, answer)
    if (job) jobs.follow(job)
    else if (isBulkAction(answer)) background.follow(action, answer)
    else if (isBulkResult(answer)) {
      const isWhole = answer.failed.length === 0
      if (!isWhole) setOutcome(outcomeOf(answer))
      if (isWhole || undo !== undefined) doneWithUndo(doneMessage(action, '', answer), undo, isWhole ? afterwards : {})
    } else {
      const message = doneMessage(action, target.title ?? '', answer)
      const named = import('./name-after.ts')
        .then(({ nameAfter }) => nameAfter(target, { answer, queryClient }))
        .then((name) => doneMessage(action, name, answer))
        .catch(() => message)
      doneWithUndo(message, undo, { ...afterwards, named })
    }
    onDone?.({ action, target }, isBulkResult(answer) ? answer.failed : [])
  }
  const run = useMutation({
    mutationFn: ({ action, target, ifUndoable = false }: StartedAction) => {
      const body = target.body ?? shownMembers(action, target)
      const options = { ...(body !== undefined && { body }), ...(ifUndoable && { headers: { undo: 'required' } }) }
      return sendingChange(request<unknown>(action.method, fillPath(action.path, target.id ?? '', recordId), options))
    },
    onSuccess: ({ data, undo }, done) => report(done, data, undo),
    onError: (error, sent) => {
      const { action } = sent
      if (!isUndoImpossible(error) || isOther(asked, sent))
        toast.failed(t('{label} failed: {message}', { label: action.label, message: error.message }))
    },
    // The answer may contain a secret, which must not be cached.
    gcTime: 0,
    onSettled: async (_, error, sent) => {
      const { action, target } = sent
      setAsked((open) => (isOther(open, sent) ? open : isUndoImpossible(error) ? { action, target } : null))
      if (error !== null) underWay.current.delete(keyOf(sent))
      forgetRecords(queryClient)
      await refreshRecords(queryClient)
      underWay.current.delete(keyOf(sent))
    },
  })
  /** The same action is not sent again before the screen shows what it has done: a double click runs it once. */
  const send = (started: StartedAction) => {
    const key = keyOf(started)
    if (underWay.current.has(key)) return
    underWay.current.add(key)
    run.mutate(started)
  }

  return {
    // Undoable actions are sent without a confirmation. If the host refuses, nothing has changed, and the confirmation follows.
    start: (action, target) => {
      const ifUndoable = action.confirm !== undefined && canUndo(action, target)
      if (action.form_id !== undefined || (action.confirm !== undefined && !ifUndoable)) setAsked({ action, target })
      else send({ action, target, ifUndoable })
    },
    asked,
    confirm: () => asked && send(asked),
    finish: (answer, undo) => {
      if (asked) report(asked, answer, undo)
      setAsked(null)
      // A form rereads the records itself, except that of many records.
      if (asked?.action.changes) void refreshRecords(queryClient)
    },
    dismiss: () => {
      setAsked(null)
      setOutcome(null)
    },
    isRunning: run.isPending,
    isConfirmed: run.isPending && run.variables === asked,
    outcome,
    list,
    background,
    end: ({ id, label, done: words }, ended) => {
      background.leave(id)
      const { done, failed, errors: failures, state, reason } = ended
      const records = countOf(done)
      if (state === 'failed')
        toast.failed(
          t('{label} ended after {records}: {reason}', { label, records, reason: translated(reason?.detail ?? '') }),
        )
      else if (failed > 0) setOutcome({ done, failed, failures })
      else if (state === 'cancelled') toast.done(t('{label}: stopped after {records}', { label, records }))
      else toast.done(`${doneWords({ label, done: words })}: ${records}`)
      forgetRecords(queryClient)
      void refreshRecords(queryClient)
    },
  }
}

const keyOf = ({ action, target: { id, body }, ifUndoable }: StartedAction) =>
  JSON.stringify([action.id, id, body, ifUndoable])

/** Whether the open dialog is that of another action, which was opened while this one was being sent. */
const isOther = (open: AskedAction | null, sent: StartedAction) => open !== null && open !== sent

const isUndoImpossible = (error: unknown) => error instanceof ApiProblem && error.code === 'undo_impossible'

/** The fields of the record that an action sends along, with the values that were shown. */
export function shownMembers({ sends }: Action, { record }: ActionTarget): Record<string, unknown> | undefined {
  const shown = sends?.filter((name) => record?.[name] !== undefined).map((name) => [name, record?.[name]] as const)
  return shown === undefined || shown.length === 0 ? undefined : Object.fromEntries(shown)
}

/** The colour of an action: as declared, or else red if it deletes, or none. */
export function actionTone({ color, method }: Action): Color | undefined {
  return color ?? (method === 'DELETE' ? 'red' : undefined)
}
