import type { PluginAction, PluginStatus } from '@atrium/sdk/documents'
import { Button, Checkbox, Modal } from '@mantine/core'
import '../theme/modal.css'
import dialog from '../theme/dialog.module.css'
import { DiagnosticList } from './diagnostic-list.tsx'
import styles from './plan-dialog.module.css'
import { PlanSteps } from './plan-steps.tsx'
import { actionLabels } from './plan-words.ts'
import { standingOf } from './standing-of.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { usePlan } from './use-plan.ts'

interface PlanDialogProps {
  plugin: PluginStatus
  plugins: readonly PluginStatus[]
  action: PluginAction
  onClose: () => void
}

/** Shows what an action would do, in order and because of whom; then does it, and says what did not end as planned. */
export function PlanDialog({ plugin, plugins, action, onClose }: PlanDialogProps) {
  const { plan, error, cascade, setCascade, canExecute, execute, isRunning, failed } = usePlan({
    plugin,
    action,
    onDone: onClose,
  })
  const titleOf = (id: string) => plugins.find((each) => each.id === id)?.title ?? id
  const isOver = failed.length > 0
  const steps = plan?.steps.length ?? 0
  const offersCascade = cascade || plan?.refused?.code === 'plugin_required'

  return (
    <Modal opened onClose={onClose} title={`${actionLabels[action]} ${plugin.title}`} size={520}>
      {plan === undefined && error === null && <p className={styles.none}>Working out what has to be done…</p>}
      {error && (
        <p className={styles.error} role="alert">
          {error.message}
        </p>
      )}
      {plan?.refused && <RefusalNotice refused={plan.refused} hasRemedy={offersCascade} titleOf={titleOf} />}
      {plan && !plan.refused && <PlanSteps steps={plan.steps} plugins={plugins} titleOf={titleOf} />}
      {offersCascade && !isOver && (
        <Checkbox
          className={styles.cascade}
          label="Deactivate those that require it, too"
          checked={cascade}
          disabled={isRunning}
          onChange={(event) => setCascade(event.currentTarget.checked)}
        />
      )}
      <div role="status">
        {failed.map((each) => (
          <div key={each.id} className={styles.result}>
            <p className={dialog.text}>{`${each.title}: ${standingOf(each)}`}</p>
            {each.diagnostics.length > 0 && <DiagnosticList diagnostics={each.diagnostics} />}
          </div>
        ))}
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button
            color={action === 'deactivate' ? 'red' : undefined}
            disabled={!canExecute}
            loading={isRunning}
            onClick={execute}
          >
            {steps > 1 ? `${actionLabels[action]} ${steps} plugins` : actionLabels[action]}
          </Button>
        )}
      </div>
    </Modal>
  )
}
