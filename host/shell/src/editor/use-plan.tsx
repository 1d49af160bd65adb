import type { GrantPlan } from '@atrium/sdk/documents'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { request } from '../api/request.ts'
import { submission } from '../form/submission.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import type { Submit } from '../form/use-submit.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import styles from './use-plan.module.css'

/**
 * For forms that decide about permissions: before the form is sent, shows who would gain and lose what, and asks. If nobody would, or
 * if the plan cannot be had, the form is sent at once: the host decides what is allowed.
 */
export function usePlan(form: RecordForm, submit: Submit, recordId: RecordId | undefined) {
  const [plan, setPlan] = useState<GrantPlan | null>(null)
  const path = form.definition.plan_path
  if (path === undefined || recordId === undefined) return { submit, dialog: null }

  const ask = async () => {
    const found = await readPlan(fillPath(path, recordId), form).catch(() => null)
    if (found === null || found.people.length === 0) submit.submit()
    else setPlan(found)
  }
  const save = () => {
    setPlan(null)
    submit.submit()
  }
  return {
    submit: { ...submit, submit: () => void ask() },
    dialog: <PlanDialog plan={plan} onSave={save} onClose={() => setPlan(null)} />,
  }
}

async function readPlan(path: string, { definition, values, states, initial }: RecordForm): Promise<GrantPlan> {
  const body = submission(definition, { values, states, initial })
  return (await request<GrantPlan>('POST', path, { body })).data
}

interface PlanDialogProps {
  plan: GrantPlan | null
  onSave: () => void
  onClose: () => void
}

function PlanDialog({ plan, onSave, onClose }: PlanDialogProps) {
  return (
    <Modal opened={plan !== null} onClose={onClose} title="This changes what people may do" size={640}>
      <ul className={styles.people}>
        {plan?.people.map((person) => (
          <li key={person.id} className={styles.person}>
            <p className={styles.name}>{person.name}</p>
            <Line label="Gains" texts={person.gains} />
            <Line label="Loses" texts={person.loses} />
            {person.limits.map((limit) => (
              <p key={limit.resource + limit.permissions.join()} className={styles.line}>
                <strong>{limit.resource}:</strong> {reachText(limit.before)} → {reachText(limit.after)} (
                {limit.permissions.join(', ')})
              </p>
            ))}
          </li>
        ))}
      </ul>
      {plan !== null && plan.unchanged > 0 && (
        <p className={dialog.text}>
          {plan.unchanged === 1
            ? 'For 1 other person nothing changes.'
            : `For ${plan.unchanged} others nothing changes.`}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          Back to the form
        </Button>
        <Button onClick={onSave} data-autofocus>
          Save
        </Button>
      </div>
    </Modal>
  )
}

function Line({ label, texts }: { label: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <p className={styles.line}>
      <strong>{label}:</strong> {texts.join(', ')}
    </p>
  )
}

type Reach = GrantPlan['people'][number]['limits'][number]['before']

/** How far permissions reach, in words. */
function reachText(reach: Reach): string {
  if (reach === null) return 'everything'
  if (reach.length === 0) return 'nothing'
  return reach.map(wayText).join(', or ')
}

function wayText({ where, hidden, read_only }: NonNullable<Reach>[number]): string {
  return [
    where === '' ? 'all records' : `records with ${where}`,
    ...(hidden.length > 0 ? [`without ${hidden.join(', ')}`] : []),
    ...(read_only.length > 0 ? [`${read_only.join(', ')} not to be changed`] : []),
  ].join(' ')
}
