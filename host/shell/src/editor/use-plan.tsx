import type { GrantPlan } from '@atrium/sdk/documents'
import { Button, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { request } from '../api/request.ts'
import { submission } from '../form/submission.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import type { Submit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import { GrantChanges } from '../values/grant-changes.tsx'

/**
 * For forms that change permissions: before the form is sent, shows who would gain and lose what, and asks. If nobody would, or if the plan
 * is not available, the form is sent at once: the host decides what is allowed.
 */
export function usePlan(form: RecordForm, submit: Submit, recordId: RecordId | undefined) {
  const [plan, setPlan] = useState<GrantPlan | null>(null)
  const asking = useRef<AbortController>(undefined)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => () => asking.current?.abort(), [])
  const path = form.definition.plan_path
  if (path === undefined || recordId === undefined) return { submit, dialog: null }

  const ask = async () => {
    if (asking.current !== undefined) return
    const { signal } = (asking.current = new AbortController())
    setAsking(true)
    const found = await readPlan(fillPath(path, recordId), form, { signal }).catch(() => null)
    if (signal.aborted) return
    asking.current = undefined
    setAsking(false)
    if (found === null || found.people.length === 0) submit.submit()
    else setPlan(found)
  }
  const save = () => {
    setPlan(null)
    submit.submit()
  }
  return {
    // What is asked about is what is then sent, so nothing can be entered meanwhile.
    submit: {
      ...submit,
      submit: () => void ask(),
      isSaving: submit.isSaving || isAsking,
      isHeld: submit.isHeld || isAsking,
    },
    dialog: <PlanDialog plan={plan} onSave={save} onClose={() => setPlan(null)} />,
  }
}

async function readPlan(
  path: string,
  { definition, values, states, initial }: RecordForm,
  { signal }: { signal: AbortSignal },
): Promise<GrantPlan> {
  const body = submission(definition, { values, states, initial })
  return (await request<GrantPlan>('POST', path, { body, signal })).data
}

interface PlanDialogProps {
  plan: GrantPlan | null
  onSave: () => void
  onClose: () => void
}

function PlanDialog({ plan, onSave, onClose }: PlanDialogProps) {
  return (
    <Modal opened={plan !== null} onClose={onClose} title={t('This changes what people may do')} size={640}>
      {plan !== null && <GrantChanges plan={plan} />}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('Back to the form')}
        </Button>
        <Button onClick={onSave} data-autofocus>
          {t('Save')}
        </Button>
      </div>
    </Modal>
  )
}
