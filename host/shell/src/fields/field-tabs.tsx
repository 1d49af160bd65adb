import type { LayoutNode } from '@atrium/sdk/documents'
import { Button, Group } from '@mantine/core'
import type { ComponentType } from 'react'
import { useRef, useState } from 'react'
import { useForm, type FieldScope } from '../form/form-scope.ts'
import { useMidway } from '../form/main-button.ts'
import { validateForm } from '../form/validate-form.ts'
import { t } from '../language/t.ts'
import { type Tab, TabsFrame } from '../screen/tabs-frame.tsx'
import { inNextFrame } from '../theme/in-next-frame.ts'
import styles from './layout-nodes.module.css'

interface FieldTabsProps {
  node: Extract<LayoutNode, { kind: 'tabs' }>
  Layout: ComponentType<{ nodes: readonly LayoutNode[] }>
}

/** Sections of a form, of which one is shown: in any order, or as steps with a button that goes on. */
export function FieldTabs({ node, Layout }: FieldTabsProps) {
  const form = useForm()
  const frame = useRef<HTMLDivElement>(null)
  const sections = node.children.filter((section) => namesIn(section).some((name) => form.states[name]?.isVisible))
  const wrong = sections.map((section) => isWrong(section, form.errors))
  const { active, choose } = useActiveTab(wrong, form.errors)
  const mistakes = node.steps ? mistakesIn(sections, form) : []
  useMidway(node.steps === true && active < sections.length - 1)
  const stop = mistakes.findIndex((found, at) => at >= active && found.length > 0)
  const goOn = (index: number) => {
    choose(index)
    inNextFrame(() => frame.current?.querySelector<HTMLElement>(`[data-step="${index}"] :is(${INPUTS})`)?.focus())
  }
  const tabs = sections.map(({ title, description, children }, index): Tab => ({
    title: node.steps ? `${index + 1}. ${title}` : title,
    isWrong: wrong[index] === true,
    isLocked: stop !== -1 && index > stop,
    content: (
      <div data-step={index}>
        {description !== undefined && <p className={styles.description}>{description}</p>}
        <Layout nodes={children} />
        {node.steps && (
          <StepButtons
            mistakes={mistakes[index] ?? []}
            next={sections[index + 1]?.title}
            onNext={() => goOn(index + 1)}
            {...(index > 0 && { onBack: () => choose(index - 1) })}
          />
        )}
      </div>
    ),
  }))
  return (
    <div ref={frame}>
      <TabsFrame tabs={tabs} active={Math.min(active, tabs.length - 1)} onChange={choose} />
    </div>
  )
}

const INPUTS = 'input:not([type=hidden]), textarea, button'

interface StepButtonsProps {
  /** What keeps somebody from going on. */
  mistakes: readonly string[]
  /** The title of the next step. */
  next: string | undefined
  onNext: () => void
  onBack?: () => void
}

/** Goes on if everything in a step is right, and else says what is not. */
function StepButtons({ mistakes, next, onNext, onBack }: StepButtonsProps) {
  const [isTried, setTried] = useState(false)
  const tryNext = () => {
    setTried(mistakes.length > 0)
    if (mistakes.length === 0) onNext()
  }
  return (
    <Group mt="lg" gap="sm">
      {onBack && (
        <Button variant="default" onClick={onBack}>
          {t('Back')}
        </Button>
      )}
      {next !== undefined && <Button onClick={tryNext}>{t('Next: {next}', { next })}</Button>}
      <span role="status" className={styles.missing}>
        {isTried ? mistakes.join(' · ') : ''}
      </span>
    </Group>
  )
}

/** The position of the tab that is shown. When a form that was sent has mistakes, it is the first with one. */
function useActiveTab(wrong: readonly boolean[], errors: FieldScope['errors']) {
  const [active, choose] = useState(0)
  const [seen, setSeen] = useState(errors)
  if (errors !== seen) {
    setSeen(errors)
    const isNew = Object.keys(errors).some((place) => !(place in seen))
    if (isNew && wrong[active] !== true && wrong.includes(true)) choose(wrong.indexOf(true))
  }
  return { active, choose }
}

/** What is not right in each section, one sentence for each field. The form is validated once for all of them. */
function mistakesIn(sections: readonly LayoutNode[], { definition, values, states }: FieldScope): string[][] {
  const errors = Object.entries(validateForm(definition, values, states)).map(([place, message]) => {
    const [name = ''] = place.split('.')
    const label = definition.fields[name]?.label ?? name
    return { name, sentence: message.startsWith(label) ? message : `${label}: ${message}` }
  })
  return sections.map((section) => {
    const names = namesIn(section)
    return errors.filter(({ name }) => names.includes(name)).map(({ sentence }) => sentence)
  })
}

const isWrong = (section: LayoutNode, errors: FieldScope['errors']) => {
  const names = namesIn(section)
  return Object.keys(errors).some((place) => names.includes(place.split('.')[0] ?? ''))
}

/** The fields in a part of a layout. */
function namesIn(node: LayoutNode): string[] {
  return node.kind === 'field' ? [node.name] : node.children.flatMap(namesIn)
}
