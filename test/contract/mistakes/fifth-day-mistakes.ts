import type { Mistake } from './mistake.ts'

const CHART = "{ kind: 'bar', x: 'day', series: [{ field: 'vans' }], rows: 'by_day' }"

/** An option of a widget that the host does not know. */
const widget = (
  title: string,
  to: string,
  { at, message, fix }: { at: string; message: string; fix: string },
): Mistake => ({
  title,
  file: 'src/screens.ts',
  from: `board.chart('By day', '/figures', ${CHART})`,
  to,
  told: { code: 'argument_invalid', at, message, fix },
})

const LINE = 'src/screens.ts:47'

/** Vans of the same bay, beside a van. */
const related = (title: string, query: string, { asked, fix }: { asked: string; fix: string }): Mistake => ({
  title,
  file: 'src/screens.ts',
  from: '    resource.infolist(',
  to: `    resource.relation((relation) => relation.id('beside').record(Van).list_path('/vans?${query}'))\n    resource.infolist(`,
  told: {
    code: 'filter_not_supported',
    at: 'src/screens.ts:39',
    message: `The list [beside] in [vans] asks for records by [${asked}], but [/api/v1/fleet/vans?${query}] cannot be filtered by it.`,
    fix: `${fix} Or add '${asked}' to the store's \`filter\`.`,
  },
})

/** Options that had no effect, and lists that no request would get. */
export const FIFTH_DAY_MISTAKES: readonly Mistake[] = [
  widget('an option of a chart is misspelt', `board.chart('By day', '/figures', ${CHART.replace('rows', 'row')})`, {
    at: LINE,
    message: '[chart(…)] has no option [row].',
    fix: 'Did you mean [rows]?',
  }),
  widget(
    'the colour of a series is misspelt',
    `board.chart('By day', '/figures', ${CHART.replace("'vans'", "'vans', colour: 'red'")})`,
    { at: LINE, message: 'A series of [chart(…)] has no option [colour].', fix: 'Did you mean [color]?' },
  ),
  widget(
    'an option of a calendar is misspelt',
    "board.calendar('Vans', '/vans', { starts: 'created_at', ends: 'created_at', title: 'name', colour_by: { field: 'status', colors: {} } })",
    { at: LINE, message: '[calendar(…)] has no option [colour_by].', fix: 'Did you mean [color_by]?' },
  ),
  widget(
    'the colours of a calendar are misspelt',
    "board.calendar('Vans', '/vans', { starts: 'created_at', ends: 'created_at', title: 'name', color_by: { field: 'status', colours: {} } })",
    { at: LINE, message: '[color_by] of [calendar(…)] has no option [colours].', fix: 'Did you mean [colors]?' },
  ),
  related('the list of a relation is filtered by a misspelt field', 'bay=1&_sort=name&status_ne=idle', {
    asked: 'bay',
    fix: 'Use one of status, bay_id.',
  }),
  related('the list of a relation cannot be filtered by its field', 'name={id}', {
    asked: 'name',
    fix: 'Use one of status, bay_id.',
  }),
]
