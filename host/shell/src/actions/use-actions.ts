import type { Action, BulkResult } from '@atrium/sdk/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fillPath } from '../api/fill-path.ts'
import { refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { useScreen } from '../screen/screen-context.ts'
import { toast } from '../feedback/toast.ts'
import { isBulkResult } from './action-target.ts'
import type { ActionTarget, AskedAction } from './action-target.ts'

/** Actions as a screen uses them: `start` one; `asked` is waiting for a yes, or a form; `outcome` has failures to be shown. */
export interface Actions {
  start: (action: Action, target: ActionTarget) => void
  asked: AskedAction | null
  confirm: () => void
  /** What was asked has been sent, and answered. */
  finish: (answer: unknown) => void
  dismiss: () => void
  isRunning: boolean
  outcome: BulkResult | null
}

/**
 * Runs actions: asks first where the declaration wants that, tells how it went, and has everything on screen read again. What has a
 * form is sent by the form.
 */
export function useActions(onDone?: (action: Action) => void): Actions {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const [outcome, setOutcome] = useState<BulkResult | null>(null)
  const { recordId } = useScreen()
  const tell = ({ action, target }: AskedAction, answer: unknown) => {
    if (isBulkResult(answer) && answer.failed.length > 0) setOutcome(answer)
    else toast.done(doneMessage(action, target, answer))
    onDone?.(action)
  }
  const run = useMutation({
    mutationFn: ({ action, target }: AskedAction) => {
      const options = target.body === undefined ? {} : { body: target.body }
      return request<unknown>(action.method, fillPath(action.path, target.id ?? '', recordId), options)
    },
    onSuccess: ({ data }, done) => tell(done, data),
    onError: (error, { action }) => toast.failed(`${action.label}: ${error.message}`),
    onSettled: () => {
      setAsked(null)
      return refreshRecords(queryClient)
    },
  })

  return {
    start: (action, target) => {
      if (action.confirm === undefined && action.form_id === undefined) run.mutate({ action, target })
      else setAsked({ action, target })
    },
    asked,
    confirm: () => asked && run.mutate(asked),
    finish: (answer) => {
      if (asked) tell(asked, answer)
      setAsked(null)
    },
    dismiss: () => {
      setAsked(null)
      setOutcome(null)
    },
    isRunning: run.isPending,
    outcome,
  }
}

function doneMessage({ label }: Action, { title }: ActionTarget, answer: unknown): string {
  if (isBulkResult(answer)) return `${label}: ${answer.done.length.toLocaleString()} done`
  return title === undefined ? `${label}: done` : `${label}: “${title}” done`
}
