import type { Origin } from '@atrium/sdk/host'
import { nearest_name } from '@atrium/sdk'
import type { DiagnosticCode, DiagnosticPlace, FormDefinition } from '@atrium/sdk/documents'

/** A problem found while documents are made. The author's line is read from `origin` when the finding becomes a diagnostic. */
export interface Finding {
  readonly code: DiagnosticCode
  /** Names the offender in [brackets]. */
  readonly message: string
  readonly fix: string
  readonly origin?: Origin
  /** The place in a JSON file. Replaces the place of the call. */
  readonly file?: Pick<DiagnosticPlace, 'file' | 'pointer' | 'line' | 'column'>
  /** Id of the dashboard or form concerned. */
  readonly document?: string
}

/** A name in a declaration that may belong to another plugin. The step `generation` asks the host whether it exists. */
export type Reference = {
  /** The offender: `The column [client_id] of [bookings]`. */
  readonly who: string
  readonly origin: Origin
} & (
  | { readonly kind: 'list'; readonly path: string; readonly title_attribute?: string }
  | { readonly kind: 'screen'; readonly path: string }
  | {
      readonly kind: 'permission'
      readonly permission: string
      /** The permission of a field, which no route needs to require. */
      readonly isField?: true
    }
)

/** Records a finding. Compilation continues, so that all findings are reported at once. */
export type Report = (finding: Finding) => void

/** Publishes a form together with the screen that is being made. */
export type AddForm = (form: FormDefinition) => void

/** What to do about an unknown name of a field. The author may have exchanged the names of a field and of its element. */
export function fixOfField(
  { name, shows }: { readonly name: string; readonly shows?: { readonly element: string } },
  known: ReadonlyMap<string, unknown>,
): string {
  if (shows === undefined || !known.has(shows.element)) return knownNames(name, known.keys())
  return `Exchange the arguments: [element('${shows.element}', '${name}')]. The field comes first, then its element.`
}

/** Suggests a replacement for an unknown name: the nearest known one, or else the whole list. */
export function knownNames(name: string, known: Iterable<string>): string {
  const names = [...known]
  if (names.length === 0) return 'None is declared yet.'
  const nearest = nearest_name(name, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean [${nearest}]?`
}
