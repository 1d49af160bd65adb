import type { Action } from '@atrium/sdk/documents'
import { ActionIcon } from '@mantine/core'
import type { Menu as MantineMenu } from '@mantine/core'
import { IconDots, IconEye, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fillPath } from '../api/paths.ts'
import type { DataRecord } from '../api/paths.ts'
import { useChanging } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { conditionHolds } from '../values/condition-holds.ts'
import { PathLink } from '../screen/path-link.tsx'
import { useOfferedActions } from './offered-actions.ts'
import type { Subtitle } from '../values/record-subtitle.ts'
import { usePermitted } from '../session/permissions.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { NamedIcon } from '../theme/icons.tsx'
import { ActionButton } from './action-button.tsx'
import styles from './action-button.module.css'
import { actionTone } from './actions.ts'
import type { Actions } from './actions.ts'
import { useFocusOfRemoved } from '../screen/returned-focus.ts'

const BUTTONS = 2

interface RecordActionButtonsProps {
  record: DataRecord
  titleOf: (record: DataRecord) => string
  subtitle: Subtitle
  declared: readonly Action[]
  actions: Actions
  /** Whether the primary action is the main button here. A form has its own: Save. */
  hasMain?: boolean
}

/**
 * The actions on the record of a screen: the primary one and the first of the others as two buttons, the rest in a menu. Deleting is always
 * in the menu.
 */
export function RecordActionButtons(props: RecordActionButtonsProps) {
  const { record, titleOf, subtitle, declared, actions, hasMain } = props
  const title = titleOf(record)
  const offered = actionsOn(record, usePermitted()(declared))
  const primary = offered.find((action) => action.primary)
  const inOrder = offered.filter((action) => action !== primary && action.method !== 'DELETE')
  const buttons = (primary ? [primary, ...inOrder] : inOrder).slice(0, BUTTONS)
  const others = offered.filter((action) => !buttons.includes(action))
  const start = (action: Action) => actions.start(action, { id: record.id, title, titleOf, record, subtitle })
  useOfferedActions(offered, { about: title, start })
  const focus = useFocusOfRemoved()
  const more = (
    <ActionIcon variant="default" size={32} aria-label={t('More actions for {title}', { title })}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  )

  return (
    <div className={styles.group} {...focus}>
      {buttons.map((action) => (
        <ActionButton
          key={action.id}
          action={action}
          isMain={hasMain === true && action === primary}
          onClick={() => start(action)}
        />
      ))}
      {others.length > 0 && (
        <MenuButton button={more} position="bottom-end" width={200}>
          {(Menu) => <RecordMenuItems menu={Menu} record={record} actions={others} onAction={start} />}
        </MenuButton>
      )}
    </div>
  )
}

interface RecordMenuItemsProps {
  menu: typeof MantineMenu
  record: DataRecord
  actions: readonly Action[]
  viewPath?: string | undefined
  editPath?: string | undefined
  onAction: (action: Action) => void
}

/** The menu of a record: view, edit, and the actions that its present values allow. */
export function RecordMenuItems({ menu: Menu, record, actions, viewPath, editPath, onAction }: RecordMenuItemsProps) {
  const offered = actionsOn(record, actions)
  const changing = useChanging()
  const isEmpty = offered.length === 0 && viewPath === undefined && editPath === undefined
  const link = (label: string, path: string, icon: ReactNode) => (
    <Menu.Item leftSection={icon} component={PathLink} href={fillPath(path, record.id)}>
      {label}
    </Menu.Item>
  )
  return (
    <>
      {viewPath !== undefined && link(t('View'), viewPath, <IconEye size={16} aria-hidden />)}
      {editPath !== undefined && link(t('Edit'), editPath, <IconPencil size={16} aria-hidden />)}
      {offered.map((action) => (
        <Menu.Item
          key={action.id}
          className={styles.item}
          data-color={actionTone(action)}
          leftSection={<NamedIcon name={action.icon} />}
          onClick={() => onAction(action)}
          {...changing}
        >
          {action.label}
        </Menu.Item>
      ))}
      {isEmpty && <Menu.Label>{t('No actions available')}</Menu.Label>}
    </>
  )
}

/** The row actions that the present values of a record allow, at this time. */
export function actionsOn(record: DataRecord, actions: readonly Action[]): Action[] {
  return actions.filter((action) => action.kind === 'row' && suits(action, record))
}

/** Whether an action is offered for a record with these values, at this time. */
export const suits = ({ visible_when, not_before = '' }: Action, record: DataRecord) =>
  (visible_when === undefined || conditionHolds(visible_when, record)) && !isStillToCome(record[not_before])

const isStillToCome = (moment: unknown) => typeof moment === 'string' && Date.parse(moment) > Date.now()
