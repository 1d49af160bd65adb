import type { Action, BulkResult } from '@atrium/sdk/documents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fillPath } from '../api/fill-path.ts'
import { refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { isBulkResult } from './action-target.ts'
import type { ActionTarget, AskedAction } from './action-target.ts'

/** Actions as a screen uses them: `start` one; `asked` is waiting for a yes; `outcome` has failures to be shown. */
export interface Actions {
  start: (action: Action, target: ActionTarget) => void
  asked: AskedAction | null
  confirm: () => void
  dismiss: () => void
  isRunning: boolean
  outcome: BulkResult | null
}

/** Runs actions: asks first where the declaration wants that, tells how it went, and has everything on screen read again. */
export function useActions(onDone?: (action: Action) => void): Actions {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const [outcome, setOutcome] = useState<BulkResult | null>(null)
  const run = useMutation({
    mutationFn: ({ action, target }: AskedAction) => {
      const options = target.body === undefined ? {} : { body: target.body }
      return request<unknown>(action.method, fillPath(action.path, target.id ?? ''), options)
    },
    onSuccess: ({ data }, { action, target }) => {
      if (isBulkResult(data) && data.failed.length > 0) setOutcome(data)
      else toast.done(doneMessage(action, target, data))
      onDone?.(action)
    },
    onError: (error, { action }) => toast.failed(`${action.label}: ${error.message}`),
    onSettled: () => {
      setAsked(null)
      return refreshRecords(queryClient)
    },
  })

  return {
    start: (action, target) => {
      if (action.confirm === undefined) run.mutate({ action, target })
      else setAsked({ action, target })
    },
    asked,
    confirm: () => asked && run.mutate(asked),
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
