import { lazy, Suspense } from 'react'
import type { Actions } from './use-actions.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))
const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx').then((module) => ({ default: module.OutcomeDialog })))

/** What actions ask and tell. Stands once on every screen that has actions. */
export function ActionDialogs({ actions }: { actions: Actions }) {
  return (
    <Suspense>
      {actions.asked && (
        <ConfirmDialog
          asked={actions.asked}
          isRunning={actions.isRunning}
          onConfirm={actions.confirm}
          onDismiss={actions.dismiss}
        />
      )}
      {actions.outcome && <OutcomeDialog outcome={actions.outcome} onDismiss={actions.dismiss} />}
    </Suspense>
  )
}
