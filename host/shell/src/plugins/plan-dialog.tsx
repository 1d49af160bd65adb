import type { PluginAction, PluginRefusal, PluginStatus, PluginStep } from '@atrium/sdk/documents'
import { Button, Checkbox, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { actOnPlugin, planOptions, refreshPlugins } from '../api/plugins.ts'
import { useKept } from '../api/query-client.ts'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import dialog from '../theme/dialog.module.css'
import { useIsOpen } from '../theme/use-is-open.ts'
import '../theme/modal.css'
import { DiagnosticList } from './diagnostic-list.tsx'
import styles from './plan-dialog.module.css'
import { actionLabels, doneMessage, leftBehind, reasonOf, standingOf } from './plugin-words.ts'
import { StateBadge } from './state-badge.tsx'
import { VersionPlan } from './version-plan.tsx'

interface PlanDialogProps {
  plugin: PluginStatus
  plugins: readonly PluginStatus[]
  action: PluginAction
  onClose: () => void
}

/** Shows the steps of an action and their reasons before it runs, then the plugins that did not reach the intended state. */
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
    <Modal
      opened
      onClose={onClose}
      title={t('{action} {title}', { action: t(actionLabels[action]), title: plugin.title })}
      size={640}
    >
      {plan === undefined && error === null && <p className={styles.none}>{t('Working out the steps…')}</p>}
      {error && (
        <p className={styles.error} role="alert">
          {error.message}
        </p>
      )}
      {plan?.refused && <RefusalNotice refused={plan.refused} hasRemedy={offersCascade} titleOf={titleOf} />}
      {plan && !plan.refused && <PlanSteps steps={plan.steps} plugins={plugins} titleOf={titleOf} />}
      {plan && !plan.refused && !isOver && !isRunning && <VersionPlans steps={plan.steps} titleOf={titleOf} />}
      {action === 'deactivate' && !isOver && (
        <p className={dialog.text}>
          {t(
            'Its data stays. Its screens and tools disappear for everybody, and its requests are refused until it is activated again.',
          )}
        </p>
      )}
      {offersCascade && !isOver && (
        <Checkbox
          className={styles.cascade}
          label={t('Also deactivate the plugins that require it')}
          checked={cascade}
          disabled={isRunning}
          onChange={(event) => setCascade(event.currentTarget.checked)}
        />
      )}
      <div role="status">
        {failed.map((each) => (
          <div key={each.id} className={styles.result}>
            <p className={dialog.text}>{outcomeOf(each)}</p>
            {each.diagnostics.length > 0 && <DiagnosticList diagnostics={each.diagnostics} />}
          </div>
        ))}
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {isOver ? t('Close') : t('Cancel')}
        </Button>
        {!isOver && (
          <Button
            color={action === 'deactivate' ? 'red' : undefined}
            disabled={!canExecute}
            loading={isRunning}
            onClick={execute}
          >
            {steps > 1
              ? t('{action} {count} plugins', { action: t(actionLabels[action]), count: steps })
              : t(actionLabels[action])}
          </Button>
        )}
      </div>
    </Modal>
  )
}

const outcomeOf = (plugin: PluginStatus) => `${plugin.title}: ${standingOf(plugin)}`

interface PlanOptions {
  plugin: PluginStatus
  action: PluginAction
  /** Called after all plugins have reached the intended state, unless the dialog is closed already. */
  onDone: () => void
}

/** The plan of an action, kept up to date until it runs; afterwards, the plan that ran. */
function usePlan({ plugin, action, onDone }: PlanOptions) {
  const queryClient = useQueryClient()
  const isOpen = useIsOpen()
  const [cascade, setCascade] = useState(false)
  const run = useMutation({
    mutationFn: () => actOnPlugin(plugin.id, action, { cascade }),
    onSuccess: (done) => {
      const behind = leftBehind(done)
      if (behind.length === 0) toast.done(doneMessage(done, plugin.title))
      else if (!isOpen.current) toast.failed(behind.map(outcomeOf).join('\n'))
      if (behind.length === 0 && isOpen.current) onDone()
    },
    onError: ({ message }) => {
      if (!isOpen.current) toast.failed(message)
    },
    onSettled: () => refreshPlugins(queryClient),
  })
  const isUnderWay = run.isPending || run.isSuccess
  const proposed = useQuery({ ...planOptions(plugin.id, action, { cascade }), enabled: !isUnderWay })
  const plan = useKept(proposed.data)

  return {
    /** The last known plan. While a new one loads, `canExecute` is false. */
    plan: run.data ?? plan,
    canExecute: proposed.data?.refused === null && proposed.data.steps.length > 0,
    error: run.error ?? proposed.error,
    cascade,
    setCascade,
    execute: () => run.mutate(),
    isRunning: run.isPending,
    /** The plugins that did not reach the intended state, once the action is over. */
    failed: run.data ? leftBehind(run.data) : [],
  }
}

interface PlanStepsProps {
  steps: readonly PluginStep[]
  plugins: readonly PluginStatus[]
  titleOf: (id: string) => string
}

/** The steps in order, each with the current state of its plugin. */
function PlanSteps({ steps, plugins, titleOf }: PlanStepsProps) {
  if (steps.length === 0) return <p className={styles.none}>{t('Nothing needs to be done.')}</p>
  return (
    <ol className={styles.steps} aria-label={t('Steps')}>
      {steps.map((step, index) => {
        const plugin = plugins.find(({ id }) => id === step.plugin)
        const reason = reasonOf(step, titleOf)
        return (
          <li key={`${step.action} ${step.plugin}`} className={styles.step}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <span className={styles.what}>
              {t('{action} {title}', { action: t(actionLabels[step.action]), title: titleOf(step.plugin) })}
              {reason !== null && <span className={styles.reason}>{reason}</span>}
            </span>
            {plugin && <StateBadge state={plugin.state} />}
          </li>
        )
      })}
    </ol>
  )
}

/** For the plugins to be loaded: the effects of their versions on people's grants. */
function VersionPlans({ steps, titleOf }: Pick<PlanStepsProps, 'steps' | 'titleOf'>) {
  const loaded = new Set(steps.flatMap(({ action, plugin }) => (action === 'deactivate' ? [] : [plugin])))
  return [...loaded].map((id) => <VersionPlan key={id} id={id} title={titleOf(id)} />)
}

interface RefusalNoticeProps {
  refused: PluginRefusal
  /** Whether the dialog itself offers a remedy. */
  hasRemedy: boolean
  titleOf: (id: string) => string
}

/** Why the host refuses an action, which plugins prevent it, and the remedy. */
function RefusalNotice({ refused: { code, message, fix, plugins }, hasRemedy, titleOf }: RefusalNoticeProps) {
  return (
    <div className={styles.refusal} role="alert">
      <p className={styles.refused}>{message}</p>
      {plugins.length > 0 && (
        <ul className={styles.names} aria-label={t('Plugins that prevent this')}>
          {plugins.map((id) => (
            <li key={id} className={styles.name}>
              {titleOf(id)}
            </li>
          ))}
        </ul>
      )}
      {!hasRemedy && <p className={styles.fix}>{fix}</p>}
      <code className={styles.code}>{code}</code>
    </div>
  )
}
