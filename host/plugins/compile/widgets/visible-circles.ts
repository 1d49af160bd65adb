import type { FieldDraft } from '@atrium/sdk/host'
import type { Report } from '../checks/finding.ts'
import { visibleWhen } from './conditions.ts'

const FIX = 'Name a field in `visible_when` that can be seen without this one, or remove the condition.'

/** Reports fields that are visible only by a value of their own, or by that of a field that needs them in turn: once for each circle. */
export function reportCircles(drafts: readonly FieldDraft[], { id, report }: { id: string; report: Report }): void {
  const conditions = visibleWhen(drafts)
  const reported = new Set<string>()
  for (const { name, origin } of drafts) {
    const circle = reported.has(name) ? undefined : circleOf(name, (field) => conditions.get(field)?.field)
    if (circle === undefined) continue
    for (const each of circle) reported.add(each)
    const message = `The field [${name}] in the form of [${id}] is visible only ${reasonOf(circle)}`
    report({ code: 'visible_when_circular', message, fix: FIX, origin })
  }
}

/** The names that lead from a field back to itself. Undefined if none do. */
function circleOf(name: string, dependsOn: (name: string) => string | undefined): readonly string[] | undefined {
  const names = new Set<string>()
  for (let next: string | undefined = name; next !== undefined && !names.has(next); next = dependsOn(next)) {
    names.add(next)
    if (dependsOn(next) === name) return [...names]
  }
  return undefined
}

function reasonOf([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return 'while it has a certain value itself. While it is hidden, nobody can enter one.'
  const steps = others.map((name, at) => `and [${name}] only with a certain value of [${others[at + 1] ?? first}]`)
  return `with a certain value of [${others[0]}], ${steps.join(', ')}. While they are hidden, nobody can enter one.`
}
