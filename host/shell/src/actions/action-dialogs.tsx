import { lazy, Suspense } from 'react'
import type { Actions } from './actions.ts'
import { useEarlyKeys } from '../theme/early-keys.ts'
import { useReturnedFocus } from '../screen/returned-focus.ts'

const ActionDialog = lazy(() => import('./action-dialog.tsx').then((module) => ({ default: module.ActionDialog })))
const ManyDrawer = lazy(() => import('./many-drawer.tsx').then((module) => ({ default: module.ManyDrawer })))
const ConfirmDialog = lazy(() => import('./dialogs.tsx').then((module) => ({ default: module.ConfirmDialog })))
const OutcomeDialog = lazy(() => import('./dialogs.tsx').then((module) => ({ default: module.OutcomeDialog })))

/** The dialogs of actions. Each screen with actions renders this once. */
export function ActionDialogs({ actions }: { actions: Actions }) {
  const { asked, outcome } = actions
  useReturnedFocus(asked !== null || outcome !== null)
  useEarlyKeys(asked?.action.form_id !== undefined && asked.action.changes === undefined, actions.dismiss)
  return (
    <Suspense>
      {asked &&
        (asked.action.changes ? (
          <ManyDrawer asked={asked} onDone={actions.finish} onDismiss={actions.dismiss} />
        ) : asked.action.form_id === undefined ? (
          <ConfirmDialog
            asked={asked}
            isRunning={actions.isConfirmed}
            onConfirm={actions.confirm}
            onDismiss={actions.dismiss}
          />
        ) : (
          <ActionDialog asked={asked} onDone={actions.finish} onDismiss={actions.dismiss} />
        ))}
      {outcome && <OutcomeDialog outcome={outcome} list={actions.list} onDismiss={actions.dismiss} />}
    </Suspense>
  )
}
