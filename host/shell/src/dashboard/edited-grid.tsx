import { ActionIcon, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dashboardOptions } from '../api/documents.ts'
import { type Message, msg, t } from '../language/t.ts'
import type { PlacedWidget, Width } from '../screen/placed-widget.ts'
import { changedWidget } from './arrange-widgets.ts'
import styles from './dashboard-editor.module.css'
import own from './own-dashboard.module.css'
import { PlacedWidgetSlot } from './placed-widget.tsx'
import { type Mover, useMover } from './use-mover.ts'

interface EditedGridProps {
  widgets: readonly PlacedWidget[]
  onChange: (widgets: readonly PlacedWidget[]) => void
  onRemove: (widget: PlacedWidget, title: string) => void
}

/** The widgets of a dashboard with what arranges them. Their content is only shown. */
export function EditedGrid({ widgets, onChange, onRemove }: EditedGridProps) {
  const mover = useMover(widgets, onChange)
  return (
    <>
      <ol className={`${own.grid ?? ''} ${styles.list ?? ''}`} aria-label={t('Widgets')}>
        {widgets.map((widget) => (
          <li
            key={widget.key}
            className={`${own.item ?? ''} ${styles.item ?? ''}`}
            data-width={widget.width}
            {...mover.item(widget.key)}
          >
            <EditedWidget {...{ widget, widgets, mover, onChange, onRemove }} />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{mover.said}</VisuallyHidden>
    </>
  )
}

const WIDTH_LABELS: readonly { value: Width; label: Message }[] = [
  { value: 'third', label: msg('A third') },
  { value: 'half', label: msg('Half') },
  { value: 'two-thirds', label: msg('Two thirds') },
  { value: 'full', label: msg('Full') },
]

function EditedWidget({
  widget,
  widgets,
  mover,
  onChange,
  onRemove,
}: EditedGridProps & { widget: PlacedWidget; mover: Mover }) {
  const byDefault = useDefaultTitle(widget)
  const title = widget.title ?? byDefault
  const { key } = widget
  const place = widgets.indexOf(widget)
  const button = { variant: 'subtle', color: 'gray', size: 28 } as const
  return (
    <>
      <div className={styles.bar} role="group" aria-label={title}>
        <div className={styles.name}>
          <ActionIcon
            {...button}
            className={styles.grip}
            aria-label={t('Move {title}', { title })}
            title={t('Drag, or press the arrow keys')}
            {...mover.handle(key, title)}
          >
            <IconGripVertical size={14} aria-hidden />
          </ActionIcon>
          <TextInput
            className={styles.title}
            aria-label={t('Title of {widget}', { widget: byDefault })}
            maxLength={80}
            placeholder={byDefault}
            value={widget.title ?? ''}
            onChange={({ currentTarget }) => onChange(changedWidget(widgets, key, { title: currentTarget.value }))}
          />
        </div>
        <div className={styles.tools}>
          <NativeSelect
            className={styles.width}
            aria-label={t('Width of {title}', { title })}
            data={WIDTH_LABELS.map(({ value, label }) => ({ value, label: t(label) }))}
            value={widget.width}
            onChange={({ currentTarget }) =>
              onChange(changedWidget(widgets, key, { width: currentTarget.value as Width }))
            }
          />
          <ActionIcon
            {...button}
            aria-label={t('Move {title} up', { title })}
            disabled={place === 0}
            onClick={() => mover.step(key, title, -1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...button}
            aria-label={t('Move {title} down', { title })}
            disabled={place === widgets.length - 1}
            onClick={() => mover.step(key, title, 1)}
          >
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            {...button}
            aria-label={t('Remove {name}', { name: title })}
            onClick={() => onRemove(widget, title)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <div className={styles.content} inert>
        <PlacedWidgetSlot placed={widget} onRemove={() => onRemove(widget, title)} />
      </div>
    </>
  )
}

/** What a widget is called on its own screen. */
function useDefaultTitle({ dashboard_id = '', widget_id }: PlacedWidget): string {
  const { data } = useQuery({ ...dashboardOptions(dashboard_id), enabled: dashboard_id !== '' })
  const widget = data?.widgets.find(({ id }) => id === widget_id)
  const own_title = widget && 'title' in widget ? widget.title : undefined
  return own_title ?? (widget && data?.title) ?? t('Widget')
}
