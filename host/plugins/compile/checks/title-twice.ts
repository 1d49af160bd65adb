import type { Dashboard } from '@atrium/sdk/documents'
import type { Finding, Report } from './finding.ts'

/** A hand-written screen that shows its title above a widget of the same title (spec, "Duplicated titles"). */
export function reportTitleTwice(
  { title, hide_title, widgets }: Pick<Dashboard, 'title' | 'hide_title' | 'widgets'>,
  { report, place }: { report: Report; place: Pick<Finding, 'origin' | 'file' | 'document'> },
): void {
  if (hide_title) return
  const same = widgets.find((widget) => 'title' in widget && plain(widget.title) === plain(title))
  if (same === undefined) return
  report({
    code: 'title_shown_twice',
    message: `The dashboard [${place.document}] shows the title [${title}], and its widget [${same.id}] shows it again.`,
    fix: place.file
      ? 'Write `"hide_title": true` into the file.'
      : 'Give `emit_dashboard` the option `{ hide_title: true }`.',
    ...place,
  })
}

const plain = (title: string | undefined) => title?.trim().toLowerCase()
