import type { Widget } from '@atrium/sdk/documents'
import { Button, Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { randomKey } from '../api/random-key.ts'
import { answerOptions } from '../api/records.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { translated } from '../language/translated.ts'
import { type Message, msg, t, tn } from '../language/t.ts'
import type { PlacedWidget, Width } from '../screen/placed-widget.ts'
import { NamedIcon } from '../theme/icons.tsx'
import '../theme/modal.css'
import styles from './widget-picker.module.css'

/** A widget that the host offers for a dashboard. */
interface Offered {
  readonly dashboard_id: string
  readonly widget_id: string
  readonly kind: Widget['kind']
  readonly title: string
  readonly shows: readonly string[]
  readonly screen: string
  readonly module: string
  readonly panel: string
  readonly views: readonly { id: number; name: string; query: string }[]
}

/** One line of the picker: a widget, or a list with a saved view. */
interface Choice {
  readonly key: string
  readonly title: string
  readonly words: string
  readonly icon: string
  readonly widget: Omit<PlacedWidget, 'key'>
}

interface WidgetPickerProps {
  /** How many more widgets the dashboard can have. */
  room: number
  onAdd: (widget: PlacedWidget) => void
  onClose: () => void
}

/** Finds widgets by their name, screen or content, and adds them. It stays open, because people add several. */
export function WidgetPicker({ room, onAdd, onClose }: WidgetPickerProps) {
  useReturnedFocus(true)
  const [text, setText] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery(answerOptions<Offered[]>('/api/v1/platform/dashboard-widgets'))
  const groups = groupsOf((data ?? []).map(inLanguage), text)
  const addLabel = ({ key, title }: Choice) =>
    added.includes(key) ? t('Add again: {title}', { title }) : t('Add {item}', { item: title })
  const wordOf = ({ key }: Choice) => (added.includes(key) ? t('Add again') : t('Add'))
  const add = ({ key, widget }: Choice) => {
    onAdd({ ...widget, key: randomKey() })
    setAdded([...added, key])
  }
  return (
    <Modal opened onClose={onClose} title={t('Add widgets')} size={560}>
      <TextInput
        aria-label={t('Search widgets')}
        placeholder={t('Search by name, screen or content…')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      <p className={styles.said} role="status">
        {room === 0 ? t('The dashboard is full. Remove a widget to add another.') : addedWords(added.length)}
      </p>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <ScreenSkeleton />}
      {data && groups.length === 0 && <EmptyState title={t('No widget found')} description={t('Try another word.')} />}
      <div className={styles.groups}>
        {groups.map(([title, choices]) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.group}>{title}</h3>
            <ul className={styles.list}>
              {choices.map((choice) => (
                <li key={choice.key} className={styles.choice}>
                  <NamedIcon name={choice.icon} />
                  <span className={styles.text}>
                    <span className={styles.title}>{choice.title}</span>
                    <span className={styles.words}>{choice.words}</span>
                  </span>
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={room === 0}
                    aria-label={addLabel(choice)}
                    onClick={() => add(choice)}
                  >
                    {wordOf(choice)}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Modal>
  )
}

const addedWords = (count: number) => (count === 0 ? '' : tn('{count} widget added', '{count} widgets added', count))

/** What a kind is for people, its icon, and the width in which it is readable. */
const KINDS: Readonly<Partial<Record<Widget['kind'], readonly [word: Message, icon: string, width: Width]>>> = {
  stats: [msg('Figures'), 'activity', 'full'],
  chart: [msg('Chart'), 'chart-bar', 'half'],
  calendar: [msg('Calendar'), 'calendar', 'full'],
  table: [msg('List'), 'list', 'full'],
  chat: [msg('Chat'), 'message', 'half'],
  element: [msg('Made by the plugin'), 'box', 'half'],
}

/** As the screens of the person call it: the host answers in English. */
function inLanguage({ title, shows, screen, module, panel, ...offered }: Offered): Offered {
  return {
    ...offered,
    ...{ title: translated(title), screen: translated(screen), module: translated(module), panel: translated(panel) },
    shows: shows.map(translated),
  }
}

function choicesOf({ dashboard_id, widget_id, kind, title, shows, views }: Offered): Choice[] {
  const [word, icon, width] = KINDS[kind] ?? [msg('Widget'), 'box', 'half']
  const widget = { dashboard_id, widget_id, width }
  const key = `${dashboard_id}/${widget_id}`
  const words = shows.length === 0 ? t(word) : `${t(word)}: ${shows.join(', ')}`
  return [
    { key, title, words, icon, widget },
    ...views.map(({ id, name, query }) => ({
      ...{ key: `${key}/${id}`, title: `${title}: ${name}`, words: t('List with a saved view'), icon },
      widget: { ...widget, view_id: id, query, title: name },
    })),
  ]
}

/** The matching choices, by module and screen. */
function groupsOf(offered: readonly Offered[], text: string): (readonly [string, readonly Choice[]])[] {
  const wanted = text.trim().toLowerCase()
  const groups = new Map<string, Choice[]>()
  for (const each of offered) {
    const title = each.module === each.screen ? each.module : `${each.module} · ${each.screen}`
    const found = choicesOf(each).filter((choice) =>
      `${title} ${choice.title} ${choice.words} ${each.panel}`.toLowerCase().includes(wanted),
    )
    if (found.length > 0) groups.set(title, [...(groups.get(title) ?? []), ...found])
  }
  return [...groups]
}
