import type { LayoutNode } from '@atrium/sdk/documents'
import { Button, Group } from '@mantine/core'
import type { ComponentType } from 'react'
import { useRef, useState } from 'react'
import { useForm, type FieldScope } from '../form/form-scope.ts'
import { validateForm } from '../form/validate-form.ts'
import { type Tab, TabsFrame } from '../screen/tabs-frame.tsx'
import styles from './layout-nodes.module.css'

interface FieldTabsProps {
  node: Extract<LayoutNode, { kind: 'tabs' }>
  Layout: ComponentType<{ nodes: readonly LayoutNode[] }>
}

/** Sections of a form, of which one is shown: in any order, or as steps with a button that goes on. */
export function FieldTabs({ node, Layout }: FieldTabsProps) {
  const form = useForm()
  const sections = node.children.filter((section) => namesIn(section).some((name) => form.states[name]?.isVisible))
  const wrong = sections.map((section) => isWrong(section, form.errors))
  const { active, choose } = useActiveTab(wrong, form.errors)
  const [tried, setTried] = useState(-1)
  const frame = useRef<HTMLDivElement>(null)
  const missing = (index: number) => mistakesIn(sections[index], form)
  const next = () => {
    setTried(active)
    if (missing(active).length > 0) return
    choose(active + 1)
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-step="${active + 1}"] :is(${INPUTS})`)?.focus(),
    )
  }
  const tabs = sections.map((section, index): Tab => ({
    title: node.steps ? `${index + 1}. ${section.title}` : section.title,
    isWrong: wrong[index] === true,
    isLocked:
      node.steps === true &&
      index > active &&
      sections.slice(active, index).some((_, at) => missing(active + at).length > 0),
    content: (
      <div data-step={index}>
        {section.description !== undefined && <p className={styles.description}>{section.description}</p>}
        <Layout nodes={section.children} />
        {node.steps && (
          <Group mt="lg" gap="sm">
            {index > 0 && (
              <Button variant="default" onClick={() => choose(index - 1)}>
                Back
              </Button>
            )}
            {index < sections.length - 1 && <Button onClick={next}>Next: {sections[index + 1]?.title}</Button>}
            <span role="status" className={styles.missing}>
              {tried === index ? missing(index).join(' · ') : ''}
            </span>
          </Group>
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

/** What keeps somebody from going on, one sentence for each field. */
function mistakesIn(section: LayoutNode | undefined, { definition, values, states }: FieldScope): string[] {
  const names = section === undefined ? [] : namesIn(section)
  const errors = validateForm(definition, values, states)
  return Object.entries(errors).flatMap(([place, message]) => {
    const [name = ''] = place.split('.')
    const label = definition.fields[name]?.label ?? name
    return names.includes(name) ? [message.startsWith(label) ? message : `${label}: ${message}`] : []
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
