import { ActionIcon, Button, Modal, TextInput } from '@mantine/core'
import type { IconName } from '@atrium/sdk/documents'
import { type FormEvent, useState } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { type Message, msg, t } from '../language/t.ts'
import type { OwnDashboard } from '../screen/own-dashboards.ts'
import { SharingFields, useSharing } from '../session/sharing.tsx'
import styles from '../theme/dialog.module.css'
import { NamedIcon } from '../theme/icons.tsx'
import '../theme/modal.css'
import own from './own-dashboard.module.css'
import { type DashboardValues, useDashboardChanges, useNewDashboard } from './use-dashboard-changes.ts'
import { useOnward } from '../screen/onward.ts'

interface DashboardFormProps {
  /** The dashboard to change. Without one, a new one is made. */
  dashboard?: OwnDashboard
  etag?: string | null
  onClose: () => void
  /** The address where a new dashboard opens. */
  placeOf?: (dashboard: OwnDashboard) => string
}

/** The name and icon of a dashboard, and who can see it. */
export function DashboardForm({ dashboard, etag = null, onClose, placeOf }: DashboardFormProps) {
  useReturnedFocus(true)
  const sharing = useSharing(dashboard)
  const create = useNewDashboard()
  const { change } = useDashboardChanges(dashboard ?? { id: 0 }, etag)
  const [name, setName] = useState(dashboard?.name ?? '')
  const [icon, setIcon] = useState<IconName | undefined>(dashboard?.icon)
  const [isSending, setSending] = useState(false)
  const isComplete = name.trim() !== '' && sharing.isComplete
  const onward = useOnward()

  const send = async (values: DashboardValues & { name: string }): Promise<boolean> => {
    if (dashboard) return (await change({ ...values, icon: icon ?? null })) === 'saved'
    const go = onward()
    const made = await create({ ...values, ...(icon && { icon }) })
    if (made && placeOf) go(placeOf(made))
    return made !== undefined
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete || isSending) return
    setSending(true)
    const isSaved = await send({ name: name.trim(), ...sharing.values })
    setSending(false)
    if (isSaved) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={dashboard ? t('Name and sharing') : t('New dashboard')} size={420}>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <TextInput
          label={t('Name')}
          required
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <IconChoice value={icon} onChange={setIcon} />
        <SharingFields {...sharing} />
        {sharing.audience !== 'me' && <p className={styles.text}>{t(WHO_SEES_WHAT)}</p>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('Go back')}
          </Button>
          <Button type="submit" loading={isSending} disabled={!isComplete}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const WHO_SEES_WHAT = msg(
  'Others see the widgets that their own roles show them. Lists with a saved view need a view that is shared with them, too.',
)

/** The icons that a dashboard can have, with the words for them. */
const ICONS: readonly (readonly [icon: IconName, name: Message])[] = [
  ['home', msg('House')],
  ['star', msg('Star')],
  ['heart', msg('Heart')],
  ['chart-bar', msg('Bar chart')],
  ['calendar', msg('Calendar')],
  ['clock', msg('Clock face')],
  ['users', msg('People')],
  ['coin', msg('Coin')],
  ['briefcase', msg('Briefcase')],
  ['building', msg('Building')],
  ['flag', msg('Flag')],
  ['bell', msg('Bell')],
  ['inbox', msg('Inbox')],
  ['activity', msg('Pulse')],
]

function IconChoice({
  value,
  onChange,
}: {
  value: IconName | undefined
  onChange: (icon: IconName | undefined) => void
}) {
  return (
    <div role="group" aria-label={t('Icon')}>
      <span className={own.label} aria-hidden>
        {t('Icon')}
      </span>
      <div className={own.icons}>
        {ICONS.map(([icon, name]) => (
          <ActionIcon
            key={icon}
            variant={icon === value ? 'light' : 'subtle'}
            color={icon === value ? undefined : 'gray'}
            size={32}
            aria-label={t(name)}
            aria-pressed={icon === value}
            onClick={() => onChange(icon === value ? undefined : icon)}
          >
            <NamedIcon name={icon} />
          </ActionIcon>
        ))}
      </div>
    </div>
  )
}
