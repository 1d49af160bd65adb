import { lazy, Suspense } from 'react'
import type { Actions } from './use-actions.ts'
import { useReturnedFocus } from './use-returned-focus.ts'

const ActionDialog = lazy(() => import('./action-dialog.tsx').then((module) => ({ default: module.ActionDialog })))
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))
const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx').then((module) => ({ default: module.OutcomeDialog })))

/** What actions ask and tell. Stands once on every screen that has actions. */
export function ActionDialogs({ actions }: { actions: Actions }) {
  const { asked, outcome } = actions
  useReturnedFocus(asked !== null || outcome !== null)
  return (
    <Suspense>
      {asked &&
        (asked.action.form_id === undefined ? (
          <ConfirmDialog
            asked={asked}
            isRunning={actions.isRunning}
            onConfirm={actions.confirm}
            onDismiss={actions.dismiss}
          />
        ) : (
          <ActionDialog asked={asked} onDone={actions.finish} onDismiss={actions.dismiss} />
        ))}
      {outcome && <OutcomeDialog outcome={outcome} onDismiss={actions.dismiss} />}
    </Suspense>
  )
}
