import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { needsProof } from '../api/api-problem.ts'
import { refreshAccount } from './account-queries.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

interface Confirmed<Value> {
  run: (value: Value) => void
  isRunning: boolean
  error: Error | null
  /** To be rendered: asks the person to prove their identity. */
  dialog: ReactNode
}

/**
 * Runs a change of the account. If the person has to prove their identity first, asks for the proof and repeats the change.
 * @param work throws `confirmation_required` if a proof is needed
 */
export function useConfirmed<Value, Result>(
  work: (value: Value) => Promise<Result>,
  onDone: (result: Result) => void = () => undefined,
): Confirmed<Value> {
  const queryClient = useQueryClient()
  const [waiting, setWaiting] = useState<{ value: Value }>()
  const change = useMutation({
    mutationFn: work,
    onSuccess: (result) => {
      void refreshAccount(queryClient)
      onDone(result)
    },
    onError: (error, value) => {
      if (needsProof(error)) setWaiting({ value })
    },
  })
  const dialog = waiting && (
    <Suspense>
      <ConfirmDialog
        onClose={() => setWaiting(undefined)}
        onConfirmed={() => {
          setWaiting(undefined)
          change.mutate(waiting.value)
        }}
      />
    </Suspense>
  )
  const error = change.error && !needsProof(change.error) ? change.error : null
  return { run: change.mutate, isRunning: change.isPending, error, dialog }
}
