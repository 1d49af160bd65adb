import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconPencil, IconStar, IconStarFilled } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { msg, t, type Message } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useMayChange } from '../session/sharing.tsx'
import type { TableScope } from './table-scope.ts'
import type { Views } from './use-views.ts'
import styles from './views-panel.module.css'
import type { View } from './views.ts'

const ViewForm = lazy(() => import('./view-form.tsx').then((module) => ({ default: module.ViewForm })))

/** The view being edited in the panel, or a new one. */
export type Form = View | 'new' | null

interface ViewsPanelProps {
  views: Views
  scope: TableScope
  form: Form
  onForm: (form: Form) => void
  onClose: () => void
}

const GROUPS: readonly (readonly [audience: View['audience'], title: Message])[] = [
  ['me', msg('For me')],
  ['role', msg('For a role')],
  ['all', msg('For everybody')],
]

/** All views of a list, or the form of one of them. */
export function ViewsPanel({ views, scope, form, onForm, onClose }: ViewsPanelProps) {
  const isPreview = usePanel().session.preview !== undefined
  const { open, isEdited, show } = views
  const mayChange = useMayChange()
  if (form) {
    return (
      <Suspense>
        <ViewForm view={form === 'new' ? undefined : form} views={views} onClose={() => onForm(null)} />
      </Suspense>
    )
  }
  const choose = (view: View | undefined) => {
    show(view)
    onClose()
  }
  return (
    <>
      <ul className={styles.list}>
        <li className={styles.view}>
          <ViewButton name={t('Standard')} isOpen={views.isStandard()} onClick={() => choose(undefined)} />
        </li>
      </ul>
      {GROUPS.map(([audience, title]) => {
        const own = views.views.filter((view) => view.audience === audience)
        if (own.length === 0) return null
        return (
          <section key={audience} aria-label={t(title)}>
            <h3 className={styles.group}>{t(title)}</h3>
            <ul className={styles.list}>
              {own.map((view) => (
                <li key={view.id} className={styles.view}>
                  <ViewButton name={view.name} isOpen={view === open} onClick={() => choose(view)} />
                  {scope.isMain && !isPreview && <DefaultStar view={view} views={views} />}
                  {mayChange(view) && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={28}
                      aria-label={t('Edit {name}', { name: view.name })}
                      onClick={() => onForm(view)}
                    >
                      <IconPencil size={14} aria-hidden />
                    </ActionIcon>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {!isPreview && (
        <div className={styles.foot}>
          {open && isEdited && mayChange(open) && (
            <Button variant="default" onClick={() => void views.change(open, { query: views.query })}>
              {t('Save changes')}
            </Button>
          )}
          <Button variant="default" onClick={() => onForm('new')}>
            {t('Save as new view…')}
          </Button>
        </div>
      )}
    </>
  )
}

function ViewButton({ name, isOpen, onClick }: { name: string; isOpen: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.name} aria-current={isOpen} onClick={onClick}>
      <IconCheck size={14} aria-hidden className={styles.check} data-open={isOpen} />
      <span>{name}</span>
    </button>
  )
}

/** Chooses the default view. */
function DefaultStar({ view, views }: { view: View; views: Views }) {
  const isDefault = views.defaultId === view.id
  const Star = isDefault ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color={isDefault ? 'accent' : 'gray'}
      size={28}
      aria-pressed={isDefault}
      aria-label={t('Open the list with {name}', { name: view.name })}
      title={t('Open the list with this view')}
      onClick={() => void views.openWith(isDefault ? null : view)}
    >
      <Star size={14} aria-hidden />
    </ActionIcon>
  )
}
